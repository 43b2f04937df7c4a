"""Type, strength and condition of a statement, read off its words [Q 3.3]."""

from __future__ import annotations

import re

from rootmem.model import EntryType

_PREFERENCE = re.compile(
    r"\b(?:(?:dis)?likes?|(?:dis)?liked|love[sd]?|hate[sd]?|loathes?|adores?|enjoy(?:s|ed)?|prefer(?:s|red)?|"
    r"favou?rites?|fave|can't (?:stand|bear)|cannot (?:stand|bear)|avoids?|refuses?|"
    r"(?:is|am|are|'m|'re) (?:really |so |very |totally |quite |a bit |not )*"
    r"(?:into|fond of|keen on|a fan of|a big fan of|huge fan|big fan|mad about|crazy about|obsessed with|allergic to mornings|"
    r"sick of|tired of|picky|partial to|not a fan|passionate about|a sucker for)|fan of|"
    r"doesn't (?:eat|drink|do|want|like|care for|touch|wear|watch|use)|"
    r"don't (?:eat|drink|do|want|like|care for|touch|wear|watch|use)|never (?:eats?|drinks?|wears?|watches|touch(?:es)?)|"
    r"would rather|'d rather|can't get enough|not my (?:thing|cup of tea)|my (?:thing|cup of tea|jam)|"
    r"(?:the user's|their) (?:thing|cup of tea|jam)|"
    r"would (?:really |still )?(?:love|like|prefer)|appreciates?|go-to|the best|vegan|vegetarian|pescatarian|"
    r"no \w+ for (?:me|the user)|drives? (?:me|the user) (?:mad|crazy|nuts)|comfort food|guilty pleasure|"
    r"soft spot|dreads?|craves?|misses|wants? (?:a|to)|craving)\b",
    re.IGNORECASE,
)
_NOT_PREFERENCE = re.compile(
    r"\b(?:would like to (?:know|ask|thank|see if)|looks? like|feels? like|felt like|sounds? like|"
    r"seems? like|like (?:a|an|the|that|this|when|in|before)\b(?! to)|my love|beloved|in love|fell in love|"
    r"loved ones?|like (?:my|our|their) )",
    re.IGNORECASE,
)
_STRONG_PREFERENCE = re.compile(
    r"\b(?:loves?|hates?|prefers?|favou?rite|can't stand|avoids?|likes? (?!a |an |the |that |when )|"
    r"dislikes?|enjoys?|adores?|fond of|keen on|fan of|would rather)\b",
    re.IGNORECASE,
)
_INSIGHT = re.compile(
    r"\b(?:(?:I|the user|they|we)(?:'ve| have| has)? (?:finally |just |also |really )?"
    r"(?:learn(?:ed|t)|reali[sz]ed?|figured out|came to see|come to see|understood|found out) (?:that|how|it's|not|over|the hard way|I|to|never|when)|"
    r"taught (?:me|the user|us) (?:that|to|how|the|about|a lot)|(?:makes?|made) (?:me|the user) (?:realize|realise)|"
    r"what (?:really )?matters(?: most)? (?:to|for|is)|matters? (?:most|more) to|"
    r"more important(?:ly)? (?:to|than|for)|the most important thing|lesson|my (?:rule|motto|principle|philosophy)|"
    r"(?:the user's|their) (?:rule|motto|principle|philosophy)|as a rule|rule of thumb|"
    r"i(?:'d| would) rather .{2,60} than|(?:I|the user) (?:would )?rather .{2,60} than|"
    r"the key (?:to|is)|i believe (?:that|in)|believes (?:that|in)|values? .{2,40} (?:over|more than)|"
    r"trusts? .{2,40} more than|it's worth|works best for (?:me|the user)|only way (?:I|the user))\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"\b(?:cho(?:se|ose|oses)|decid(?:e|es|ed)|picked|picks|opt(?:s|ed)?|prefers?|always|never|avoids?|"
    r"quit|quits|stop(?:s|ped)|switch(?:es|ed)|went with|goes with|refuses?|refused|"
    r"go with|turned down|gave up|gives up|rather|only (?:buy|use|eat|drink|book|take|work|read)s?|"
    r"makes? sure|keeps?|likes?|loves?|hates?|enjoys?|doesn't|don't|won't|insists?|takes?|buys?)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because|so that|so (?:I|the user|we) (?:can|don't|doesn't|won't)|since (?:I|it|that|the user|they|my|their|there)\b|"
    r"otherwise|in order to|that's why|which is why|, as (?:I|it|the user|they) )",
    re.IGNORECASE,
)
_FIRM = re.compile(
    r"\b(?:never|always|allergic|allerg(?:y|ies)|anaphyla\w+|diagnosed|must(?:n't)?|can't|cannot|"
    r"not allowed|forbidden|intoleran\w+|diabet\w+|epilep\w+|asthma\w*|pregnant|deaf|blind|celiac|coeliac|"
    r"phobia|terrified|every (?:single )?(?:day|night|morning|week)|hates?|absolutely|definitely|"
    r"wheelchair|medication|insulin|promised|vow(?:ed)?|refuses?|vegan|vegetarian|kosher|halal|"
    r"died|passed away|lost (?:my|their|the user's)|sober|quit|no longer|won't)\b",
    re.IGNORECASE,
)
_SOFT = re.compile(
    r"\b(?:maybe|might|may (?:be|have)|perhaps|probably|possibly|thinking (?:of|about)|considering|"
    r"not sure|i guess|i think|thinks|kind of|kinda|sort of|a bit|would like|'d like|would love|'d love|"
    r"one day|someday|some day|hoping|hopes?|wonder(?:s|ing)?|could|dream(?:s|ing)? of|tempted)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"(?:^|[ ,])(?P<clause>(?:when(?:ever)?|if|unless|while|during|as long as|as soon as|every time|except(?: when| on| in| for)?|only (?:when|if|on|at|in|after|before|with)|"
    r"on (?:week(?:days|ends)|(?:mon|tues|wednes|thurs|fri|satur|sun)days|planes|trains|flights|holidays?|work days|school nights)|"
    r"at (?:work|home|night|school|the office|the weekend|weekends|parties)|"
    r"in (?:the (?:morning|evening|afternoon|summer|winter|spring|autumn|fall|office|car|dark|cold|heat|rain)s?|winter|summer|spring|autumn|public|bed)|"
    r"(?:before|after) (?:bed|work|lunch|dinner|breakfast|meals|(?:a )?\w+ing|\d{1,2}(?::\d\d)? ?(?:am|pm|o'clock)?|noon|midnight)|outside (?:work|of work))"
    r"\b[^.;!?]*)",
    re.IGNORECASE,
)
_PAST_CLAUSE = re.compile(
    r"^(?:when|while|if|as soon as|every time|whenever) (?:\S+ ){1,4}?(?:was|were|had|got|came|went|did|saw|heard|left|started|\w+ed|wasn't|turned|lost|moved|died)\b"
    r"|^during (?:the|my|our|their|that|last|this) (?:last |past |first )?(?:war|pandemic|lockdown|trip|week|month|year)",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    r",(?= (?:and |but |so )?(?:the user|i|my|they|he|she|it|we)\b)|,? (?:but|because)\b",
    re.IGNORECASE,
)


def kind(sentence: str) -> EntryType:
    """Insight (a principle, or a choice with its reason) before preference before factual."""
    if _INSIGHT.search(sentence):
        return "insight"
    if _REASON.search(sentence) and _CHOICE.search(sentence):
        return "insight"
    if _PREFERENCE.search(sentence) and (
        _STRONG_PREFERENCE.search(sentence) or not _NOT_PREFERENCE.search(sentence)
    ):
        return "preference"
    return "factual"


def strength(sentence: str) -> float:
    """How firmly it was said and how much it constrains, in [0, 1]; 0.5 is a plain statement."""
    value = 0.5 + 0.35 * bool(_FIRM.search(sentence)) - 0.25 * bool(_SOFT.search(sentence))
    return round(min(1.0, max(0.1, value)), 2)


def condition(statement: str) -> str:
    """The clause that limits when the (third person) statement holds; "" where it always does."""
    for match in _CONDITION.finditer(statement):
        clause = match["clause"].strip()
        if _PAST_CLAUSE.match(clause):
            continue
        cut = _CLAUSE_END.search(clause)
        clause = clause[: cut.start()] if cut else clause
        return clause.strip(" ,.-")
    return ""
