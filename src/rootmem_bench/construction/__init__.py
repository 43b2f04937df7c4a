"""IMLogic-style data from any histories: tag, mine, verify, generate, screen, agree."""
