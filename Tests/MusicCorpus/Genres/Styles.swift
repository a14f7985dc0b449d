/// How chords are played.
enum CompStyle {
  case none, pad, quarters, stabs, offbeats, skank, funkGuitar, strum, powerChords
  case arpeggio, fastArpeggio, picking, alberti, jazz, waltz, shuffleGuitar, bossa, montuno
  case spiccato
}

/// How a bass is played.
enum BassStyle {
  case none, root, long, drone, downbeat, alternating, eighths, offbeat, rolling, octaves
  case sixteenths, syncopated, subBass, wobble, walking, shuffle, bossa, tumbao
}
