/// One ID3v2 frame with its content unwrapped.
struct ID3Frame {
  /// The three or four letters as a number.
  let name: UInt32
  let body: ByteView

  private static let userText = UInt32(letters: "TXXX")
  private static let userText2 = UInt32(letters: "TXX")
  private static let genre = UInt32(letters: "TCON")
  private static let genre2 = UInt32(letters: "TCO")
  private static let day = UInt32(letters: "TDAT")
  private static let day2 = UInt32(letters: "TDA")

  private static let all: [(StaticString, StaticString, TagName)] = [
    ("TIT2", "TT2", .title), ("TPE1", "TP1", .artist), ("TPE2", "TP2", .albumArtist),
    ("TALB", "TAL", .album), ("TCON", "TCO", .genre), ("TDRC", "TRD", .year),
    ("TYER", "TYE", .year), ("TDRL", "", .releaseDate), ("TDOR", "", .originalDate),
    ("TORY", "TOR", .originalYear), ("TRCK", "TRK", .track), ("TPOS", "TPA", .disc),
    ("TBPM", "TBP", .bpm), ("TKEY", "TKE", .key), ("TSOT", "TST", .titleSort),
    ("TSOP", "TSP", .artistSort), ("TSO2", "TS2", .albumArtistSort),
    ("TSOA", "TSA", .albumSort), ("TCMP", "TCP", .compilation), ("APIC", "PIC", .picture),
  ]

  /// Names of version 2 and their equivalents in versions 3 and 4.
  static let longNames: [String: String] = {
    var names = ["TXX": "TXXX", "TDA": "TDAT", "POP": "POPM", "COM": "COMM", "TCM": "TCOM"]
    for (long, short, _) in all where short.utf8CodeUnitCount > 0 && long.description != "TDRC" {
      names[short.description] = long.description
    }
    return names
  }()

  /// The name in a frame header, of three letters or of four.
  static func name(_ header: ByteView, _ version: Int) -> UInt32 {
    guard version > 2 else { return UInt32(header.big(0, 3)) }
    let name = UInt32(header.big(0, 4))
    // iTunes wrote names of version 2 into headers of version 3, padded with a zero.
    return [0, 0x20].contains(name & 0xFF) ? name >> 8 : name
  }

  private static let names: [UInt32: TagName] = {
    var names: [UInt32: TagName] = [:]
    for (name, short, tag) in all {
      names[UInt32(letters: name)] = tag
      if short.utf8CodeUnitCount > 0 { names[UInt32(letters: short)] = tag }
    }
    return names
  }()

  static func isPicture(_ name: UInt32) -> Bool { names[name] == .picture }

  static func isWanted(_ name: UInt32) -> Bool {
    names[name] != nil || name == userText || name == userText2 || name == day || name == day2
  }

  func read(into tags: inout TagFields, day: inout String?) {
    let encoding = body[0]
    let text = body.from(1)
    switch name {
    case ID3Frame.userText, ID3Frame.userText2:
      let (description, value) = WideText.split(text, encoding)
      let order = WideText.Order(of: description, encoding)
      WideText.narrow(description, order) { description in
        guard let tag = TagName(description) else { return }
        values(value, encoding, order) { tags.add(tag, $0) }
      }
    case ID3Frame.day, ID3Frame.day2:
      values(text, encoding) { day = day ?? TagText.field($0, longest: 8) }
    case ID3Frame.genre, ID3Frame.genre2:
      values(text, encoding) { value in
        guard let text = TagText.field(value, longest: TagFields.maximumLength) else { return }
        for genre in GenreName.genres(in: text) { tags.add(.genre, genre) }
      }
    default:
      guard let tag = ID3Frame.names[name] else { return }
      guard tag != .picture else { return tags.addPicture() }
      values(text, encoding) { tags.add(tag, $0) }
    }
  }

  /// The texts, which version 4 separates by zeros; version 3 has only one.
  private func values(
    _ text: ByteView, _ encoding: UInt8, _ before: WideText.Order? = nil, _ body: (ByteView) -> Void
  ) {
    var rest = text
    var before = before
    for _ in 0..<64 where rest.count > 0 {
      let (value, others) = WideText.split(rest, encoding)
      let order = WideText.Order(of: value, encoding, after: before)
      WideText.narrow(value, order, body)
      (rest, before) = (others, order)
    }
  }
}

/// Text of one or two bytes a unit, by ID3's encoding: 0 is Latin-1, or mislabelled, 1 UTF-16 with
/// or without a byte order mark, 2 UTF-16 big-endian, 3 UTF-8.
enum WideText {
  /// The encoding of a text's units.
  enum Order {
    case bytes, bigEndian, littleEndian

    /// By the byte order mark, else as the previous text of the frame, else by its bytes.
    init(of text: ByteView, _ encoding: UInt8, after before: Order? = nil) {
      guard encoding == 1 || encoding == 2 else {
        self = .bytes
        return
      }
      switch (text[0], text[1]) {
      case (0xFF, 0xFE): self = .littleEndian
      case (0xFE, 0xFF): self = .bigEndian
      case _ where encoding == 2: self = .bigEndian
      case _ where text.count < 2: self = before ?? .littleEndian
      default: self = before ?? (WideText.looksBigEndian(text) ? .bigEndian : .littleEndian)
      }
    }
  }

  /// Splits at the first zero.
  static func split(_ text: ByteView, _ encoding: UInt8) -> (ByteView, ByteView) {
    guard encoding == 1 || encoding == 2 else {
      guard let zero = text.firstIndex(of: 0) else { return (text, text.from(text.count)) }
      return (text.part(0, zero), text.from(zero + 1))
    }
    var offset = 0
    while offset + 1 < text.count {
      if text[offset] == 0, text[offset + 1] == 0 {
        return (text.part(0, offset), text.from(offset + 2))
      }
      offset += 2
    }
    return (text, text.from(text.count))
  }

  /// Calls `body` with the text in its most likely encoding, as bytes to be read as UTF-8.
  static func narrow(_ text: ByteView, _ order: Order, _ body: (ByteView) -> Void) {
    guard order != .bytes else { return body(text) }
    let isBigEndian = order == .bigEndian
    let isMarked = text[0] == (isBigEndian ? 0xFE : 0xFF) && text[1] == (isBigEndian ? 0xFF : 0xFE)
    let units = isMarked ? text.from(2) : text
    let count = units.count / 2
    guard count > 0 else { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count * 3) { buffer in
      var written = 0
      var offset = 0
      func unit(_ index: Int) -> UInt32 {
        let (one, two) = (UInt32(units[2 * index]), UInt32(units[2 * index + 1]))
        return isBigEndian ? one << 8 | two : two << 8 | one
      }
      func put(_ byte: UInt32) {
        buffer[written] = UInt8(truncatingIfNeeded: byte)
        written += 1
      }
      while offset < count {
        var scalar = unit(offset)
        offset += 1
        if scalar >= 0xD800, scalar < 0xE000 {
          let low = offset < count ? unit(offset) : 0
          if scalar < 0xDC00, low >= 0xDC00, low < 0xE000 {
            scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
            offset += 1
          } else {
            scalar = 0xFFFD
          }
        }
        switch scalar {
        case 0..<0x80: put(scalar)
        case 0..<0x800:
          put(0xC0 | scalar >> 6)
          put(0x80 | scalar & 0x3F)
        case 0..<0x10000:
          put(0xE0 | scalar >> 12)
          put(0x80 | scalar >> 6 & 0x3F)
          put(0x80 | scalar & 0x3F)
        default:
          // Two units, so that there is room for four bytes.
          put(0xF0 | scalar >> 18)
          put(0x80 | scalar >> 12 & 0x3F)
          put(0x80 | scalar >> 6 & 0x3F)
          put(0x80 | scalar & 0x3F)
        }
      }
      // because `count` is not 0, the buffer has an address
      body(ByteView(buffer.baseAddress!, count: written))
    }
  }

  /// High bytes are mostly equal, and mostly small.
  private static func looksBigEndian(_ units: ByteView) -> Bool {
    var (even, odd) = (0, 0)
    for offset in stride(from: 0, to: min(units.count - 1, 64), by: 2) {
      if units[offset] < 0x07 { even += 1 }
      if units[offset + 1] < 0x07 { odd += 1 }
    }
    return even > odd
  }
}
