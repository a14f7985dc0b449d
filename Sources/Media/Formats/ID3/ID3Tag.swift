/// ID3v2.2 to 2.4, at the front of files and in chunks (id3.org).
struct ID3Tag {
  let header: ID3Header
  /// The end of the header, and of the last frame.
  let start: Int64
  let framesEnd: Int64
  /// The end of the whole tag.
  let end: Int64

  static let maximumFrames = 4_000
  /// The most bytes read of a frame; longer text is truncated.
  static let maximumFrame = 8_192

  /// Reads the header; nil without a tag.
  init?(_ file: HeaderFile, at offset: Int64) {
    guard let header = file.bytes(at: offset, ID3Header.length).flatMap(ID3Header.init),
      (2...4).contains(header.version)
    else { return nil }
    self.header = header
    start = offset + Int64(ID3Header.length)
    framesEnd = start + Int64(header.size)
    end = offset + Int64(header.totalLength)
    guard framesEnd <= file.size else { return nil }
  }

  private var version: Int { header.version }

  func read(_ file: HeaderFile, into tags: inout TagFields) {
    guard !header.isCompressed else { return }
    guard header.isUnsynchronisedWhole(from: start, to: framesEnd, file.bytes(at:_:)) else {
      return walk(from: start, to: framesEnd, &tags) { file.bytes(at: $0, $1) }
    }
    var plain = ResynchronisedBytes(file, from: start, to: framesEnd)
    walk(from: 0, to: framesEnd - start, &tags) { plain.bytes(at: $0, $1) }
  }

  private func walk(
    from start: Int64, to end: Int64, _ tags: inout TagFields, _ bytes: (Int64, Int) -> ByteView?
  ) {
    var day: String?
    visitFrames(from: start, to: end, bytes) { frame in
      let name = ID3Frame.name(frame.header, version)
      guard ID3Frame.isWanted(name), frame.size > 1 else { return true }
      guard let body = bytes(frame.content, min(frame.size, ID3Tag.maximumFrame)) else {
        return false
      }
      read(ID3Frame(name: name, body: body), frame.flags, into: &tags, day: &day)
      return true
    }
    if let day { tags.addDay(day) }
  }

  /// Calls `visit` with the frames up to the padding, until it returns false.
  func visitFrames(
    from start: Int64, to end: Int64, most: Int = ID3Tag.maximumFrames, _ bytes: ID3Bytes,
    _ visit: (ID3Header.RawFrame) -> Bool
  ) {
    var offset = start
    if header.hasExtension {
      guard let size = bytes(offset, 4),
        let length = header.extendedLength(size, within: end - offset)
      else { return }
      offset += length
    }
    for _ in 0..<most {
      guard let frame = header.frame(at: offset, to: end, bytes), visit(frame) else { return }
      offset = frame.end
    }
  }

  private func read(
    _ frame: ID3Frame, _ flags: UInt8, into tags: inout TagFields, day: inout String?
  ) {
    guard let wrapping = ID3Header.wrapping(version: version, flags: flags) else { return }
    let body = frame.body.from(wrapping.inFront)
    guard wrapping.isUnsynchronised || header.isUnsynchronised && version == 4 else {
      return ID3Frame(name: frame.name, body: body).read(into: &tags, day: &day)
    }
    var bytes = Array(body.buffer)
    ID3Header.resynchronise(&bytes)
    bytes.withUnsafeBufferPointer { buffer in
      guard let body = ByteView(buffer) else { return }
      ID3Frame(name: frame.name, body: body).read(into: &tags, day: &day)
    }
  }
}
