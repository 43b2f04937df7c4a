"""Tables, figures and one page out of finished runs; published figures beside, marked as such."""
