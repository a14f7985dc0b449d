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

  /// Bytes of a tag that are read; real ones with pictures have a few million.
  static let maximumLength = 64 << 20
  /// What a tag that has to grow is given to spare, so that the next change does not move anything.
  static let padding = 2048

  /// A new tag; 2.3 is what all players read.
  init() {
    version = 3
    frames = []
    length = 0
  }

  private static func header(_ bytes: [UInt8]) -> ID3Header? {
    bytes.withUnsafeBufferPointer { ByteView($0).flatMap(ID3Header.init) }
  }

  /// Takes a whole tag apart.
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
    // In version 2.3 all of the tag is unsynchronised at once, in 2.4 each frame says it for itself.
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
      // Whether its bytes are meant as they are cannot be told.
      throw .unclear("its ID3 tag contradicts itself")
    }
    self.frames = frames
  }

  /// The frames up to the padding; nil where something else comes first.
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

  /// Four letters or digits, or what version 2 called a frame, filled up; nil for anything else.
  private static func name(_ bytes: ByteView) -> String? {
    guard ID3Header.isName(bytes) else { return nil }
    let isShort = bytes[3] == 0 || bytes[3] == 0x20
    let name = String(decoding: bytes.part(0, isShort ? 3 : 4).buffer, as: UTF8.self)
    return isShort ? ID3Frame.longNames[name] ?? name : name
  }

  /// The whole tag, as long as it was where it fits into that.
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

  /// Without the zeros that were put behind each 0xFF.
  static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var plain = Array(bytes)
    ID3Header.resynchronise(&plain)
    return plain
  }

  static func isUnsynchronised(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == 0xFF && $1 == 0 }
  }
}
