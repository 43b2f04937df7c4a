"""Sentences in other languages than English: kept verbatim when they are about the user.

Cue lists, not grammars: a first-person cue keeps a sentence, a question or request drops it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]{2}")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
)
_WORDS = {
    "en": [
        "the",
        "is",
        "am",
        "are",
        "was",
        "i'm",
        "i",
        "my",
        "and",
        "you",
        "to",
        "of",
        "a",
        "with",
        "that",
        "have",
        "it",
        "for",
        "not",
        "me",
        "we",
        "in",
        "this",
        "on",
        "an",
        "at",
        "be",
        "but",
        "so",
        "do",
        "she",
        "he",
        "they",
        "just",
    ],
    "es": [
        "el",
        "la",
        "los",
        "las",
        "que",
        "de",
        "y",
        "en",
        "un",
        "una",
        "mi",
        "mis",
        "soy",
        "estoy",
        "tengo",
        "me",
        "gusta",
        "no",
        "es",
        "con",
        "por",
        "para",
        "pero",
        "muy",
        "yo",
        "más",
        "se",
        "al",
        "del",
        "como",
        "su",
        "lo",
        "nos",
        "hace",
        "vivo",
        "fui",
        "he",
        "mañana",
        "ayer",
        "nunca",
        "siempre",
        "qué",
        "puedes",
        "prefiero",
        "odio",
    ],
    "fr": [
        "le",
        "la",
        "les",
        "que",
        "de",
        "et",
        "en",
        "un",
        "une",
        "mon",
        "ma",
        "mes",
        "je",
        "j'ai",
        "j'aime",
        "suis",
        "ne",
        "pas",
        "est",
        "avec",
        "pour",
        "mais",
        "très",
        "dans",
        "ce",
        "du",
        "au",
        "moi",
        "nous",
        "c'est",
        "se",
        "sur",
        "chez",
        "depuis",
        "des",
        "il",
        "elle",
        "hier",
        "jamais",
        "toujours",
        "quel",
        "peux",
    ],
    "de": [
        "der",
        "die",
        "das",
        "und",
        "ich",
        "bin",
        "mein",
        "meine",
        "ist",
        "nicht",
        "ein",
        "eine",
        "mit",
        "für",
        "aber",
        "sehr",
        "in",
        "zu",
        "den",
        "dem",
        "habe",
        "mir",
        "mich",
        "wir",
        "auf",
        "von",
        "am",
        "es",
        "seit",
        "im",
        "wohne",
        "kein",
        "keine",
        "als",
        "auch",
        "er",
        "sie",
        "gestern",
        "nie",
        "immer",
        "kannst",
        "was",
        "mag",
        "lieber",
    ],
    "pt": [
        "o",
        "a",
        "os",
        "as",
        "que",
        "de",
        "e",
        "em",
        "um",
        "uma",
        "meu",
        "minha",
        "meus",
        "minhas",
        "eu",
        "sou",
        "estou",
        "tenho",
        "não",
        "é",
        "com",
        "por",
        "para",
        "mas",
        "muito",
        "do",
        "da",
        "no",
        "na",
        "se",
        "ele",
        "ela",
        "isto",
        "mais",
        "nos",
        "minhas",
        "dos",
        "aos",
        "seis",
        "moro",
        "ontem",
        "nunca",
        "sempre",
        "você",
        "pode",
        "gosto",
        "prefiro",
    ],
    "it": [
        "il",
        "lo",
        "la",
        "gli",
        "le",
        "che",
        "di",
        "e",
        "in",
        "un",
        "una",
        "mio",
        "mia",
        "sono",
        "ho",
        "mi",
        "piace",
        "non",
        "è",
        "con",
        "per",
        "ma",
        "molto",
        "io",
        "del",
        "al",
        "da",
        "nel",
        "si",
        "ieri",
        "mai",
        "sempre",
        "puoi",
        "vivo",
        "abito",
        "preferisco",
        "odio",
    ],
    "nl": [
        "de",
        "het",
        "een",
        "en",
        "ik",
        "ben",
        "mijn",
        "is",
        "niet",
        "met",
        "voor",
        "maar",
        "heel",
        "in",
        "van",
        "op",
        "te",
        "heb",
        "we",
        "dat",
        "die",
        "er",
        "naar",
        "zijn",
        "ook",
        "gisteren",
        "nooit",
        "altijd",
        "kun",
        "woon",
        "hou",
        "graag",
        "liever",
    ],
}
_COUNTED = {language: frozenset(words) for language, words in _WORDS.items()}
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


@dataclass(frozen=True)
class _Cues:
    first: re.Pattern[str]
    asks: re.Pattern[str]
    likes: re.Pattern[str]
    because: re.Pattern[str]
    firm: re.Pattern[str]
    other: re.Pattern[str] | None = None
    hypothetical: re.Pattern[str] | None = None


def _cues(
    first: str,
    asks: str,
    likes: str,
    because: str,
    firm: str,
    other: str = "",
    hypothetical: str = "",
) -> _Cues:
    compiled = [re.compile(text, re.IGNORECASE) for text in (first, asks, likes, because, firm)]
    return _Cues(
        *compiled,
        other=re.compile(other) if other else None,
        hypothetical=re.compile(hypothetical, re.IGNORECASE) if hypothetical else None,
    )


_NAME = r"(?P<name>[A-ZÀ-ÖØ-Þ][\w'À-ÿ-]+)"
_CUES = {
    "zh": _cues(
        r"我|咱|俺", r"[？?]|吗[。！]?$|呢[。！]?$|^(?:请|帮我|告诉我|给我|能不能|可以)|怎么|什么|为什么|哪里|哪个",
        r"喜欢|爱|讨厌|不吃|不喝|偏好|更喜欢|最爱|恨|宁愿|受不了", r"因为|所以", r"过敏|从不|从来不|总是|必须|不能|诊断|绝不",
        r"我(?:的)?(?:朋友|哥哥|弟弟|姐姐|妹妹|妈妈|爸爸|丈夫|妻子|同事|老板|女儿|儿子|室友|男朋友|女朋友)(?P<name>[\u4e00-\u9fffA-Za-z]{1,3}?)(?=喜欢|讨厌|是|住|在|不|很|有|爱|对|想|会|去|今|昨|最)",
        r"^(?:如果|假如|要是)我",
    ),
    "ja": _cues(r"私|僕|俺|わたし|ぼく|うち", r"[？?]|か[。]?$|ください|教えて", r"好き|嫌い|大好き|苦手", r"から|ので", r"アレルギー|絶対|いつも|決して"),
    "ko": _cues(r"나는|나도|내|저는|제|우리", r"[？?]|까요|나요|주세요", r"좋아|싫어|사랑", r"때문|그래서", r"알레르기|항상|절대"),
    "ar": _cues(
        r"\b(?:أنا|لدي|عندي|أحب|أكره|أعيش|أعمل|أسكن|كنت|ذهبت|أفضل|أريد|اسمي|زوجتي|زوجي|أختي|أخي|أمي|أبي|ابني|ابنتي|صديقي|صديقتي|لا أحب|لا آكل|أعاني|أدرس|أخطط|انتقلت|اشتريت)",
        r"[؟?]|^(?:هل|ما|ماذا|كيف|أين|متى|لماذا|من فضلك|أخبرني|ساعدني|اكتب)\b", r"أحب|أكره|أفضل|لا آكل|لا أشرب|أعشق", r"لأن|لذلك|بسبب", r"حساسية|دائما|دائمًا|أبدا|أبدًا|يجب",
        r"(?:صديقي|صديقتي|أختي|أخي|زوجتي|زوجي|زميلي|ابني|ابنتي) (?P<name>[\u0621-\u064a]+)", r"^(?:لو|إذا كنت|تخيل)",
    ),
    "ru": _cues(r"\b(?:я|мне|меня|мой|моя|моё|мои|у меня|мы|наш|наша)\b", r"\?|^(?:как|что|где|когда|почему|можешь|скажи|помоги|напиши)\b", r"люблю|ненавижу|нравится|предпочитаю|обожаю", r"потому что|поэтому", r"аллерги|всегда|никогда|должен"),
    "es": _cues(
        r"\b(?:yo|soy|estoy|tengo|mi|mis|me|vivo|trabajo|odio|prefiero|nunca|quiero|fui|nací|compré|estudio|nosotros|nuestr[oa]s?|conmigo|no (?:como|bebo|puedo)|he (?:\w+do)|voy|llevo|estuve|empecé|dejé|conocí|amo|adoro)\b",
        r"[¿?]|^(?:puedes|podrías|dime|dame|escribe|explica|ayúdame|qué|cómo|dónde|cuándo|por qué|traduce|recomiéndame)\b", r"\b(?:me (?:gustan?|encantan?)|odio|prefiero|no (?:como|bebo|soporto)|amo|adoro|favorit[oa]s?|detesto)\b", r"\b(?:porque|por eso|así que)\b", r"\b(?:alérgic[oa]|alergia|nunca|siempre|jamás|debo|no puedo)\b",
        rf"\b[Mm]i (?:amig[oa]|herman[oa]|espos[oa]|marido|mujer|novi[oa]|hij[oa]|prim[oa]|jef[ea]|colega|compañer[oa]|tí[oa]|vecin[oa]) {_NAME}", r"^si (?:yo )?(?:fuera|tuviera|pudiera|ganara)|^imagina",
    ),
    "fr": _cues(
        r"\b(?:je|j'\w+|mon|ma|mes|moi|me|m'\w+|nous|notre|nos)\b", r"\?|^(?:peux-tu|pouvez-vous|dis-moi|donne|écris|explique|aide|est-ce|qu'est|comment|pourquoi|où|quand|quel|quelle|traduis)\b", r"\b(?:j'aime|j'adore|je (?:déteste|préfère|n'aime|ne (?:mange|bois|supporte))|préféré|préférée|favori)", r"\b(?:parce que|car|donc|c'est pourquoi)\b", r"\b(?:allergique|allergie|jamais|toujours|dois|ne peux pas|végétarien\w*|végane?)\b",
        rf"\b[Mm](?:on|a) (?:amie?|sœur|soeur|frère|femme|mari|copain|copine|fils|fille|cousine?|collègue|patronne?|voisine?|mère|père) {_NAME}", r"^si (?:j'étais|j'avais|je pouvais|j')|^imagine",
    ),
    "de": _cues(
        r"\b(?:ich|mein|meine|meinen|meinem|meiner|mir|mich|wir|unser|unsere|uns)\b", r"\?|^(?:kannst du|könntest du|können sie|sag mir|gib mir|schreib|erklär|hilf|was|wie|wo|wann|warum|welche[rs]?|übersetze)\b", r"\b(?:liebe|mag|hasse|bevorzuge|lieber|gern|gerne|lieblings\w*|esse kein\w*|trinke kein\w*)\b", r"\b(?:weil|denn|deshalb|damit)\b", r"\b(?:allergisch|allergie|nie|niemals|immer|muss|darf nicht|vegan\w*|vegetarisch\w*|vegetarier\w*)\b",
        rf"\b[Mm]eine? (?:Freund(?:in)?|Schwester|Bruder|Frau|Mann|Sohn|Tochter|Mutter|Vater|Kolleg(?:e|in)|Chef(?:in)?|Nachbar(?:in)?|Cousine?) {_NAME}", r"^wenn ich .*(?:wäre|hätte|könnte|würde)|^stell dir vor",
    ),
    "pt": _cues(
        r"\b(?:eu|sou|estou|tenho|meu|minha|meus|minhas|me|moro|vivo|trabalho|odeio|prefiro|gosto|adoro|nunca|fui|comprei|nós|nosso|nossa|comigo|criou-me|não (?:como|bebo|sei|posso|gosto))\b",
        r"\?|^(?:podes?|pode|diz-me|dá-me|escreve|explica|ajuda|o que|como|onde|quando|por que|traduz)\b", r"\b(?:gosto|adoro|odeio|detesto|prefiro|favorit[oa]|não (?:como|bebo|suporto))\b", r"\b(?:porque|por isso)\b", r"\b(?:alérgic[oa]|alergia|nunca|sempre|devo|não posso)\b",
        rf"\b[Mm](?:eu|inha) (?:amig[oa]|irmãos?|irmã|mulher|marido|namorad[oa]|filh[oa]|prim[oa]|chefe|colega|mãe|pai|avó|avô) {_NAME}", r"^se eu (?:fosse|tivesse|pudesse)|^imagina|^quem me dera",
    ),
    "it": _cues(
        r"\b(?:io|sono|ho|mio|mia|miei|mie|mi|vivo|abito|lavoro|odio|preferisco|amo|non (?:mangio|bevo|posso)|noi|nostr[oa])\b", r"\?|^(?:puoi|potresti|dimmi|dammi|scrivi|spiega|aiutami|cosa|come|dove|quando|perché|traduci)\b", r"\b(?:mi piac\w+|amo|odio|preferisco|adoro|preferit[oa]|non (?:mangio|bevo|sopporto))\b", r"\b(?:perché|quindi|perciò)\b", r"\b(?:allergic[oa]|allergia|mai|sempre|devo|non posso)\b",
        rf"\b[Mm]i[oa] (?:amic[oa]|sorella|fratello|moglie|marito|figli[oa]|cugin[oa]|collega|capo|madre|padre) {_NAME}", r"^se (?:io )?(?:fossi|avessi|potessi)|^immagina",
    ),
    "nl": _cues(
        r"\b(?:ik|mijn|me|mij|wij|we|ons|onze)\b", r"\?|^(?:kun je|kan je|zou je|vertel|geef|schrijf|leg uit|help|wat|hoe|waar|wanneer|waarom|vertaal)\b", r"\b(?:hou van|houd van|haat|liever|graag|lekker|favoriete|eet geen|drink geen)\b", r"\b(?:omdat|want|daarom)\b", r"\b(?:allergisch|allergie|nooit|altijd|moet|mag niet)\b",
        rf"\b[Mm]ijn (?:vriend(?:in)?|zus|broer|vrouw|man|zoon|dochter|moeder|vader|collega|baas|buurman|buurvrouw) {_NAME}", r"^als ik .*(?:was|zou)|^stel je voor",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Foreign:
    """What the cues say of a sentence in another language; ``name`` is another person's."""

    keeps: bool
    prefers: bool
    reasons: bool
    firm: bool
    name: str | None


def language(sentence: str) -> str:
    """A two-letter code; ``en`` for English and whatever looks like nothing else."""
    if not sentence.isascii():
        letters = sum(character.isalpha() for character in sentence)
        for code, script in _SCRIPTS:
            found = script.findall(sentence)
            if found and sum(map(len, found)) * 3 >= letters:
                return code
    tokens = [token.lower() for token in _TOKEN.findall(sentence)]
    counts = {code: sum(token in words for token in tokens) for code, words in _COUNTED.items()}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] > counts["en"] and counts[best] >= 2 else "en"


def judge(sentence: str, code: str) -> Foreign:
    """Keep or drop, and of which kind; scripts without cues are kept unless they ask."""
    cues = _CUES.get(code)
    if cues is None:
        return Foreign(not sentence.rstrip().endswith(("?", "？", "؟")), False, False, False, None)
    other = cues.other.search(sentence) if cues.other else None
    hypothetical = bool(cues.hypothetical and cues.hypothetical.search(sentence))
    keeps = (
        bool(cues.first.search(sentence)) and not cues.asks.search(sentence) and not hypothetical
    )
    return Foreign(
        keeps=keeps,
        prefers=bool(cues.likes.search(sentence)),
        reasons=bool(cues.because.search(sentence)),
        firm=bool(cues.firm.search(sentence)),
        name=other["name"] if other else None,
    )


_DAYS_AWAY = {
    -2: "anteayer|vorgestern|avant-hier|anteontem|l'altro ieri|eergisteren|前天|позавчера",
    -1: "ayer|gestern|hier|ontem|ieri|gisteren|昨天|昨日|昨晚|어제|أمس|البارحة|вчера",
    0: "hoy|heute|aujourd'hui|hoje|oggi|vandaag|今天|今日|오늘|اليوم|сегодня",
    1: "mañana|morgen|demain|amanhã|domani|明天|明日|내일|غدا|غدًا|завтра",
    -7: "la semana pasada|letzte woche|la semaine dernière|a semana passada|semana passada|la settimana scorsa|vorige week|上周|上星期|الأسبوع الماضي",
    7: "la próxima semana|nächste woche|la semaine prochaine|próxima semana|la prossima settimana|volgende week|下周|下星期|الأسبوع القادم",
    -365: "el año pasado|letztes jahr|l'année dernière|ano passado|l'anno scorso|vorig jaar|去年|العام الماضي",
    365: "el año que viene|nächstes jahr|l'année prochaine|ano que vem|l'anno prossimo|volgend jaar|明年|العام القادم",
}  # fmt: skip
_AWAY = [
    (days, re.compile(rf"(?<![^\W_a-z])(?:{words})" if days else rf"(?:{words})", re.IGNORECASE))
    for days, words in _DAYS_AWAY.items()
]
_MORNING = re.compile(
    r"por la mañana|de la mañana|am morgen|guten morgen|jeden morgen|goedemorgen", re.IGNORECASE
)


def event_time(sentence: str, code: str, said: datetime) -> datetime | None:
    """Midnight UTC of "yesterday", "last week" … in the other languages; None otherwise."""
    day = said.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    text = _MORNING.sub("", sentence)
    for days, words in _AWAY:
        found = words.search(text)
        if found and (not found[0].isascii() or re.search(rf"\b{found[0]}\b", text)):
            if abs(days) == 365:
                return day.replace(year=day.year + days // 365, month=1, day=1)
            if abs(days) == 7:
                return day - timedelta(days=day.weekday()) + timedelta(days=days)
            return day + timedelta(days=days)
    return None
