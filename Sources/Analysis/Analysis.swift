// What a track sounds like: tempo, key, loudness and outline, in one pass over its sound.
