extension TextWidth.Piece {
  /// Whether the piece makes a terminal reorder its row: letters that run from right to left, and
  /// the digits of Arabic.
  var isRightToLeft: Bool {
    // The blocks that Unicode reserves for such letters (DerivedBidiClass).
    switch cluster.base?.value ?? 0 {
    case 0..<0x590: false
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }
}
