/// Some bars of a piece and the parts that play in them.
struct Section {
  enum Layer { case kick, snare, hats, bass, chords, arpeggio, melody, riser, crackle }

  let bars: Int
  let layers: Set<Layer>

  init(_ bars: Int, _ layers: Layer...) {
    self.bars = bars
    self.layers = Set(layers)
  }

  func has(_ layer: Layer) -> Bool { layers.contains(layer) }
}
