"""English sentences that say nothing about anybody: questions, requests, courtesies, jokes."""

from __future__ import annotations

import re

_QUESTION_WORD = (
    r"(?:what|how|where|which|who|whom|whose|when|why|can|could|would|should|shall|do|does|did|is|are|"
    r"was|were|will|have you|has|any|got any|am i|may i|might|isn't|aren't|don't|doesn't|won't|"
    r"wouldn't|couldn't|haven't|right|you know|okay|ok|no|huh|eh)"
)
_QUESTION_TAIL = re.compile(
    rf"(?:,|;|:|\s[-–—])\s*(?:and |so |but |then |or )*{_QUESTION_WORD}\b[^,;]*(?:,[^,;]*)*\?\W*$",
    re.IGNORECASE,
)
_OPENING_QUESTION = re.compile(
    r"^(?:and |so |but |then |or |ok(?:ay)?,? |well,? |hey,? |also,? |hi,? )*"
    r"(?:what(?:'s| is| are| was| were| do| does| did| should| would| can| could| about| if| kind)\b|"
    r"how (?:do|does|did|can|could|would|should|is|are|was|were|about|come|many|much|long|far|old|often)\b|how's|"
    r"where(?:'s| is| are| do| can)\b|which (?:one|is|are|of|do)\b|who(?:'s| is| are| was| do)\b|why (?:is|are|do|does|did|not|don't|can't)\b|when(?:'s| is| are| do| does| did| will| should)\b|"
    r"(?:can|could|would|will|do|did|are|have|were|should|shall|may) (?:you|we|i|they|he|she|it|there|the|this|that|your|these|those)\b|"
    r"(?:is|was|does|has|isn't|aren't|don't you|doesn't) (?:it|that|this|there|he|she|the|your|anyone|anybody|you)\b|"
    r"what |any (?:idea|tips?|advice|suggestions?|recommendations?|chance|plans?)\b|anything |ever )",
    re.IGNORECASE,
)
_REMEMBER = re.compile(
    r"^(?:please |also |and |oh,? |just |so )*(?:remember(?: that|:|,)?|keep in mind(?: that|:|,)?|bear in mind(?: that|:|,)?|note(?: that|:|,)|"
    r"for the record[,:]?|fyi[,:]?|for your information[,:]?|just so you know[,:]?|you should know(?: that|:|,)?|"
    r"don't forget(?: that|:|,)?|be aware(?: that|:|,)?|make a note(?: that| of|:|,)?|to be clear[,:]?|"
    r"(?:did i (?:mention|tell you)|have i told you)(?: that)?|let me tell you(?: that|:|,)|"
    r"i(?:'ve| have)? (?:already )?(?:told|mentioned to) you(?: before| earlier)?(?: that)?|as (?:i said|you know|i mentioned)(?: before)?[,:]?|"
    r"(?:i )?(?:just )?wanted to (?:tell|let) you (?:know )?that|i should (?:mention|add|say)(?: that|:|,)?|"
    r"(?:the )?(?:truth|fact|thing|problem|point) is(?: that)?[,:]?|turns out(?: that)?[,:]?|by the way[,:]?|btw[,:]?) *"
    r"(?=(?:i|i'm|i've|my|we|our|the|he|she|they|[A-Z])\b)",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"^(?:(?:and|so|but|then|now|ok(?:ay)?|well|hey|also|please|just|right|quick one|first|next|anyway|alright|great|thanks|perfect|cool|yes|no|hi|hello|kindly|good)[,:!]? )*"
    r"(?:please\b|tell me|give me|show me|help me|explain|write|rewrite|rephrase|summari[sz]e|translate|draft|list\b|"
    r"find (?:me|a|an|some|out)|suggest|recommend|remind me|let me (?:know|see|ask)|check (?:this|the|my|if|whether|it|that|out)|convert|turn (?:the|this|it|\")|fix (?:this|the|my|it)|"
    r"compare|describe|create|generate|make (?:it|this|that|me|a|an|the|sure)|add (?:a|the|it|this|some|more)|change (?:the|it|this)|remove|delete|forget (?:that|it|about|what|everything)|ignore|"
    r"ask me|guess|look (?:at|up)|search|calculate|solve|define|compose|act as|pretend|respond|answer|reply|continue|go (?:on|ahead)|"
    r"stop (?:asking|it|that|saying|doing)|don't (?:worry|answer|tell|ask|be|use|say|mention|you|write|let|give|forget|include|stop)|do not (?:use|include|mention|write|answer|reveal)|use (?:the|a|this|more|less|simple)|"
    r"put (?:this|it|that)|set (?:a|an|the|up)|schedule|book (?:me|a|the|us)|order|play|open|send|call (?:me|it)|read (?:this|me)|proofread|correct|"
    r"keep (?:it|going|up|on|me|that|pushing|doing|at|shining)|take (?:care|a look|your time|it easy|this|that)|have (?:a|fun|you|some)|be (?:honest|safe|careful|brief|sure|kind|yourself)|come on|"
    r"enjoy|good luck|wait|hold on|imagine|suppose|picture this|say,|think (?:of|about)|consider|trust me|believe me|wish me|let's\b|you (?:can|should|could|might)|sit down|try (?:to|it|this|that|again)|"
    r"i(?:'d| would) (?:like|love) (?:you|your|to (?:know|ask|hear|see (?:some|your|it|that)))|i (?:need|want) (?:you|your|help|some help|an? (?:\w+ )?(?:answer|recipe|recommendation|suggestion|summary|list|explanation|translation|quick|good way))|"
    r"i(?:'m| am|'ve been)? (?:just )?(?:looking for (?:advice|suggestions|tips|a (?:good )?recommendation|ideas|help)|asking|wondering|curious)|"
    r"i (?:have|had|got|'ve|'ve got) (?:a|one|another|some|a few|two)? ?(?:quick |more |last |serious |small |other )*questions?|i was wondering|i wonder|"
    r"i (?:want|need|would like|'d like) to (?:ask|know|understand)|question:|(?:last|quick|one more|another) (?:question|one|thing))",
    re.IGNORECASE,
)
_ELSEWHERE_REQUEST = re.compile(
    r"\b(?:can you|could you|would you|will you|please (?:tell|give|help|write|show|explain|list|suggest|find|check|make|do)|tell me (?:how|what|why|about|if)|let me know|give me (?:a|some|the))\b",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"^(?:(?:oh|ah|aw+|well|yeah|yep|yes|no|wow|haha+|lol|hm+|so|and|but|hey|ok(?:ay)?|right|sure|exactly|absolutely|definitely|totally|[\w' ]{0,16})[,!.]? )?"
    r"(?:hi\b|hello\b|hey\b|good (?:morning|evening|afternoon|night|to (?:see|hear|know))|bye\b|goodbye|see you|talk (?:to you )?(?:soon|later)|catch you|"
    r"thanks?\b|thank you|thx|cheers\b|much appreciated|congrat\w*|well done|way to go|welcome\b|nice (?:to|work|one|job)|great (?:to|job|work|idea|point|question)|"
    r"(?:so |really |very |super |that's |i'm (?:so |really |very |super |also )*)?(?:glad|happy|excited|thrilled|sorry|proud|pleased|stoked|delighted|relieved|honou?red|grateful|thankful|impressed|jealous) (?:to (?:hear|see|know|help|be of)|you|your|for you|of you|that you|it (?:helped|worked)|we|that(?:'s| it)|i could (?:help|be))|"
    r"i(?:'m| am) (?:all ears|here for you|with you|sure (?:you|it|they|that|he|she)|listening|fine|good|okay|ok|great|doing (?:well|good|great|fine|ok(?:ay)?)|back|(?:so |really )?(?:excited|happy|proud|rooting) for you|rooting for|always here|in|down|game|up for it|not sure|afraid so)\b(?! at| with| in| for a| from| to)|"
    r"i (?:really |so |totally |truly |just |also |definitely |completely )*(?:appreciate (?:it|your?|that|the)|hope (?:you|your|to see you|it|so|that|this|we|they|everything|he|she)|(?:can )?(?:see|get|understand|know|hear|feel|agree|bet|guess|think so|imagine|mean|suppose|relate|admire|believe (?:in )?(?:you|it|that)|love (?:that|your?|it (?:too|when you)|how (?:you|your)|hearing)|like (?:that|your?))(?: (?:it|that|what|how|why|so|you|your|your?\w*|exactly|completely|totally|right|too|with|the feeling|where)\b.*)?[.!]?$)|"
    r"i (?:don't|do not|didn't|can't) (?:know|remember|recall|think so|mind|understand|believe (?:it|that|this|you))[.!]*$|i (?:know|mean|see|think|guess|agree)[.!]*$|i'll (?:keep (?:you|that|it|an eye)|let you know|think about it|be (?:there|here|back|sure)|check (?:it|them|that|those)|take (?:it|that|your)|see you|remember that|pass|tell you|try(?: it| that)?|give (?:it|that)|do (?:it|that|so)|look into (?:it|that)|definitely (?:check|keep|let|take|try))\b|"
    r"(?:i )?can't wait\b|(?:i'm |i am )?(?:really |so |definitely )?looking forward to (?:it|that|hearing|seeing (?:you|your|it)|your)|(?:i )?(?:couldn't agree|wouldn't miss)|"
    r"(?:that|it|this|those|these|they|you)(?:'s|'re| is| are| was| were| sounds?| looks?| must| makes?| seems?|'d| would|'ve| have|'ll| will)\b(?! (?:made|helped|taught|given|brought|changed) (?:me|us))|"
    r"sounds?\b|looks? (?:like|good|great|amazing)|no (?:problem|worries|way)|you\b|your\b|my pleasure|same here|same\b|me (?:too|neither)|likewise|agreed|got it|noted|understood|what a\b|how (?:nice|lovely|sweet|cute|cool|awesome|great|exciting|wonderful)|my god|oh my|my goodness|my bad|my apologies|i'm sorry\.?$|i apologi[sz]e|sorry\b|never mind|nevermind|(?:i'm )?(?:just )?(?:checking in|saying)|it's been (?:a while|ages|too long|so long)|long time no|i (?:can|can't|couldn't) tell)",
    re.IGNORECASE,
)
_ABOUT_YOU = re.compile(
    r"\bi(?:'m| am| was|'ve been|'d| would)? (?:\w+ )?(?:\w+ )?(?:glad|happy|proud|sorry|hope|love|like|appreciate|thank|wish|believe|admire|bet|think|know|support|cheer\w*|count on|rooting|excited|sure|send\w*|told|remember|forgot|see|here|miss|agree|understand|trust|want|grateful|thankful|lucky|impressed|inspired|feel|saw|heard|help)\b[^.]{0,60}\b(?:you|you're|you've|your|yours|u)\b",
    re.IGNORECASE,
)
_HYPOTHETICAL = re.compile(
    r"^(?:and |but |so |well,? |oh,? |honestly,? )*(?:imagine|suppose|supposing|assume|assuming|let's say|say i|pretend|picture|what if|hypothetically|"
    r"if (?:i|we|my \w+|only|there|he|she|it|they|you) (?:were|was|had|could|won|did|ever|lived|would|got|knew|weren't|didn't|wasn't|hadn't)\b|if only|i wish\b|in another life|in theory|were i|had i)"
    r"|\bi(?:'d| would| could|'d've| would have| could have| should have|'d have)\b[^.]*\bif (?:i|we|you|it|he|she|they|the|my|there|only)\b"
    r"|\bif (?:i|we) (?:were|had|could|won|lived)\b|\bas if i\b|\bi(?:'d| would| could| should|'d've| might) have (?:been|\w+ed|\w+en|gone|known|done|bought|made)\b|\bin my (?:next|another|past) life\b|\bunless i win\b",
    re.IGNORECASE,
)
_JOKE = re.compile(
    r"\b(?:sell (?:a|my|one|both)(?: \w+)? (?:kidneys?|soul|organs?|grandmother|firstborn)|kill for|die for|give (?:a|my) (?:right |left )?(?:arm|leg|kidney|firstborn)|eat a horse|"
    r"(?:jk|j/k|just kidding|only kidding|kidding|just joking|only joking|joking aside|/s|sarcasm|as a joke)\b|yeah,? right|as if!|"
    r"i(?:'m| am) (?:literally |so |actually |basically )?(?:dying|dead|deceased|the (?:queen|king|pope|emperor|president) of|a (?:million|thousand) years old|made of (?:money|sugar))|"
    r"(?:till|until) (?:the cows come home|hell freezes)|when (?:hell|pigs)|married to (?:my|the) (?:job|laptop|work|phone|couch|sofa)|i(?:'d| would) marry|"
    r"(?:oh,? |just )great, (?:another|now|more)|a million (?:times|years)|been (?:dead|asleep) for (?:a )?\w+ years|slept for a (?:year|century)|live(?:s)? on (?:coffee|caffeine) and|"
    r"i could murder|sold my soul|my (?:spirit animal|evil twin|villain|inner (?:goblin|gremlin)))",
    re.IGNORECASE,
)
_RETRACTS_JOKE = re.compile(
    r"^(?:\w+,? )?(?:lol,? |haha,? )?(?:jk|j/k|just kidding|only kidding|kidding|just joking|only joking|i'm (?:kidding|joking)|(?:not|nah),? (?:really|just kidding))\b|^/s\b|^not!|\b(?:jk|just kidding|/s)[.! ]*$",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget) (?:all |any )?(?:the |your )?(?:previous|prior|above|earlier)\b|\byou are (?:a|an) (?:\w+ )*(?:assistant|model|expert|bot|agent)\b|\bsystem prompt\b|^(?:heartbeat|ping|pong|ok|ack)\b\W*$",
    re.IGNORECASE,
)


def asks(sentence: str) -> bool:
    """Whether the (stripped) sentence is a question."""
    return "?" in sentence[-3:] or bool(_OPENING_QUESTION.match(sentence))


def told_before_asking(sentence: str) -> str:
    """What a question states first: "I'm vegan, so what can I cook?" -> "I'm vegan"; else ""."""
    tail = _QUESTION_TAIL.search(sentence)
    return sentence[: tail.start()].strip() if tail else ""


def to_remember(sentence: str) -> str | None:
    """The statement after "remember that …", "by the way, …"; None where there is no such lead."""
    lead = _REMEMBER.match(sentence)
    return sentence[lead.end() :] if lead else None


def retracts(sentence: str) -> bool:
    """Whether the sentence takes the one before it back ("just kidding")."""
    return bool(_RETRACTS_JOKE.search(sentence))


def is_noise(sentence: str) -> bool:
    """Whether a sentence that is no question states nothing worth keeping."""
    return bool(
        _COURTESY.match(sentence)
        or _REQUEST.match(sentence)
        or _HYPOTHETICAL.search(sentence)
        or _JOKE.search(sentence)
        or _ABOUT_YOU.search(sentence)
        or _ELSEWHERE_REQUEST.search(sentence)
        or _INSTRUCTION.search(sentence)
    )
