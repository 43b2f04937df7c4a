"""Building IMLogic-style items out of histories [R 3.3]: tag, mine, verify, generate, screen,
agree. Each step reads and writes JSON lines in one folder and goes on where it was stopped."""
