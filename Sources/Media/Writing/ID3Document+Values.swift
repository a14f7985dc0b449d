extension ID3Document.Frame {
  /// What is in the frame; nil where it is compressed or encrypted.
  func content(_ version: UInt8) -> [UInt8]? {
    let flags = bytes[9]
    var body = bytes[ID3Document.headerLength...]
    if version == 3 {
      guard flags & 0xC0 == 0 else { return nil }
      if flags & 0x20 != 0 { body = body.dropFirst() }
      return Array(body)
    }
    guard flags & 0x0C == 0 else { return nil }
    let plain = flags & 0x02 != 0 ? ID3Document.synchronised(body) : Array(body)
    // A group's mark and the length before unsynchronising come first.
    return Array(plain.dropFirst((flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0)))
  }
}

extension ID3Document {
  /// Every frame under a name that tells it from others, with texts decoded.
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

  /// Makes a tag say something: "TBPM", "TXXX:..." or "POPM:...", as `items` names them.
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

/// A "popularimeter": who rated, how much, and how often it was played.
private struct Popularity {
  var email: [UInt8]
  var rating: UInt8
  /// As it lies there: it may be longer than four bytes, or left out.
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

/// Texts of ID3v2 frames: a byte says how they are encoded, a zero character ends each but the last.
enum ID3Text {
  static func texts(_ content: [UInt8]) -> [String] {
    guard let encoding = content.first else { return [] }
    let body = content.dropFirst()
    var texts: [String]
    switch encoding {
    case 1, 2: texts = wide(Array(body), isBigEndian: encoding == 2)
    case 3:
      texts = body.split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    default:
      texts = body.split(separator: 0, omittingEmptySubsequences: false)
        .map { String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) })) }
    }
    // Many end the last one, too.
    while texts.count > 1, texts.last == "" { texts.removeLast() }
    return texts
  }

  private static func wide(_ bytes: [UInt8], isBigEndian: Bool) -> [String] {
    var isBig = isBigEndian
    var units: [[UInt16]] = [[]]
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let unit =
        isBig
        ? UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
        : UInt16(bytes[index + 1]) << 8 | UInt16(bytes[index])
      switch unit {
      case 0: units.append([])
      // A byte order mark stands at the front of each text.
      case 0xFEFF where units[units.count - 1].isEmpty: break
      case 0xFFFE where units[units.count - 1].isEmpty: isBig.toggle()
      default: units[units.count - 1].append(unit)
      }
    }
    return units.map { String(decoding: $0, as: UTF16.self) }
  }

  /// In Latin-1 where that will do, else as the version has it: UTF-16 or UTF-8.
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
