"""English sentences to the statements in them: leads cut off, clauses apart, subjects put back."""

from __future__ import annotations

import re

_LEAD = re.compile(
    r"^(?:(?:hi|hey|hello|yo|oh|ah|aw+|well|so|ok(?:ay)?|yes|yeah|yep|yup|yea|no|nope|nah|haha+|lol|wow|um+|uh+|hm+|ha|right|sure|exactly|"
    r"absolutely|definitely|totally|anyway|anyways|besides|honestly|frankly|actually|basically|seriously|luckily|unfortunately|sadly|fortunately|thankfully|"
    r"thanks(?: so much| a lot| for (?:asking|that|the \w+))?|thank you(?: so much)?|god|gosh|man|dude|btw|by the way|also|plus|and|but|oh and|other news|big news|good news|bad news|news|update|"
    r"to be (?:honest|fair|clear)|tbh|in fact|of course|you know(?: what)?|guess what|i mean|speaking of which|on another note|just so you know|great|cool|nice|awesome|perfect|true|same here|noted|glad to hear it|"
    r"for me personally|the thing is|quick intro(?:duction)?|new here|as i said|as you know|i must (?:say|admit)|i have to (?:say|admit)|i admit)"
    r"(?:(?:,)? (?:[A-Z][a-z]+(?= ?[,!.:])))?\s*(?:[,:!;.–-]+\s*|(?:(?<=\bso)|(?<=\band)|(?<=\bbut)|(?<=\bwell)|(?<=\boh)|(?<=\balso)|(?<=\bactually)|(?<=\bhonestly)|(?<=\byeah)|(?<=\bsadly)|(?<=\bluckily)|(?<=\banyway)|(?<=\bplus)|(?<=\bbtw))\s+))+",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"(?:,? (?:lol|haha+|btw|by the way|though|you know|to be honest|tbh|i guess|thanks?|thank you|please|[A-Z][a-z]+(?=[.!]*$)(?<=, \w\w\w\w)))+(?=[.!]*$)|[\s😂🤣😅😊😍🥰❤️🎉🙂😀👍🙏✨🔥]+$"
)
_INSERTED = re.compile(
    r",? (?:by the way|btw|to be honest|tbh|you know|I mean|honestly|of course),", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"(?:;\s+|\s[–—-]{1,2}\s|,\s+(?:and|but|so)\s+|,\s+|\s+but\s+|\s+and\s+)(?=(?:I|I'm|I've|I'd|I'll|my|we|our|we're|we've)\b(?! (?:guess|think|mean|know|suppose|hope|believe|swear)\b))"
)
_HANGING = re.compile(
    r"^(?:when|if|because|since|while|after|before|as|although|even|though|once|until|unless|where|that|whenever|every time|with|in|on|at|for|by|from|due|ever|the first|the last|last|next|this|one|until)\b",
    re.IGNORECASE,
)
_TIED = re.compile(
    r"\b(?:so|that|because|since|when|if|than|whether|what|how|why|which|who|like|said|says|told|think|know|hope|and|or)$",
    re.IGNORECASE,
)
_HAS_VERB = re.compile(
    r"\b(?:I|we|my \w+|our \w+)\b|'(?:m|s|re|ve)\b|\b(?:is|was|are|were|has|have|had)\b",
    re.IGNORECASE,
)
_ELIDED = (
    (re.compile(r"^(?:[Gg]onna|[Gg]oing to|[Pp]lanning|[Tt]hinking (?:of|about)|[Ll]ooking (?:into|forward|at|for)|[Tt]rying|[Ww]orking|[Hh]oping|[Gg]etting|[Ss]till \w+ing|[Jj]ust \w+ing|[Cc]urrently|[Ss]tudying|[Ll]earning|[Ss]aving|[Mm]oving|[Tt]raining|[Ff]eeling) "), "I'm "),
    (re.compile(r"^(?:[Bb]een) (?=\w+(?:ing|ed)\b|to |a |in |there|on |so |really |busy)"), "I've "),
    (re.compile(r"^(?:[Jj]ust |[Rr]ecently |[Ff]inally |[Aa]lready |[Aa]lso |[Ll]ast \w+ )?(?:[Gg]ot|[Ww]ent|[Ss]tarted|[Ss]aw|[Mm]ade|[Bb]ought|[Tt]ook|[Jj]oined|[Mm]et|[Ff]ound|[Ff]inished|[Vv]isited|[Tt]ried|[Dd]id|[Cc]ame|[Qq]uit|[Ll]ost|[Mm]oved|[Ww]atched|[Ss]igned|[Bb]ooked|[Ll]earn(?:ed|t)|[Rr]ead|[Aa]te|[Hh]ad|[Ss]pent|[Dd]ecided|[Ww]on|[Pp]assed|[Cc]hecked out|[Hh]ung out|[Ww]rote|[Pp]layed|[Aa]dopted|[Bb]roke|[Ff]ell) (?!it\b|you\b|ya\b|by\b|up\?)"), "I "),
    (re.compile(r"^(?:[Cc]an't stand|[Ll]ove(?= \w+ing\b| (?:to|the|a|my)\b)|[Hh]ate(?= )|[Pp]refer|[Nn]eed to|[Ww]ant to|[Ll]ike to|[Ll]ive in|[Ww]ork (?:as|at|for|in)|[Dd]on't (?:like|eat|drink|want|have)|[Ee]njoy(?:ed)?) "), "I "),
    (re.compile(r"^(?:[Aa]llergic to|[Ii]nto|[Bb]orn in|[Oo]riginally from|[Mm]arried|[Vv]egan|[Vv]egetarian|[Dd]iabetic|[Bb]usy with|[Ss]wamped with) ?"), "I'm "),
)  # fmt: skip
_REFUSES = re.compile(r"^[Nn]o (?:more )?(?P<what>[\w' -]{2,40}?) for me\b(?P<rest>[^.!?]*)")
_MARKS = re.compile(r"\bi\b(?=['\s])|^i(?='m|'ve|'ll|'d)")
_SLANG = re.compile(r"\b(?:i'?m|im|ive|dont|cant|didnt|doesnt|isnt|wasnt|i'?ve)\b", re.IGNORECASE)
_SLANG_FORMS = {"im": "I'm", "ive": "I've", "dont": "don't", "cant": "can't", "didnt": "didn't", "doesnt": "doesn't", "isnt": "isn't", "wasnt": "wasn't", "i'm": "I'm", "i've": "I've"}  # fmt: skip
_LEAVE_OUT = re.compile(r"^(?:I|My|We|The|It's|It is)\W*$")


def tidy(sentence: str) -> str:
    """The sentence without lead ("Anyway, by the way:"), trail ("lol") and careless spelling."""
    sentence = _SLANG.sub(lambda found: _SLANG_FORMS.get(found[0].lower(), found[0]), sentence)
    sentence = _MARKS.sub("I", sentence)
    lead = _LEAD.match(sentence)
    sentence = sentence[lead.end() :] if lead else sentence
    sentence = _INSERTED.sub("", sentence)
    sentence = _TRAIL.sub("", sentence).strip()
    return sentence[:1].upper() + sentence[1:]


def clauses(sentence: str) -> list[str]:
    """The independent first-person clauses of a sentence, each a statement by itself."""
    if len(sentence) < 30:
        return [sentence]
    pieces: list[str] = []
    start = 0
    for match in _CLAUSE.finditer(sentence):
        head, tail = sentence[start : match.start()].strip(), sentence[match.end() :]
        joined_by_comma = match[0].strip() in {",", "and"}
        if (
            len(head.split()) < 3
            or len(tail.split()) < 4
            or _HANGING.match(head)
            or _TIED.search(head)
            or not _HAS_VERB.search(head)
            or (joined_by_comma and match[0].strip() == "and" and " that " in head)
            or match[0].strip() == ", so"
            or head.count('"') % 2
            or head.count("(") != head.count(")")
        ):
            continue
        pieces.append(head)
        start = match.end()
    pieces.append(sentence[start:].strip())
    return [piece[:1].upper() + piece[1:] for piece in pieces]


def with_subject(sentence: str) -> str:
    """The elided first person put back: "Went to Rome" -> "I went to Rome"."""
    refused = _REFUSES.match(sentence)
    if refused is not None:
        return f"I don't want {refused['what']}{refused['rest'].rstrip(',. ').removesuffix(', thanks')}."
    for pattern, subject in _ELIDED:
        if pattern.match(sentence):
            return subject + sentence[:1].lower() + sentence[1:]
    return sentence


def worth(sentence: str) -> bool:
    """Whether there are enough words left to say something."""
    words = sentence.split()
    return len(words) >= 3 and not _LEAVE_OUT.match(sentence)
