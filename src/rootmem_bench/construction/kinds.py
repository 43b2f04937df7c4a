"""What the construction distinguishes: tags, which tags pair, dimensions of judging and rating."""

from __future__ import annotations

TAGS = (
    "Personal_Background",
    "Assets",
    "Past_Experience",
    "States",
    "Preferences",
    "Opinions",
    "Goals",
    "Plans",
    "Social_Relationships",
    "Others",
)
"""Ten, as in the release; the paper's nine leave out Preferences [rel]. ``prompts/tag.md`` says
what each means."""

PAIRS: dict[str, tuple[str, ...]] = {
    "States": ("Preferences", "Plans", "Social_Relationships", "Past_Experience", "Goals"),
    "Assets": ("Preferences", "Plans", "Goals"),
    "Personal_Background": ("Social_Relationships", "Plans", "Preferences"),
    "Plans": ("Plans", "Preferences", "Social_Relationships"),
    "Goals": ("Preferences", "Social_Relationships", "Opinions", "Past_Experience"),
    "Social_Relationships": ("Preferences",),
    "Preferences": ("Social_Relationships", "Plans"),
}
"""Tag of a logical memory -> tags of the semantic memories it is tried with [rel]."""

QUERY_TYPES = ("Advice", "Recommendation", "Conversation")

JUDGED = ("logical_rationality", "stealth", "tone", "option_bias", "superiority")
"""The judge's five dimensions [R 3.3]."""

RATED: dict[str, str] = {
    "appropriateness": "The query is well-formed and natural.",
    "relevance": "The query fits both memories, and this person could well ask it.",
    "personalisation": "The correct response is clearly more personal and better grounded in the "
    "memories than the others.",
}
"""The raters' three dimensions [R App. B], as they are shown."""

SCALE: dict[int, str] = {1: "disagree", 2: "somewhat disagree", 3: "somewhat agree", 4: "agree"}
POSITIVE = 3
"""From here on a rating is positive [R App. B]."""
