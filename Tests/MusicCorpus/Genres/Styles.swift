/// Playing styles of chords.
enum CompStyle {
  case none, pad, quarters, stabs, offbeats, skank, funkGuitar, strum, powerChords
  case arpeggio, fastArpeggio, picking, alberti, jazz, waltz, shuffleGuitar, bossa, montuno
  case spiccato
}

/// Playing styles of a bass.
enum BassStyle {
  case none, root, long, drone, downbeat, alternating, eighths, offbeat, rolling, octaves
  case sixteenths, syncopated, subBass, wobble, walking, shuffle, bossa, tumbao
}
