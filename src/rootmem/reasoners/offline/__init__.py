"""Every judgement without a model: rules, word lists and embeddings."""

from rootmem.reasoners.offline.reasoner import OfflineReasoner, open_offline_reasoner

__all__ = ["OfflineReasoner", "open_offline_reasoner"]
