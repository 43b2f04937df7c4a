"""Text rules that tell a contradiction or replacement from another fact."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rootmem.reasoners.offline.words import content, stem, stems

_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|without|cannot|\w+n't|hardly|isn't)\b",
    re.IGNORECASE,
)
_LIKES = re.compile(
    r"\b(?:likes?|liked|loves?|loved|enjoys?|enjoyed|adores?|prefers?|fond|keen|fan|favou?rite|into|obsessed|mad about|crazy about|converted|appreciates?|addicted)\b",
    re.IGNORECASE,
)
_DISLIKES = re.compile(
    r"\b(?:hates?|hated|dislikes?|disliked|loathes?|detests?|despises?|can't stand|cannot stand|can't bear|avoids?|sick of|tired of|off|dreads?|bored (?:of|with)|fed up|over it|went off|gone off)\b",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:no longer|not (?:\w+ )*(?:any ?more|any longer)|n't (?:\w+ )*(?:any ?more|any longer)|any ?more|stopped|stops|quit|quits|gave up|given up|gives up|used to|switched|switches|swapped|replaced|"
    r"left (?:their|the|his|her)|left\b|got rid of|sold|cancell?ed|dropped|resigned|retired|fired|laid off|broke up|split up|divorced|separated|moved (?:out|from|to)|moving (?:out|to)|"
    r"ended|over\b|deleted|instead of|instead|off the|died|passed away|lost|recovered|out of the (?:sling|cast)|finished|back (?:on|to)|again)\b",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"\b(?:will|going to|plans?|planning|wants?|would|hopes?|hoping|next (?:week|month|year)|thinking|considering|might|may|maybe|dreams?|could)\b",
    re.IGNORECASE,
)
_FORMER = re.compile(
    r"\b(?:used to|previously|formerly|before (?:that|then)|back (?:then|when)|in the past|when (?:the user|they|\w+) (?:was|were)|as a (?:child|kid|teenager)|ago|once)\b",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\bprefers? (?P<a>.{2,40}?) (?:over|to|than|rather than|instead of) (?P<b>.{2,40}?)(?=[.,;]|$)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\b\d+(?:[.,:]\d+)?\b")
_PROPER = re.compile(r"(?<=[a-z,;:'\d] )[A-ZÀ-Þ][\w'À-ÿ-]+")
_MOVED = re.compile(
    r"\b(?:moved|relocated|moving|moves?)(?: back| out| house| home| recently| again| here| over)*(?: from (?P<old>[\w' -]{2,30}?))? (?:to|into) (?P<new>(?:a |an |the |their )?[\w' -]{2,40}?)(?= with | in | on | last | this | for | because | and | after |[.,;]|$)",
    re.IGNORECASE,
)
_ANTONYMS = tuple(
    (frozenset(a.split()), frozenset(b.split()))
    for a, b in (
        ("single", "married dating engaged relationship girlfriend boyfriend"), ("married", "divorced separated widowed"),
        ("vegetarian vegan pescatarian", "meat steak carnivore omnivore chicken"), ("employ", "unemploy"),
        ("smok", "non-smoker"), ("drink", "sober"), ("own", "sold"), ("home remot remotely", "offic on-sit"),
        ("full-tim", "part-tim"), ("morn", "night-owl"), ("open", "clos"), ("healthy", "sick ill"),
        ("early", "lat"), ("android", "iphon"), ("rent", "bought own"), ("cat", "cat-fre"), ("iphon", "android"),
    )
)  # fmt: skip
_OCCUPATION = r"(?:\w+ ){0,3}?(?:\w+(?:er|or|ist|ian|ant|nurse|chef|vet|cook|clerk|judge|pilot|lawyer|student|coach|ent)|nurse|vet|chef|cook|judge|pilot|doctor|musician|actor|model)"
_SLOTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("employer", r"\b(?:works?|working|employed|got a (?:new )?job|has a (?:new )?job|started(?: working| a (?:new )?job| work)?|new job(?: is)?|joined|job (?:is )?(?:now )?)(?: now| currently| full-time| part-time)* (?:at|for|with) (?:a (?:small |big |large |local )?(?:company|startup|firm) called )?(?P<value>[\w' &.-]{2,40}?)(?= as | in | since | on | because | and | now | for | where | which | last | this |[.,;]|$)"),
        ("occupation", rf"\b(?:works? (?:now )?as|working as|is (?:now )?(?:working as )?|became|started as|got a job as|job is|hired as|promoted to) ?(?:an?|the)? ?(?P<value>{_OCCUPATION})(?= at | in | for | with | and |[.,;]|$)"),
        ("workplace", r"\b(?:works?|working|work(?:s|ing)? (?:\w+ )?|has to be|be|back) (?:remotely )?(?P<value>from home|remotely|(?:at|in|from) the office|on-?site|at home)\b"),
        ("home", r"\b(?:lives?|living|resides?|is based|based|settled|home is|home town is|hometown is)(?: now| currently| alone| together| happily)* (?:in|at) (?P<value>[\w' -]{2,40}?)(?= with | near | since | for | because | and | now | on |[.,;]|$)"),
        ("partner", r"\b(?:dating|married to|engaged to|(?:boyfriend|girlfriend|partner|wife|husband|fianc[eé]e?)(?: is|'s name is| is called| is named|,)?) (?P<value>[A-Z]\w+)"),
        ("relationship", r"\b(?:is|am|are|got|now) (?:now |currently |happily |newly |still |again )*(?P<value>single|married|divorced|engaged|widowed|separated|in a relationship)\b"),
        ("diet", r"\b(?:is|went|became|turned|going|follows?|on|been|eats?|switched to|now) (?:now |a |an |strictly |still |fully |mostly |the )*(?P<value>vegan|vegetarian|pescatarian|omnivore|carnivore|keto|ketogenic|paleo|flexitarian|meat again)\b"),
        ("age", r"\b(?:is|turned|just turned) (?:now )?(?P<value>\d{1,3}|[a-z]+-[a-z]+)(?: years old)?(?=[.,;]|$| years old| today| now)"),
        ("phone", r"\b(?:uses?|has|bought|got|switched to|phone is|upgraded to)(?: now| an?| the| new| their)* (?P<value>iphone(?: \w+)?|android(?: phone)?|samsung(?: \w+)*|pixel(?: \w+)?|fairphone|nokia|oneplus)\b"),
        ("car", r"\b(?:drives?|car is)(?: now| an?| the| new)* (?P<value>[A-Z][\w-]+(?: [\w-]+)?)(?=[.,;]|$| to )"),
        ("name", r"\b(?:is called|name is|named|goes by) (?P<value>[A-ZÀ-Þ][\w'-]+)"),
        ("email", r"\b(?:e-?mail)(?: address)?(?: is)?(?: now)? (?P<value>\S+@\S+\w)"),
        ("phone number", r"\b(?:phone number|number|mobile)(?: is)?(?: now)? (?P<value>\+?[\d -]{6,})"),
    )
)  # fmt: skip
_FAVOURITE = re.compile(
    r"\bfavou?rite (?P<what>[\w -]{2,30}?)(?: of all time)? (?:is|are|has become|became|used to be|was) (?:now |still |definitely |always )?(?P<value>[^.,;]{1,60})",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"\b(?:their|'s|the) (?P<what>(?:home ?town|address|dose|dosage|budget|salary|rent|weight|bedtime|wedding date|deadline|due date|shift|schedule|commute|hair(?: colou?r)?|password hint|time ?zone|goal|manager|boss|landlord|doctor|therapist|dentist|insurance|bank|major|blood type|shoe size|nickname)) (?:is|was|went|has|will be|changed|got)(?: now| currently)* (?P<value>[^.,;]{1,60})",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Reading:
    """What a statement says that can be compared with another's."""

    text: str
    stems: frozenset[str]
    polarity: int
    ends: bool
    former: bool
    future: bool
    numbers: frozenset[str]
    names: frozenset[str]
    slots: dict[str, str]
    over: tuple[frozenset[str], frozenset[str]] | None


def read(text: str, owner: str = "") -> Reading:
    """The features of a third-person statement; ``owner`` (its subject) is no content."""
    own = {stem(word.lower()) for word in re.findall(r"\w+", owner)}
    over = _OVER.search(text)
    return Reading(
        text=text,
        stems=stems(text) - own,
        polarity=_polarity(text),
        ends=bool(_ENDS.search(text)),
        former=bool(_FORMER.search(text)),
        future=bool(_FUTURE.search(text)),
        numbers=frozenset(_NUMBER.findall(text)),
        names=frozenset(n.removesuffix("'s").lower() for n in _PROPER.findall(text)) - own,
        slots=_slots(text),
        over=(stems(over["a"]), stems(over["b"])) if over else None,
    )


def differs(new: Reading, old: Reading) -> bool:
    """Whether something countable or named differs, so that the two cannot say the same."""
    if new.polarity != old.polarity or new.ends != old.ends or new.future != old.future:
        return True
    if (new.numbers and old.numbers and new.numbers != old.numbers) or _opposed(new, old):
        return True
    if bool(new.names - old.names) and bool(old.names - new.names):
        return True
    return any(
        not _same_value(value, old.slots[slot])
        for slot, value in new.slots.items()
        if slot in old.slots
    ) or _turned(new, old)


def replaces(new: Reading, old: Reading) -> str:
    """Why ``new`` makes ``old`` obsolete; "" where it does not."""
    if new.former and not new.ends:
        return ""
    for slot, value in new.slots.items():
        if (
            slot in old.slots
            and not _same_value(value, old.slots[slot])
            and not new.future
            and not old.former
        ):
            return f"another {slot}"
    if _turned(new, old):
        return "the preference is the other way round"
    shared = _topic(new) & _topic(old)
    if not shared:
        return ""
    covered = len(shared) / max(1, min(len(_topic(new)), len(_topic(old))))
    if new.polarity * old.polarity < 0 and covered >= 0.5:
        return "the opposite"
    if _opposed(new, old) and not new.future and (covered >= 0.4 or len(shared) >= 2):
        return "the opposite state"
    if new.ends and not old.ends and not new.future and covered >= 0.5 and old.polarity >= 0:
        return "it ended"
    return ""


def _polarity(text: str) -> int:
    """+1 liking or doing, -1 disliking or not, with negations turning it round."""
    negative = len(_NEGATION.findall(text)) % 2 == 1
    likes = (
        -1
        if _DISLIKES.search(text)
        and not re.search(r"\b(?:can't|cannot) (?:stand|bear)\b", text, re.IGNORECASE)
        else 1
    )
    if re.search(r"\b(?:can't|cannot) (?:stand|bear)\b", text, re.IGNORECASE):
        return -1
    if re.search(
        r"\bcan't get enough\b|\bnot only\b|\bno longer (?:hates?|dislikes?)", text, re.IGNORECASE
    ):
        return 1
    if re.search(r"\bno longer\b|\b(?:stopped|quit|gave up)\b", text, re.IGNORECASE):
        return -likes
    return -likes if negative else likes


_FEELING = frozenset(
    stem(w)
    for w in ["love", "loves", "like", "likes", "hate", "hates", "dislike", "enjoy", "enjoys", "adore", "prefer", "prefers", "favourite", "favorite", "fan", "avoid", "avoids", "never", "always", "stand", "bear", "loathe", "longer", "anymore", "stopped", "quit", "gave", "used", "today", "yesterday", "year", "week", "month", "time", "day", "ago", "new", "again", "back", "started", "absolutely", "definitely", "eat", "eats", "eating", "drink", "drinking"]
)  # fmt: skip


def _topic(reading: Reading) -> frozenset[str]:
    topic = reading.stems - _FEELING
    return topic or reading.stems


def _opposed(new: Reading, old: Reading) -> bool:
    return any(
        (new.stems & a and old.stems & b and not old.stems & a and not new.stems & b)
        or (new.stems & b and old.stems & a and not old.stems & b and not new.stems & a)
        for a, b in _ANTONYMS
    )


def _turned(new: Reading, old: Reading) -> bool:
    """ "prefers tea over coffee" after "prefers coffee over tea"."""
    if new.over is None or old.over is None:
        return False
    return bool(new.over[0] & old.over[1]) and bool(new.over[1] & old.over[0])


def _slots(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    moved = _MOVED.search(text)
    if moved is not None and not _FUTURE.search(text[: moved.end()]):
        found["home"] = moved["new"]
    for name, pattern in _SLOTS:
        match = pattern.search(text)
        if match is not None:
            found.setdefault(name, match["value"])
    favourite = _FAVOURITE.search(text)
    if favourite is not None:
        found["favourite " + stem(favourite["what"].lower())] = favourite["value"]
    attribute = _ATTRIBUTE.search(text)
    if attribute is not None:
        found[attribute["what"].lower()] = attribute["value"]
    return found


def _same_value(one: str, other: str) -> bool:
    a, b = set(map(stem, content(one))), set(map(stem, content(other)))
    return a <= b or b <= a if a and b else one.strip().lower() == other.strip().lower()
