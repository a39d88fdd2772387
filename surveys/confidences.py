"""This module lists the confidences of all intervals shown, by their names in results, exports and reports."""

CONFIDENCES = {"50": 0.50, "80": 0.80, "95": 0.95}
DOUBTFUL = 0.001  # The test doubts one in a thousand surveys whose phones draw honestly.
