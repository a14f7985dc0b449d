/// The original bytes of a tag that is unsynchronised as a whole, read forwards.
struct ResynchronisedBytes {
  private let file: HeaderFile
  /// The offset in the file.
  private var offset: Int64
  private let end: Int64
  /// The same offset in the original tag.
  private var plainOffset: Int64 = 0
  private var isAfterFF = false
  private var bytesLeft = 64 << 20

  init(_ file: HeaderFile, from offset: Int64, to end: Int64) {
    self.file = file
    self.offset = offset
    self.end = end
  }

  /// The bytes at an offset behind all earlier reads, at most `HeaderFile.maximumJoined`; nil if
  /// the tag has fewer.
  mutating func bytes(at wanted: Int64, _ count: Int) -> ByteView? {
    guard wanted >= plainOffset, count <= HeaderFile.maximumJoined else { return nil }
    let room = file.roomToJoin()
    var made = 0
    while made < count {
      let length = Int(min(end - offset, 4_096, Int64(bytesLeft)))
      guard length > 0, let bytes = file.bytes(at: offset, length) else { return nil }
      for byte in bytes.buffer {
        guard made < count else { break }
        offset += 1
        bytesLeft -= 1
        let isPut = isAfterFF && byte == 0
        isAfterFF = byte == 0xFF
        guard !isPut else { continue }
        if plainOffset >= wanted {
          room.start[made] = byte
          made += 1
        }
        plainOffset += 1
      }
    }
    return ByteView(room, from: 0, count: count)
  }
}
