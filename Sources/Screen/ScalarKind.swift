/// The way a terminal shows one Unicode scalar; the raw values are those of `scalarRuns`.
enum ScalarKind: UInt32 {
  case narrow = 0
  case wide
  /// Combines with the character before it and takes no column.
  case mark
  /// Invisible formatting: joiners, variation selectors, direction controls, tags.
  case dropped
  /// A blank of one column, whatever its typographic width.
  case space
  /// A control character: moves the cursor or starts a sequence.
  case control
  /// Unassigned or private: terminals disagree on its width.
  case unknown

  init(_ scalar: Unicode.Scalar) {
    if scalar.value >= 0x20, scalar.value < 0x7F {
      self = .narrow
      return
    }
    var (low, high) = (0, scalarRuns.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if scalarRuns[middle] & 0xFF_FFFF <= scalar.value { low = middle } else { high = middle }
    }
    self = ScalarKind(rawValue: scalarRuns[low] >> 24) ?? .unknown
  }
}
