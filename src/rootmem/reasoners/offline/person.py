"""English first person into third: "I am allergic, my sister isn't" -> "The user is allergic, …"."""

from __future__ import annotations

import re

_ADVERB = (
    r"also|really|always|never|just|still|usually|often|actually|totally|absolutely|only|currently|"
    r"now|recently|even|kinda|kind of|sort of|sometimes|rarely|hardly|barely|definitely|probably|"
    r"already|finally|honestly|truly|mostly|mainly|generally|normally|typically|personally|simply|"
    r"almost|basically|seriously|especially|once|both|all|then|generally|fully|officially|"
    r"literally|gladly|happily|sadly|secretly|strongly|deeply|quite|rather|much|very much|mostly|"
    r"obviously|clearly|certainly|apparently|eventually|regularly|frequently|occasionally|largely"
)
_FIRST = re.compile(
    r"(?<![\w'.-])(?:"
    rf"(?P<i>[Ii])(?P<clitic>'(?:m|ve|d|ll))?(?![\w'-])(?P<adverbs>(?:,?\s+(?:{_ADVERB})\b)*)"
    r"(?:\s+(?P<verb>[A-Za-z]+(?:'t)?))?"
    r"|(?P<we>[Ww]e)(?P<wclitic>'(?:re|ve|d|ll))?"
    r"|(?P<other>[Mm]y|[Mm]ine|[Mm]e|[Mm]yself|us|[Oo]ur|[Oo]urs|[Oo]urselves)"
    r")(?![\w'])"
)
_COORDINATED = re.compile(
    rf"(?P<head>,? (?:and|but|or|then|so)(?: (?:{_ADVERB}))* )"
    r"(?P<verb>am|have|haven't|don't|do|go|get|make|take|want|need|like|love|hate|prefer|live|"
    r"eat|drink|know|think|feel|keep|try|use|play|watch|write|see|teach|sell|wear|avoid|enjoy|"
    r"speak|spend|suffer|believe|bring|buy|collect|grow|help|hope|listen|own|pay|"
    r"run|sing|sit|sleep|start|stay|swim|talk|tend|travel|volunteer)\b"
)
_PAST = frozenset(
    [
        "ate",
        "became",
        "began",
        "bent",
        "bit",
        "blew",
        "bought",
        "broke",
        "brought",
        "built",
        "burnt",
        "came",
        "caught",
        "chose",
        "cost",
        "crept",
        "cut",
        "dealt",
        "did",
        "dove",
        "drank",
        "dreamt",
        "drew",
        "drove",
        "fed",
        "fell",
        "felt",
        "fled",
        "flew",
        "forgave",
        "forgot",
        "fought",
        "found",
        "froze",
        "gave",
        "got",
        "grew",
        "had",
        "heard",
        "held",
        "hit",
        "hung",
        "hurt",
        "kept",
        "knelt",
        "knew",
        "laid",
        "lay",
        "learnt",
        "leapt",
        "led",
        "left",
        "lent",
        "let",
        "lit",
        "lost",
        "made",
        "meant",
        "met",
        "misunderstood",
        "overcame",
        "paid",
        "put",
        "quit",
        "ran",
        "rang",
        "rode",
        "rose",
        "said",
        "sang",
        "sank",
        "sat",
        "saw",
        "sent",
        "set",
        "shook",
        "shot",
        "shut",
        "slept",
        "slid",
        "sold",
        "spent",
        "spilt",
        "spoke",
        "spread",
        "sprang",
        "stole",
        "stood",
        "struck",
        "stuck",
        "sung",
        "swam",
        "swept",
        "swore",
        "taught",
        "thought",
        "threw",
        "told",
        "took",
        "tore",
        "understood",
        "upset",
        "was",
        "went",
        "were",
        "withdrew",
        "woke",
        "won",
        "wore",
        "wound",
        "wrote",
        "bet",
        "beat",
        "burst",
        "cast",
        "read",
        "bred",
        "outgrew",
        "rebuilt",
        "redid",
        "underwent",
        "undertook",
        "can",
        "could",
        "will",
        "would",
        "shall",
        "should",
        "may",
        "might",
        "must",
        "cannot",
        "can't",
        "couldn't",
        "won't",
        "wouldn't",
        "shouldn't",
        "mustn't",
        "mightn't",
        "didn't",
        "wasn't",
        "weren't",
        "hadn't",
        "ought",
        "used",
        "had",
        "has",
        "is",
        "does",
    ]
)
_BASE_ED = frozenset(
    [
        "need",
        "feed",
        "bleed",
        "speed",
        "shed",
        "wed",
        "heed",
        "breed",
        "exceed",
        "proceed",
        "succeed",
        "embed",
    ]
)
_NOT_VERB = frozenset(
    [
        "and",
        "or",
        "but",
        "who",
        "that",
        "which",
        "to",
        "of",
        "in",
        "on",
        "at",
        "with",
        "as",
        "if",
        "when",
        "while",
        "for",
        "from",
        "the",
        "a",
        "an",
        "my",
        "myself",
        "alone",
        "too",
        "both",
        "not",
        "never",
        "together",
    ]
)
_IRREGULAR = {
    "am": "is", "have": "has", "do": "does", "don't": "doesn't", "haven't": "hasn't", "go": "goes",
    "ain't": "isn't", "were": "was", "weren't": "wasn't", "dont": "doesn't", "havent": "hasn't",
    "gotta": "has to", "wanna": "wants to", "gonna": "is going to", "didnt": "didn't",
    "undergo": "undergoes", "veto": "vetoes", "echo": "echoes",
}  # fmt: skip
_BE_OR_HAD = re.compile(r"(?:been|had|better|\w+ed|\w+en|gone|seen|done|lost|made|left|told|said)$")


def third_person(sentence: str, name: str | None = None, group: str = "others") -> str:
    """``sentence`` with the first person rewritten; ``name`` in place of "the user".

    ``group`` is who "we" are besides the user. Text inside double quotes stays as it is.
    """
    parts = sentence.split('"')
    speaker = _Speaker(name or "the user", group)
    for index in range(0, len(parts), 2):
        parts[index] = speaker.rewrite(parts[index])
    return _capital('"'.join(parts))


class _Speaker:
    """Remembers, inside one sentence, whether the speaker was named already."""

    def __init__(self, name: str, group: str) -> None:
        self._name, self._group = name, group
        self._named = False

    def rewrite(self, text: str) -> str:
        had_present = False

        def replace(match: re.Match[str]) -> str:
            nonlocal had_present
            if match["i"]:
                had_present = had_present or _is_present(match["clitic"], match["verb"])
                return self._subject(match)
            return self._group_subject(match) if match["we"] else self._owned(match["other"])

        rewritten = _FIRST.sub(replace, text)
        return self._agree_coordinated(rewritten) if had_present else rewritten

    def _subject(self, match: re.Match[str]) -> str:
        self._named = True
        clitic, verb, adverbs = match["clitic"] or "", match["verb"] or "", match["adverbs"]
        auxiliary = {"'m": " is", "'ve": " has", "'ll": " will", "'d": " would", "": ""}[clitic]
        if clitic == "'d" and _BE_OR_HAD.match(verb):
            auxiliary = " had"
        if verb and not clitic:
            verb = singular(verb)
        return self._name + auxiliary + adverbs + (f" {verb}" if verb else "")

    def _group_subject(self, match: re.Match[str]) -> str:
        self._named = True
        auxiliary = {"'re": " are", "'ve": " have", "'ll": " will", "'d": " would", None: ""}
        return f"{self._name} and {self._group}{auxiliary[match['wclitic']]}"

    def _owned(self, word: str) -> str:
        word = word.lower()
        if word in {"myself", "ourselves"}:
            return "themselves"
        if word in {"us"}:
            return "them" if self._named else f"{self._name} and {self._group}"
        if word == "me":
            self._named = True
            return self._name
        named, self._named = self._named, True
        if word in {"our", "my"}:
            return "their" if named else f"{self._name}'s"
        return "theirs" if named else f"{self._name}'s"

    def _agree_coordinated(self, text: str) -> str:
        """ "The user gets up and go" -> "… and goes", unless an infinitive stands before."""

        def agree(match: re.Match[str]) -> str:
            before = text[: match.start()]
            clause = before[before.rfind(self._name) :]
            if re.search(
                r"\b(?:to|can|could|will|would|should|must|may|might|doesn't|and others|that|who|don't|they|we|you|people)\b",
                clause,
            ):
                return match[0]
            return match["head"] + singular(match["verb"])

        return _COORDINATED.sub(agree, text)


def singular(verb: str) -> str:
    """The third person singular of an English verb after "I"; past forms and modals unchanged."""
    lower = verb.lower()
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if lower == "read":
        return "reads"
    if lower in _PAST or lower in _NOT_VERB or len(lower) < 2:
        return verb
    if (
        lower.endswith(("ed", "n't", "ly", "ing"))
        and lower not in _BASE_ED
        and lower
        not in {"sing", "bring", "cling", "fling", "ring", "swing", "rely", "reply", "apply", "fly"}
    ):
        return verb
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return verb + "es"
    if lower.endswith("y") and lower[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def _is_present(clitic: str | None, verb: str | None) -> bool:
    if clitic:
        return clitic == "'m"
    return bool(verb) and verb.lower() not in _PAST and singular(verb) != verb if verb else False


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
