// Parses and renders an ID3v2 tag. Ours and not TagLib's: TagLib 1.13 drops frames of version 2.3
// (RVAD, TMOO, TSIZ among them) and the flags of all frames, and everything unchanged has to stay
// as it is, byte for byte.

/// An ID3v2.3 or 2.4 tag (<https://id3.org/id3v2.3.0>, <https://id3.org/id3v2.4.0-structure>).
struct ID3Document {
  /// 3 or 4.
  let version: UInt8
  var frames: [Frame]
  /// The length of the whole tag in bytes, with header, padding and footer.
  let length: Int

  struct Frame: Equatable {
    /// Four letters and digits.
    var id: String
    /// As stored, with its header of ten bytes.
    var bytes: [UInt8]
  }

  /// The longest tag in bytes; real ones with pictures have a few million.
  static let maximumLength = 64 << 20
  /// Padding of a tag that has to grow, so that the next change does not move anything.
  static let padding = 2048

  /// An empty tag of version 2.3, which all players read.
  init() {
    version = 3
    frames = []
    length = 0
  }

  private static func header(_ bytes: [UInt8]) -> ID3Header? {
    bytes.withUnsafeBufferPointer { ByteView($0).flatMap(ID3Header.init) }
  }

  /// Parses a whole tag.
  init(_ bytes: [UInt8]) throws(TagWriteError) {
    guard let header = ID3Document.header(bytes), header.totalLength <= bytes.count else {
      throw .unclear("its ID3 tag is cut off")
    }
    length = header.totalLength
    version = bytes[3]
    guard version == 3 || version == 4 else {
      throw .unsupported("an ID3v2.\(version) tag")
    }
    var body = Array(bytes[ID3Header.length..<ID3Header.length + header.size])
    // In version 2.3 all of the tag is unsynchronised at once, in 2.4 each frame has a flag.
    let isUnsynchronisedWhole = body.withUnsafeBufferPointer { buffer in
      let view = ByteView(buffer)
      return header.isUnsynchronisedWhole(from: 0, to: Int64(buffer.count)) {
        view?.whole(Int($0), $1)
      }
    }
    if isUnsynchronisedWhole { ID3Header.resynchronise(&body) }
    guard let frames = ID3Document.frames(body, header) else {
      throw .unclear("its ID3 tag is damaged")
    }
    if version == 4, header.isUnsynchronised,
      frames.contains(where: { $0.bytes[9] & 2 == 0 && ID3Document.isUnsynchronised($0.bytes) })
    {
      // Whether the flag or the bytes are right is undecidable.
      throw .unclear("its ID3 tag contradicts itself")
    }
    self.frames = frames
  }

  /// The frames up to the padding; nil if invalid.
  private static func frames(_ body: [UInt8], _ header: ID3Header) -> [Frame]? {
    body.withUnsafeBufferPointer { buffer in
      guard let view = ByteView(buffer) else { return header.hasExtension ? nil : [] }
      let end = Int64(view.count)
      guard var offset = header.extendedLength(view, within: end) else { return nil }
      var frames: [Frame] = []
      while let frame = header.frame(at: offset, to: end, { view.whole(Int($0), $1) }) {
        guard frame.content < end, let id = name(frame.header.part(0, 4)) else { return nil }
        let bytes = view.part(Int(offset), Int(frame.end - offset))
        frames.append(Frame(id: id, bytes: Array(bytes.buffer)))
        offset = frame.end
      }
      // Padding is zeros to the end.
      return view.from(Int(offset)).buffer.allSatisfy { $0 == 0 } ? frames : nil
    }
  }

  /// A name of four letters or digits, or a padded one of version 2; nil if invalid.
  private static func name(_ bytes: ByteView) -> String? {
    guard ID3Header.isName(bytes) else { return nil }
    let isShort = bytes[3] == 0 || bytes[3] == 0x20
    let name = String(decoding: bytes.part(0, isShort ? 3 : 4).buffer, as: UTF8.self)
    return isShort ? ID3Frame.longNames[name] ?? name : name
  }

  /// The whole tag, at its old length if it fits.
  func rendered() throws(TagWriteError) -> [UInt8] {
    let size = frames.reduce(0) { $0 + $1.bytes.count }
    let room = length - ID3Header.length
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
  static func syncSafeBytes(_ number: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) }
  }

  static func plainBytes(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }

  /// Removes the zeros inserted behind each 0xFF.
  static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var plain = Array(bytes)
    ID3Header.resynchronise(&plain)
    return plain
  }

  static func isUnsynchronised(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == 0xFF && $1 == 0 }
  }
}
