// An ID3v2 tag as bytes that are taken apart and put together again. Ours and not TagLib's: TagLib
// 1.13 drops frames of version 2.3 (RVAD, TMOO, TSIZ among them) and the flags of all frames, and
// what we do not change has to stay as it is, byte for byte.

/// An ID3v2.3 or 2.4 tag (<https://id3.org/id3v2.3.0>, <https://id3.org/id3v2.4.0-structure>).
struct ID3Document {
  /// 3 or 4.
  let version: UInt8
  var frames: [Frame]
  /// Bytes of the whole tag in the file, header, padding and footer included.
  let length: Int

  struct Frame: Equatable {
    /// Four letters and digits.
    var id: String
    /// As it lies in the file, its header of ten bytes included.
    var bytes: [UInt8]
  }

  static let headerLength = 10
  /// Bytes of a tag that are read; real ones with pictures have a few million.
  static let longest = 64 << 20
  /// What a tag that has to grow is given to spare, so that the next change does not move anything.
  static let padding = 2048

  /// A new tag; 2.3 is what all players read.
  init() {
    version = 3
    frames = []
    length = 0
  }

  /// The length of the tag that starts with these ten bytes; nil where none does.
  static func length(_ header: [UInt8]) -> Int? {
    guard header.count >= headerLength, header.starts(with: Array("ID3".utf8)), header[3] < 0xFF,
      header[4] < 0xFF, let size = syncSafe(header[6..<10])
    else { return nil }
    return headerLength + size + (header[3] == 4 && header[5] & 0x10 != 0 ? headerLength : 0)
  }

  /// Takes a whole tag apart.
  init(_ bytes: [UInt8]) throws(TagWriteError) {
    guard let length = ID3Document.length(bytes), length <= bytes.count else {
      throw .unclear("its ID3 tag is cut off")
    }
    version = bytes[3]
    guard version == 3 || version == 4 else {
      throw .unsupported("an ID3v2.\(version) tag")
    }
    let flags = bytes[5]
    let end = length - (version == 4 && flags & 0x10 != 0 ? ID3Document.headerLength : 0)
    var body = Array(bytes[ID3Document.headerLength..<end])
    // In version 2.3 all of the tag is unsynchronised at once, in 2.4 each frame says it for itself.
    if version == 3, flags & 0x80 != 0 { body = ID3Document.synchronised(body[...]) }
    var start = 0
    if flags & 0x40 != 0 {
      guard let length = ID3Document.extendedLength(body, version) else {
        throw .unclear("its ID3 tag is damaged")
      }
      start = length
    }
    let rest = body[start...]
    let isPlain = version == 3
    guard
      let frames = ID3Document.frames(rest, version, isPlain: isPlain)
        // Some programs write the sizes of version 2.3 into tags of version 2.4.
        ?? (isPlain ? nil : ID3Document.frames(rest, version, isPlain: true))
    else { throw .unclear("its ID3 tag is damaged") }
    if version == 4, flags & 0x80 != 0,
      frames.contains(where: { $0.bytes[9] & 2 == 0 && ID3Document.isUnsynchronised($0.bytes) })
    {
      // Whether its bytes are meant as they are cannot be told.
      throw .unclear("its ID3 tag contradicts itself")
    }
    self.frames = frames
    self.length = length
  }

  private static func extendedLength(_ body: [UInt8], _ version: UInt8) -> Int? {
    guard body.count >= 4 else { return nil }
    let length =
      version == 3 ? plain(body[0..<4]) + 4 : (syncSafe(body[0..<4]) ?? Int.max)
    return (4...body.count).contains(length) ? length : nil
  }

  /// The frames up to the padding; nil where something else comes first.
  private static func frames(_ body: ArraySlice<UInt8>, _ version: UInt8, isPlain: Bool)
    -> [Frame]?
  {
    var frames: [Frame] = []
    var place = body.startIndex
    while place < body.endIndex {
      // Padding is zeros to the end.
      if body[place] == 0 { return body[place...].allSatisfy { $0 == 0 } ? frames : nil }
      guard body.endIndex - place > headerLength else { return nil }
      let id = body[place..<place + 4]
      guard id.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }),
        let size = isPlain
          ? plain(body[place + 4..<place + 8]) : syncSafe(body[place + 4..<place + 8]),
        size <= body.endIndex - place - headerLength
      else { return nil }
      let end = place + headerLength + size
      frames.append(
        Frame(id: String(decoding: id, as: UTF8.self), bytes: Array(body[place..<end])))
      place = end
    }
    return frames
  }

  /// The whole tag, as long as it was where it fits into that.
  func rendered() throws(TagWriteError) -> [UInt8] {
    let size = frames.reduce(0) { $0 + $1.bytes.count }
    let room = length - ID3Document.headerLength
    let total = size <= room ? room : size + ID3Document.padding
    guard total < 1 << 28 else { throw .unclear("its ID3 tag is too large") }
    var bytes = Array("ID3".utf8) + [version, 0, 0]
    bytes += ID3Document.syncSafeBytes(total)
    for frame in frames { bytes += frame.bytes }
    bytes += [UInt8](repeating: 0, count: total - size)
    return bytes
  }
}

extension ID3Document {
  static func plain(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  static func syncSafe(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.allSatisfy { $0 < 0x80 } ? bytes.reduce(0) { $0 << 7 | Int($1) } : nil
  }

  static func syncSafeBytes(_ number: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) }
  }

  static func plainBytes(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }

  /// Takes out the zeros that were put behind each 0xFF.
  static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var isAfterFF = false
    for byte in bytes {
      if !(isAfterFF && byte == 0) { plain.append(byte) }
      isAfterFF = byte == 0xFF
    }
    return plain
  }

  static func isUnsynchronised(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == 0xFF && $1 == 0 }
  }
}
