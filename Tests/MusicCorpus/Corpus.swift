// Music with known tempo, key and loudness, rendered for tests and benchmarks.
