// Accuracy and speed of the analysis, side by side with other tools.
