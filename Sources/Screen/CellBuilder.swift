/// Builds the cells of a text scalar by scalar.
struct CellBuilder {
  private(set) var pieces: [TextWidth.Piece] = []
  private var columnsLeft: Int
  /// The base scalar of the last piece; nil where no mark may join it.
  private var base: Unicode.Scalar?
  private var joins = false

  init(limit: Int) { columnsLeft = limit }

  /// Appends one scalar; false once the limit is reached.
  mutating func append(_ scalar: Unicode.Scalar) -> Bool {
    let joined = joins
    joins = false
    switch ScalarKind(scalar) {
    case .narrow: return appendNarrow(scalar, joined: joined)
    case .wide: return appendWide(scalar, joined: joined)
    case .space: return append(" ", columns: 1)
    case .control: return append("·", isBase: false, columns: 1)
    case .unknown: return append("\u{FFFD}", isBase: false, columns: 1)
    case .mark: return appendMark(scalar)
    case .dropped:
      joins = scalar.value == 0x200D && base.map(Self.isPicture) == true
      return true
    }
  }

  private mutating func appendNarrow(_ scalar: Unicode.Scalar, joined: Bool) -> Bool {
    if joined, Self.isPicture(scalar) { return true }
    if scalar.value >= 0x1F1E6, scalar.value <= 0x1F1FF,
      let letter = Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
    {
      return append(letter, columns: 1)
    }
    return append(scalar, columns: 1)
  }

  private mutating func appendWide(_ scalar: Unicode.Scalar, joined: Bool) -> Bool {
    if joined, Self.isPicture(scalar) { return true }
    let isTone = scalar.value >= 0x1F3FB && scalar.value <= 0x1F3FF
    if isTone, base?.properties.isEmojiModifierBase == true { return true }
    return append(scalar, columns: 2)
  }

  private mutating func appendMark(_ scalar: Unicode.Scalar) -> Bool {
    // The box around a keycap's digit is left out: terminals give it one column or two.
    if scalar.value == 0x20E3 { return true }
    guard let base, let last = pieces.indices.last else {
      // A mark without a base would join the border to its left.
      return pieces.isEmpty ? append("\u{FFFD}", isBase: false, columns: 1) : true
    }
    if let syllable = Self.syllable(base, scalar), pieces[last].cluster.single != nil {
      pieces[last].cluster = Cluster(syllable)
      self.base = syllable
    } else {
      pieces[last].cluster.append(scalar)
    }
    return true
  }

  private mutating func append(
    _ scalar: Unicode.Scalar, isBase: Bool = true, columns: Int
  ) -> Bool {
    guard columns <= columnsLeft else {
      columnsLeft = 0
      return false
    }
    pieces.append(TextWidth.Piece(cluster: Cluster(scalar), columns: columns))
    columnsLeft -= columns
    base = isBase ? scalar : nil
    return true
  }

  private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF && scalar.properties.isEmoji
  }

  /// Composes a Hangul syllable, which macOS decomposes in file names (Unicode 3.12).
  private static func syllable(
    _ base: Unicode.Scalar, _ part: Unicode.Scalar
  ) -> Unicode.Scalar? {
    if (0x1100...0x1112).contains(base.value), (0x1161...0x1175).contains(part.value) {
      return Unicode.Scalar(0xAC00 + (base.value - 0x1100) * 588 + (part.value - 0x1161) * 28)
    }
    let isOpen = (0xAC00...0xD7A3).contains(base.value) && (base.value - 0xAC00) % 28 == 0
    if isOpen, (0x11A8...0x11C2).contains(part.value) {
      return Unicode.Scalar(base.value + part.value - 0x11A7)
    }
    return nil
  }
}
