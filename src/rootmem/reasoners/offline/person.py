"""English first person into third: "I am allergic to my cat" -> "The user is allergic to …"."""

from __future__ import annotations

import re

from rootmem.reasoners.offline.lexicon import anyof, cue, words

_ADVERB = anyof("grammar", "adverb")
_FIRST = re.compile(
    r"(?<![\w'.-])(?:"
    rf"(?P<i>[Ii])(?P<clitic>'(?:m|ve|d|ll))?(?![\w'-])(?P<adverbs>(?:,?\s+{_ADVERB}\b)*)"
    r"(?:\s+(?P<verb>(?!(?:my|our|me|mine|myself|I|we|us)\b)[A-Za-z]+(?:'t)?))?"
    r"|(?P<we>[Ww]e)(?P<wclitic>'(?:re|ve|d|ll))?"
    r"|(?P<other>[Mm]y|[Mm]ine|[Mm]e|[Mm]yself|us|[Oo]ur|[Oo]urs|[Oo]urselves)"
    r")(?![\w'])"
)
_COORDINATED = re.compile(
    rf"(?P<head>,? (?:and|but|or|then|so)(?: {_ADVERB})* |, (?=(?:love|hate|like|prefer|need)\b))"
    rf"(?P<verb>{anyof('grammar', 'coordinated')})(?![\w'])"
)
_BLOCKS = re.compile(rf"\b{anyof('grammar', 'no agreement after')}\b|[;:]")
_PAIR = re.compile(r"^(?:[^.,;]*, )?[^.,;]{2,50} and $")
_FINITE = cue("grammar", "finite", r"(?<!\w){}(?!\w)|'(?:m|s|re|ve|ll|d)\b")
_PAST = words("grammar", "past") | words("grammar", "auxiliary")
_VERB_IN_ED = words("grammar", "verbs in ed or ing")
_NO_VERB = words("grammar", "no verb")
_IRREGULAR = {
    "am": "is", "have": "has", "do": "does", "don't": "doesn't", "haven't": "hasn't", "go": "goes",
    "ain't": "isn't", "were": "was", "weren't": "wasn't", "gotta": "has to", "wanna": "wants to",
    "gonna": "is going to", "undergo": "undergoes", "veto": "vetoes", "echo": "echoes",
}  # fmt: skip
_PARTICIPLE = re.compile(r"(?:been|had|better|\w+ed|\w+en|gone|seen|done|lost|made|left|told)$")
_AUXILIARY = {"'m": " is", "'ve": " has", "'ll": " will", "'d": " would", "'re": " are", "": ""}


def third_person(sentence: str, name: str | None = None, group: str = "others") -> str:
    """``sentence`` with the first person rewritten; ``name`` in place of "the user".

    ``group`` is who "we" are besides the user. Text inside double quotes stays as it is.
    """
    parts = sentence.split('"')
    speaker = _Speaker(name or "the user", group)
    for index in range(0, len(parts), 2):
        parts[index] = speaker.rewrite(parts[index])
    text = '"'.join(parts)
    return text[:1].upper() + text[1:]


class _Speaker:
    """Remembers, inside one sentence, whether the speaker was named already."""

    def __init__(self, name: str, group: str) -> None:
        self._name, self._group = name, group
        first = name.split()[0]
        self._short = name if first.lower() == "the" else first
        self._named = False

    def rewrite(self, text: str) -> str:
        pieces: list[str] = []
        at = 0
        present = False
        for match in _FIRST.finditer(text):
            pieces.append(self._agreeing(text[at : match.start()], present))
            at = match.end()
            if match["i"] and _paired(text[: match.start()]):
                pieces.append(self._beside(match))
            elif match["i"]:
                pieces.append(self._subject(match))
                present = _is_present(match["clitic"] or "", match["verb"] or "")
            else:
                pieces.append(self._plural(match) if match["we"] else self._owned(match["other"]))
                present = present and match["we"] is None
        return "".join((*pieces, self._agreeing(text[at:], present)))

    def _subject(self, match: re.Match[str]) -> str:
        name = self._short if self._named else self._name
        self._named = True
        clitic, verb = match["clitic"] or "", match["verb"] or ""
        auxiliary = _AUXILIARY[clitic]
        if clitic == "'d" and _PARTICIPLE.match(verb):
            auxiliary = " had"
        if not clitic:
            verb = "read" if _reads_back(verb, match) else singular(verb)
        return name + auxiliary + match["adverbs"] + (f" {verb}" if verb else "")

    def _beside(self, match: re.Match[str]) -> str:
        """ "Ruth and I have": the verb stays plural."""
        self._named = True
        return self._name + match[0][1:]

    def _plural(self, match: re.Match[str]) -> str:
        self._named = True
        auxiliary = _AUXILIARY[match["wclitic"] or ""].replace(" has", " have")
        return f"{self._name} and {self._group}{auxiliary}"

    def _owned(self, word: str) -> str:
        word = word.lower()
        if word in {"myself", "ourselves"}:
            return "themselves"
        if word == "us":
            return "them" if self._named else f"{self._name} and {self._group}"
        named, self._named = self._named, True
        if word == "me":
            return self._name
        if named:
            return "theirs" if word in {"mine", "ours"} else "their"
        return f"{self._name}'s"

    def _agreeing(self, text: str, present: bool) -> str:
        """ "gets up and go" -> "gets up and goes", unless another verb or subject stands before."""

        def agree(match: re.Match[str]) -> str:
            blocked = _BLOCKS.search(text[: match.start()])
            fixed = match["verb"] in {"am", "haven't"}
            if (blocked or not present) and not fixed:
                return match[0]
            return match["head"] + singular(match["verb"])

        return _COORDINATED.sub(agree, text) if present or self._named else text


def singular(verb: str) -> str:
    """The third person singular of an English verb after "I"; past forms and modals unchanged."""
    lower = verb.lower()
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if lower in _PAST or lower in _NO_VERB or len(lower) < 2:
        return verb
    if lower.endswith(("ed", "n't", "ly", "ing")) and lower not in _VERB_IN_ED:
        return verb
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return verb + "es"
    if lower.endswith("y") and lower[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def _reads_back(verb: str, match: re.Match[str]) -> bool:
    """Whether "read" is a past form: "I read about it", "I just read", "I read one yesterday"."""
    if verb != "read":
        return False
    after = match.string[match.end() : match.end() + 60]
    dated = re.search(r"\b(?:yesterday|last|ago|in (?:19|20)\d\d|recently|already)\b", after)
    return bool(
        (match["adverbs"] and "just" in match["adverbs"]) or after.startswith(" about") or dated
    )


def _paired(before: str) -> bool:
    """Whether the text before "I" is the other half of its subject ("Ruth and I")."""
    return bool(_PAIR.match(before)) and not _FINITE.search(before)


def _is_present(clitic: str, verb: str) -> bool:
    if clitic:
        return clitic == "'m"
    return verb.lower() not in _PAST and singular(verb) != verb
