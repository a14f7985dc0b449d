/// The tags behind the audio: ID3v1 at the very end, APEv2 and Lyrics3 before it.
struct TrailingTags {
  /// The end of the audio.
  private(set) var audioEnd: Int64

  private static let maximumTag = 16 << 20
  private static let maximumItems = 2_000
  /// Bytes per read, enough for most of these tags.
  private static let reach = 1_024

  /// Reads the tags. ID3v1 only fills gaps: it truncates at 30 bytes, and programs that write the
  /// other formats do not update it.
  init(_ file: HeaderFile, into tags: inout TagFields) {
    audioEnd = file.size
    _ = file.upTo(TrailingTags.reach, at: max(0, file.size - Int64(TrailingTags.reach)))
    let first = Self.id3v1(file)
    if first != nil { audioEnd -= 128 }
    skipLyrics(file)
    tags.startBlock()
    readAPE(file, into: &tags)
    guard let first else { return }
    tags.startBlock()
    Self.readID3v1(first, into: &tags)
  }

  /// The ID3v1 tag; nil without one.
  static func id3v1(_ file: HeaderFile) -> ByteView? {
    file.bytes(at: file.size - 128, 128).flatMap { $0.has("TAG") ? $0 : nil }
  }

  /// 128 bytes: "TAG", title, artist, album, year, comment with the track number, genre.
  private static func readID3v1(_ bytes: ByteView, into tags: inout TagFields) {
    tags.add(.title, bytes.part(3, 30).trimmed())
    tags.add(.artist, bytes.part(33, 30).trimmed())
    tags.add(.album, bytes.part(63, 30).trimmed())
    tags.add(.year, bytes.part(93, 4).trimmed())
    if bytes[125] == 0, bytes[126] != 0 { tags.add(.track, String(bytes[126])) }
    if let genre = GenreName.name(Int(bytes[127])) { tags.add(.genre, genre) }
  }

  private mutating func skipLyrics(_ file: HeaderFile) {
    guard let end = file.bytes(at: audioEnd - 15, 15), end.has("LYRICS200", at: 6) else { return }
    let digits = end.part(0, 6).buffer
    guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return }
    let size = digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) } + 15
    if size < audioEnd { audioEnd -= size }
  }

  private mutating func readAPE(_ file: HeaderFile, into tags: inout TagFields) {
    let end = audioEnd - Int64(APETag.length)
    guard let tag = file.bytes(at: end, APETag.length).flatMap(APETag.init),
      tag.size <= TrailingTags.maximumTag, let start = tag.start(before: audioEnd)
    else { return }
    var offset = start
    for _ in 0..<min(tag.count, TrailingTags.maximumItems) {
      guard let length = TrailingTags.readItem(file, at: offset, end: end, into: &tags) else {
        break
      }
      offset += length
    }
    audioEnd = max(0, start - (tag.hasHeader ? Int64(APETag.length) : 0))
  }

  /// Reads an item and returns its length, or nil if invalid.
  private static func readItem(
    _ file: HeaderFile, at offset: Int64, end: Int64, into tags: inout TagFields
  ) -> Int64? {
    guard end - offset > 11,
      let head = file.bytes(at: offset, Int(min(end - offset, Int64(8 + 64)))),
      let zero = head.firstIndex(of: 0, from: 8)
    else { return nil }
    let (size, flags) = (head.little(0, 4), head.little(4, 4))
    let value = offset + Int64(zero + 1)
    guard value + Int64(size) <= end else { return nil }
    let name = TagName(head.part(8, zero - 8))
    let isText = flags & 6 == 0
    if let name, isText || name == .picture,
      let bytes = file.bytes(at: value, min(size, TagFields.maximumLength + 64))
    {
      // Several values are separated by zeros.
      var rest = name == .picture ? bytes.part(0, 1) : bytes
      while rest.count > 0 {
        let zero = rest.firstIndex(of: 0) ?? rest.count
        tags.add(name, rest.part(0, zero))
        rest = rest.from(zero + 1)
      }
    }
    return Int64(zero + 1 + size)
  }
}
