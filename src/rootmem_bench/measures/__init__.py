"""Numbers out of answers: accuracies, traps, recall, intervals, paired tests, agreement."""
