extension ID3Document.Frame {
  /// The frame's content; nil if it is compressed or encrypted.
  func content(_ version: UInt8) -> [UInt8]? {
    guard let wrapping = ID3Header.wrapping(version: Int(version), flags: bytes[9]) else {
      return nil
    }
    let body = bytes.dropFirst(ID3Header.length + wrapping.inFront)
    return wrapping.isUnsynchronised ? ID3Document.synchronised(body) : Array(body)
  }
}

extension ID3Document {
  /// Every frame under a unique name, with texts decoded.
  var items: [TagItem] {
    frames.map { frame in
      guard let content = frame.content(version), !content.isEmpty else {
        return TagItem(frame.id, frame.bytes, isText: false)
      }
      if frame.id == "POPM", let popularity = Popularity(content) {
        return TagItem(popularity.name, "\(popularity.rating)")
      }
      if frame.id == "TXXX" {
        let texts = ID3Text.texts(content)
        return TagItem("TXXX:" + (texts.first ?? ""), texts.dropFirst().joined(separator: " / "))
      }
      if frame.id.hasPrefix("T") {
        return TagItem(frame.id, ID3Text.texts(content).joined(separator: " / "))
      }
      return TagItem(frame.id, frame.bytes, isText: false)
    }
  }

  /// Sets a tag: "TBPM", "TXXX:..." or "POPM:...", named as in `items`.
  mutating func set(_ name: String, to text: String) {
    let index = zip(items, frames.indices).first { $0.0.name == name }?.1
    let id = String(name.prefix(4))
    var content: [UInt8]
    if id == "POPM" {
      let rating = UInt8(text) ?? 0
      var popularity =
        index.flatMap { frames[$0].content(version) }.flatMap(Popularity.init)
        ?? Popularity(email: Array(name.dropFirst(5).utf8), rating: 0, counter: [0, 0, 0, 0])
      popularity.rating = rating
      content = popularity.content
    } else if id == "TXXX" {
      content = ID3Text.content([String(name.dropFirst(5)), text], version)
    } else {
      content = ID3Text.content([text], version)
    }
    let size =
      version == 4
      ? ID3Document.syncSafeBytes(content.count)
      : ID3Document.plainBytes(
        content.count)
    let frame = Frame(id: id, bytes: Array(id.utf8) + size + [0, 0] + content)
    if let index { frames[index] = frame } else { frames.append(frame) }
  }
}

/// A "popularimeter": user, rating and play counter.
private struct Popularity {
  var email: [UInt8]
  var rating: UInt8
  /// As stored: it may be longer than four bytes, or missing.
  var counter: [UInt8]

  init(email: [UInt8], rating: UInt8, counter: [UInt8]) {
    (self.email, self.rating, self.counter) = (email, rating, counter)
  }

  init?(_ content: [UInt8]) {
    guard let end = content.firstIndex(of: 0), end + 1 < content.count else { return nil }
    email = Array(content[..<end])
    rating = content[end + 1]
    counter = Array(content[(end + 2)...])
  }

  var name: String { "POPM:" + String(decoding: email, as: UTF8.self) }
  var content: [UInt8] { email + [0, rating] + counter }
}

/// Texts of ID3v2 frames: an encoding byte, then texts separated by a zero character.
enum ID3Text {
  static func texts(_ content: [UInt8]) -> [String] {
    guard let encoding = content.first else { return [] }
    let body = content.dropFirst()
    var texts: [String]
    switch encoding {
    case 1, 2: texts = wide(Array(body), encoding)
    case 3:
      texts = body.split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    default:
      texts = body.split(separator: 0, omittingEmptySubsequences: false)
        .map { String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) })) }
    }
    // Many writers terminate the last text, too.
    while texts.count > 1, texts.last == "" { texts.removeLast() }
    return texts
  }

  private static func wide(_ bytes: [UInt8], _ encoding: UInt8) -> [String] {
    bytes.withUnsafeBufferPointer { buffer in
      var texts: [String] = []
      var rest = ByteView(buffer)
      var before: WideText.Order?
      while let (text, others) = rest.map({ WideText.split($0, encoding) }) {
        let order = WideText.Order(of: text, encoding, after: before)
        var narrowed = ""
        WideText.narrow(text, order) { narrowed = String(decoding: $0.buffer, as: UTF8.self) }
        texts.append(narrowed)
        (rest, before) = (others.count > 0 ? others : nil, order)
      }
      return texts
    }
  }

  /// In Latin-1 if possible, else in the version's encoding: UTF-16 or UTF-8.
  static func content(_ texts: [String], _ version: UInt8) -> [UInt8] {
    if texts.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value < 0x100 } }) {
      let parts = texts.map { $0.unicodeScalars.map { UInt8($0.value) } }
      return [0] + parts.joined(separator: [0])
    }
    if version == 4 { return [3] + texts.map { Array($0.utf8) }.joined(separator: [0]) }
    let parts = texts.map { text in
      var bytes: [UInt8] = [0xFF, 0xFE]
      for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
      return bytes
    }
    return [1] + Array(parts.joined(separator: [0, 0]))
  }
}
