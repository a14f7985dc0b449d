/// ID3v2.2 to 2.4, as they lie at the front of files and in chunks (id3.org).
struct ID3Tag {
  private let version: Int
  private let isUnsynchronised: Bool
  /// Behind the header, and behind the last frame.
  private let start: Int64
  private let framesEnd: Int64
  /// Behind the whole tag.
  let end: Int64

  private static let mostFrames = 4_000
  /// Bytes of a frame that are looked at; a text beyond is cut.
  static let longestFrame = 8_192
  /// Of a tag that has to be undone as a whole first.
  private static let longestScrambled = 1 << 20

  /// Reads the header; nil where there is no tag.
  init?(_ file: HeaderFile, at place: Int64) {
    guard let head = file.bytes(at: place, 10), head.has("ID3"), (2...4).contains(head[3]),
      head[6] | head[7] | head[8] | head[9] < 0x80
    else { return nil }
    version = Int(head[3])
    isUnsynchronised = head[5] & 0x80 != 0
    start = place + 10
    framesEnd = start + Int64(ID3Tag.syncsafe(head, 6))
    end = framesEnd + (version == 4 && head[5] & 0x10 != 0 ? 10 : 0)
    guard framesEnd <= file.size else { return nil }
    hasExtension = version > 2 && head[5] & 0x40 != 0
    // Bit 6 of version 2 means a compression that nobody ever defined.
    isKnown = !(version == 2 && head[5] & 0x40 != 0)
  }

  private let hasExtension: Bool
  private let isKnown: Bool

  private static func syncsafe(_ bytes: ByteView, _ place: Int) -> Int {
    (0..<4).reduce(0) { $0 << 7 | Int(bytes[place + $1] & 0x7F) }
  }

  func read(_ file: HeaderFile, into tags: inout TagFields) {
    guard isKnown else { return }
    guard isUnsynchronised, version < 4 else {
      return walk(from: start, to: framesEnd, &tags) { file.bytes(at: $0, $1) }
    }
    // Up to version 3 the whole tag is written so that no sync of MPEG is in it.
    var whole: [UInt8] = []
    var place = start
    while place < framesEnd, whole.count < ID3Tag.longestScrambled {
      let count = Int(min(framesEnd - place, Int64(HeaderFile.longest)))
      guard let bytes = file.bytes(at: place, count) else { break }
      whole += bytes.buffer
      place += Int64(count)
    }
    ID3Tag.resynchronise(&whole)
    whole.withUnsafeBufferPointer { buffer in
      guard let all = ByteView(buffer) else { return }
      walk(from: 0, to: Int64(all.count), &tags) { place, count in
        count <= all.count - Int(place) ? all.part(Int(place), count) : nil
      }
    }
  }

  /// Takes out the zero that was put behind each 0xFF.
  static func resynchronise(_ bytes: inout [UInt8]) {
    var kept = 0
    var isAfterFF = false
    for byte in bytes {
      if isAfterFF, byte == 0 {
        isAfterFF = false
        continue
      }
      bytes[kept] = byte
      kept += 1
      isAfterFF = byte == 0xFF
    }
    bytes.removeLast(bytes.count - kept)
  }

  private func walk(
    from start: Int64, to end: Int64, _ tags: inout TagFields, _ bytes: (Int64, Int) -> ByteView?
  ) {
    var place = start
    if hasExtension, let size = bytes(place, 4) {
      place += version == 4 ? Int64(ID3Tag.syncsafe(size, 0)) : 4 + Int64(size.big(0, 4))
    }
    let headerSize = version == 2 ? 6 : 10
    var day: String?
    for _ in 0..<ID3Tag.mostFrames {
      guard place + Int64(headerSize) <= end, let head = bytes(place, headerSize), head[0] != 0
      else { break }
      let name = UInt32(head.big(0, version == 2 ? 3 : 4))
      let flags = version == 2 ? 0 : head[9]
      let plain = head.big(version == 2 ? 3 : 4, version == 2 ? 3 : 4)
      let frame = place + Int64(headerSize)
      let size = version == 4 ? self.size(head, plain, frame, end, bytes) : plain
      guard frame + Int64(size) <= end else { break }
      place = frame + Int64(size)
      guard ID3Frame.isWanted(name), size > 1 else { continue }
      guard let body = bytes(frame, min(size, ID3Tag.longestFrame)) else { break }
      let content = ID3Frame(name: name, body: body)
      if version == 2 || flags == 0, !(isUnsynchronised && version == 4) {
        content.read(into: &tags, day: &day)
      } else {
        unwrapped(content, flags, into: &tags, day: &day)
      }
    }
    if let day { tags.addDay(day) }
  }

  /// Some write the sizes of version 4 as plain numbers: then only that leads to a next frame.
  private func size(
    _ head: ByteView, _ plain: Int, _ frame: Int64, _ end: Int64, _ bytes: (Int64, Int) -> ByteView?
  ) -> Int {
    let size = ID3Tag.syncsafe(head, 4)
    guard plain > 127 else { return size }
    func leadsOn(_ size: Int) -> Bool {
      let next = frame + Int64(size)
      if next == end { return true }
      guard next + 4 <= end, let name = bytes(next, 4) else { return false }
      return name.buffer.allSatisfy { $0 == 0 }
        || name.buffer.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 >= 0x41 && $0 <= 0x5A }
    }
    let hasHighBit = head[4] | head[5] | head[6] | head[7] >= 0x80
    return hasHighBit || !leadsOn(size) && leadsOn(plain) ? plain : size
  }

  /// A frame with flags: what is compressed or encrypted is left alone.
  private func unwrapped(
    _ frame: ID3Frame, _ flags: UInt8, into tags: inout TagFields, day: inout String?
  ) {
    var body = frame.body
    if version == 3 {
      guard flags & 0xC0 == 0 else { return }
      if flags & 0x20 != 0 { body = body.from(1) }
      return ID3Frame(name: frame.name, body: body).read(into: &tags, day: &day)
    }
    guard flags & 0x0C == 0 else { return }
    if flags & 0x40 != 0 { body = body.from(1) }
    if flags & 0x01 != 0 { body = body.from(4) }
    guard flags & 0x02 != 0 || isUnsynchronised else {
      return ID3Frame(name: frame.name, body: body).read(into: &tags, day: &day)
    }
    var bytes = Array(body.buffer)
    ID3Tag.resynchronise(&bytes)
    bytes.withUnsafeBufferPointer { buffer in
      guard let body = ByteView(buffer) else { return }
      ID3Frame(name: frame.name, body: body).read(into: &tags, day: &day)
    }
  }
}
