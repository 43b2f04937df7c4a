"""Whom an English sentence is about, and whom a later "she" means."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rootmem.model import USER_SUBJECT

RELATION = (
    r"(?:(?:step|half-?|foster |god|great-?|grand|ex-?)?(?:sister|brother|mother|father|son|daughter|child|children|kids?|parents?|"
    r"mum|mom|mam|mommy|mummy|dad|daddy|ma|pa|pop)s?(?:-in-law)?|grand(?:ma|pa|mother|father|parents?|son|daughter|kids?)|granny|nana|nan|avô|avó|"
    r"wife|husband|spouse|partner|fianc[eé]e?|girlfriend|boyfriend|gf|bf|ex|ex-wife|ex-husband|siblings?|twins?|baby|toddler|"
    r"nephews?|nieces?|cousins?|uncles?|aunts?|auntie|(?:best |close |old |good |childhood |work |school )*friends?|bestie|buddy|mates?|pals?|"
    r"colleagues?|co-?workers?|boss|manager|supervisor|assistant|intern|mentor|roommates?|housemates?|flatmates?|neighbou?rs?|landlord|landlady|"
    r"teacher|professor|tutor|coach|trainer|therapist|doctor|dentist|teammates?|team|family|folks|in-laws|"
    r"dogs?|cats?|pupp(?:y|ies)|pups?|kittens?|parrot|cockatiel|rabbit|bunny|hamster|horse|pony|bird|fish|tortoise|turtle|snake|guinea pigs?|pets?)"
)
_PLURAL = re.compile(r"(?:s|children|family|folks|team|puppies)$")
_MODIFIER = r"(?:little|big|older|younger|elder|eldest|youngest|oldest|twin|late|old|new|baby|best|dear|other|only|first|second|middle|current|former|future|own|beloved|two|three|four|five|\w+-year-old|\w+ (?:\w+ )?old)"
NAME = r"[A-ZÀ-ÖØ-ÞŁŚŻČŠŽ][\w'À-ÿ-]*[a-zà-ÿ](?: (?:[A-ZÀ-ÖØ-ÞŁŚŻČŠŽ][\w'À-ÿ-]*[a-zà-ÿ]))?"
_RELATED = re.compile(
    rf"\b(?P<owner>[Mm]y|[Oo]ur|[Oo]ne of (?:my|our)|a|an|[Aa]nother)\s+(?P<mods>(?:{_MODIFIER}\s+)*)(?P<relation>{RELATION})\b"
    rf"(?P<mine> of (?:mine|ours))?(?P<possessive>'s?(?=\s))?(?:,? (?:named |called |is called |is named |name is )?(?P<name>{NAME}))?"
)
_OPENS_RELATED = re.compile(rf"^(?:[Aa]nd |[Bb]ut |[Ss]o )?(?={_RELATED.pattern[2:]})")
_TOGETHER = re.compile(r"^[^.]{2,60}? and (?:I|me|myself)\b")
_PRONOUN = re.compile(
    r"^(?:And |and |But |but |So |so |Also,? |also,? )?(?P<pronoun>[Hh]e|[Ss]he|[Tt]hey|[Hh]is|[Hh]er|[Tt]heir)(?P<clitic>'s|'d|'ll|'re|'ve)?(?= )"
)
_TO_USER = re.compile(r"\b(?:me|us|my|our)\b")
_SAYS = re.compile(
    r"\b(?:told|tells|said|says|thinks|believes|swears|claims|asked|asks|hates|loves|likes)\b"
)
_VERB_AFTER_NAME = re.compile(
    r"(?:'s|'d|'ll)? (?:\w+ly |also |just |really |never |always |still |even |only |has |is |was |already |now |finally )*"
    r"(?:is|was|has|had|does|doesn't|did|didn't|isn't|wasn't|can|can't|could|couldn't|will|won't|would|loves?d?|hate[sd]|like[sd]|prefers|"
    r"lives|lived|works?|worked|said|says|told|tells|came|comes|got|gets|went|goes|wants|wanted|needs|needed|thinks|"
    r"thought|knows|knew|plays|played|makes|made|takes|took|gave|gives|keeps|kept|moved|moves|studies|studied|teaches|"
    r"runs|ran|eats|ate|drinks|drank|sells|sold|bought|buys|builds|built|died|married|carries|carried|turned|turns|started|starts|"
    r"left|leaves|lost|loses|found|finds|hasn't|hadn't|doesn't|refuses|refused|collects|owns|used|uses|speaks|listens|hosts|taught|called|calls|"
    r"snores|barks|sleeps|slept|sheds|chews|suffers|believes|enjoys|enjoyed|dislikes|avoids|smokes|quit|became|won|joined|agreed|invited|helped|helps|"
    r"adopted|lent|owes|looks|feels|felt|tends|travels|flew|flies|drives|drove|brought|brings|sent|sends|wrote|writes|reads|visited|visits|stays|stayed)\b"
)
_CLITIC_IS = re.compile(r"^'(?:s|d|ll) ")
_NOT_NAMES = frozenset(
    [
        "i",
        "i'm",
        "i've",
        "i'd",
        "i'll",
        "the",
        "a",
        "an",
        "this",
        "that",
        "these",
        "those",
        "it",
        "he",
        "she",
        "they",
        "we",
        "you",
        "my",
        "our",
        "your",
        "his",
        "her",
        "their",
        "its",
        "there",
        "here",
        "and",
        "but",
        "or",
        "so",
        "if",
        "when",
        "while",
        "because",
        "since",
        "although",
        "though",
        "as",
        "at",
        "in",
        "on",
        "of",
        "for",
        "from",
        "with",
        "without",
        "after",
        "before",
        "until",
        "yes",
        "no",
        "yeah",
        "yep",
        "nope",
        "ok",
        "okay",
        "well",
        "oh",
        "wow",
        "hey",
        "hi",
        "hello",
        "thanks",
        "thank",
        "please",
        "sorry",
        "sure",
        "maybe",
        "perhaps",
        "honestly",
        "actually",
        "also",
        "anyway",
        "still",
        "just",
        "even",
        "only",
        "then",
        "now",
        "today",
        "tomorrow",
        "yesterday",
        "tonight",
        "what",
        "who",
        "whom",
        "whose",
        "which",
        "where",
        "why",
        "how",
        "everyone",
        "everybody",
        "someone",
        "somebody",
        "nobody",
        "anyone",
        "anybody",
        "everything",
        "something",
        "nothing",
        "anything",
        "all",
        "both",
        "each",
        "most",
        "many",
        "some",
        "few",
        "none",
        "one",
        "two",
        "three",
        "four",
        "five",
        "work",
        "life",
        "home",
        "school",
        "music",
        "food",
        "time",
        "money",
        "dinner",
        "lunch",
        "breakfast",
        "coffee",
        "tea",
        "people",
        "things",
        "kids",
        "being",
        "having",
        "doing",
        "going",
        "getting",
        "seeing",
        "making",
        "nature",
        "love",
        "family",
        "friends",
        "summer",
        "winter",
        "spring",
        "autumn",
        "fall",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "christmas",
        "easter",
        "god",
        "lol",
        "haha",
        "congrats",
        "welcome",
        "good",
        "great",
        "nice",
        "cool",
        "awesome",
        "amazing",
        "dad",
        "mom",
        "mum",
        "grandma",
        "grandpa",
        "last",
        "next",
        "every",
        "other",
        "another",
        "such",
        "same",
        "more",
        "less",
        "much",
        "half",
        "not",
        "never",
        "always",
        "often",
        "sometimes",
        "rent",
        "traffic",
        "weather",
        "training",
        "practice",
        "exercise",
        "class",
        "yoga",
        "running",
        "reading",
        "writing",
        "cooking",
        "painting",
        "dancing",
        "gaming",
        "swimming",
        "hiking",
        "art",
        "writing",
        "health",
        "sleep",
        "internet",
        "stuff",
        "once",
        "twice",
        "out",
        "up",
        "down",
        "back",
        "let's",
        "let",
        "speaking",
        "playing",
        "finding",
        "taking",
        "doctors",
        "parents",
        "mine",
        "ours",
        "hers",
        "theirs",
        "us",
        "english",
        "french",
        "german",
        "spanish",
        "chinese",
        "japanese",
        "italian",
        "portuguese",
        "polish",
        "irish",
    ]
)
_WORD_NAME = re.compile(rf"(?<=[a-z,;] )(?P<name>{NAME})")
_OPENS_NAME = re.compile(rf"^(?:And |But |So |Also,? )?(?P<name>{NAME})(?='s? | |,)")
_MR = re.compile(
    r"^(?:And |But |So )?(?P<name>(?:Mr|Mrs|Ms|Dr|Miss|Aunt|Uncle|Father|Sister|Grandma|Grandpa|Avô|Tio|Tia)\.? [A-ZÀ-Þ][\w'-]+)(?= )"
)


@dataclass
class People:
    """Who was named so far: relation -> name, names seen, and whom "she" can mean now."""

    owner: str = "the user"
    relations: dict[str, str] = field(default_factory=dict[str, str])
    names: set[str] = field(default_factory=set[str])
    last: str | None = None

    def notice(self, sentence: str) -> None:
        """Learn names ("my sister Anna") and set whom a following pronoun can mean."""
        mentioned: list[str] = []
        for match in _RELATED.finditer(sentence):
            if match["owner"].lower() in {"a", "an", "another"} and not (
                match["mine"] or match["name"]
            ):
                continue
            mentioned.append(self._label(match))
        for match in _WORD_NAME.finditer(sentence):
            name = match["name"]
            if name.split()[0].lower() not in _NOT_NAMES:
                self.names.add(name)
                if name in self.relations.values() and name not in mentioned:
                    mentioned.append(name)
        unique = list(dict.fromkeys(mentioned))
        if len(unique) == 1:
            self.last = unique[0]
        elif len(unique) > 1:
            self.last = None

    def label(self, relation: str) -> str:
        """The name of the user's only ``relation`` where known, else "the user's sister"."""
        return self.relations.get(relation, f"{self.owner}'s {relation}")

    def _label(self, match: re.Match[str]) -> str:
        relation, name = match["relation"].lower(), match["name"]
        if name and name.split()[0].lower() not in _NOT_NAMES:
            name = name.removesuffix("'s")
            self.names.add(name)
            if not _PLURAL.search(relation):
                self.relations[relation] = name
            return name
        if relation.endswith("friend") or match["owner"].lower().startswith(("one", "a")):
            return f"{self.owner}'s {relation}"
        return self.label(relation)


@dataclass(frozen=True)
class About:
    """``subject`` of a sentence, and the sentence with a leading pronoun replaced by its name."""

    subject: str
    sentence: str


def about(sentence: str, people: People) -> About | None:
    """Who the sentence is about; None where it is about nobody we can name."""
    if _TOGETHER.match(sentence):
        return About(USER_SUBJECT, sentence)
    related = _opening_relation(sentence)
    if related is not None:
        subject = people._label(related)  # pyright: ignore[reportPrivateUsage]
        rest = sentence[related.end() :]
        return About(_affected(subject, rest), sentence)
    pronoun = _PRONOUN.match(sentence)
    if pronoun is not None:
        return _resolved(sentence, pronoun, people)
    named = _opening_name(sentence, people)
    if named is not None:
        return About(_affected(named, sentence[len(named) :]), sentence)
    if re.search(
        r"\b(?:I|i|I'm|me|my|My|we|We|our|Our|us|mine|myself|[Ii]'(?:m|ve|d|ll)|[Ww]e'(?:re|ve|d|ll))\b",
        sentence,
    ):
        return About(USER_SUBJECT, sentence)
    return None


def is_plural(label: str) -> bool:
    """Whether "they" can mean the one with this label."""
    return bool(_PLURAL.search(label))


def _opening_relation(sentence: str) -> re.Match[str] | None:
    lead = re.match(
        r"(?:And |But |So |and |but |so |Also,? )?(?=[Mm]y |[Oo]ur |[Oo]ne of |[Aa] |[Aa]nother )",
        sentence,
    )
    if lead is None:
        return None
    match = _RELATED.match(sentence, lead.end())
    if match is None or (match["owner"].lower() in {"a", "an", "another"} and not match["mine"]):
        return None
    return match


def _opening_name(sentence: str, people: People) -> str | None:
    title = _MR.match(sentence)
    if title is not None:
        return title["name"]
    match = _OPENS_NAME.match(sentence)
    if match is None:
        return None
    name = match["name"].removesuffix("'s")
    first = name.split()[0]
    if first.lower() in _NOT_NAMES:
        return None
    if name in people.names or first in people.names:
        return name
    follows = sentence[match.end("name") - (2 if match["name"].endswith("'s") else 0) :]
    return name if _VERB_AFTER_NAME.match(follows) or _CLITIC_IS.match(follows) else None


def _affected(subject: str, rest: str) -> str:
    """The user where the others' deed is done to the user ("Ruth gave me a candle")."""
    said = _SAYS.search(rest)
    acted = re.search(r"\b(?:me|us)\b", rest)
    return USER_SUBJECT if acted and not said else subject


def _resolved(sentence: str, match: re.Match[str], people: People) -> About | None:
    if people.last is None:
        return None
    word = match["pronoun"].lower()
    if (word in {"they", "their"}) != is_plural(people.last):
        return None
    subject = people.last
    owned = word in {"his", "their"} or (word == "her" and not match["clitic"])
    clitic = {"'s": " is", "'d": " would", "'ll": " will", "'re": " are", "'ve": " have", None: ""}[
        match["clitic"]
    ]
    rest = sentence[match.end() :]
    if match["clitic"] == "'s" and re.match(
        r" (?:\w+ly |just |always |never |also |already )*(?:been|had|got|\w+ed)\b", rest
    ):
        clitic = " has"
    shown = subject[:1].upper() + subject[1:] + ("'s" if owned else clitic)
    return About(_affected(subject, rest), shown + rest)
