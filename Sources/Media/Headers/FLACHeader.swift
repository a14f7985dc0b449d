import Music

/// The metadata blocks of FLAC (RFC 9639, section 8).
enum FLACHeader {
  private static let mostBlocks = 200

  /// Reads a file whose "fLaC" is at a place; nil where something is not as it should be.
  static func read(_ file: HeaderFile, at start: Int64, tags: TagFields) -> HeaderFacts? {
    var facts = HeaderFacts(tags: tags)
    facts.tags.goOn()
    var place = start + 4
    var frames: Frames?
    for _ in 0..<mostBlocks {
      guard let header = file.bytes(at: place, 4) else { return nil }
      let (kind, length) = (header[0] & 0x7F, header.big(1, 3))
      let isLast = header[0] & 0x80 != 0
      var end = place + 4 + Int64(length)
      guard end <= file.size, (kind == 0) == (frames == nil) else { return nil }
      switch kind {
      case 0:
        guard length >= 34, let info = file.bytes(at: place + 4, 34) else { return nil }
        frames = take(info, into: &facts)
      case 4:
        end = readComments(file, from: place + 4, to: end, isLast: isLast, into: &facts.tags)
      case 6: facts.tags.addPicture()
      default: break
      }
      place = end
      if isLast, let frames {
        facts.setDuration(samples: frames.samples)
        if facts.fingerprint != nil, isPart(file, from: place, frames) { facts.fingerprint = nil }
        facts.fingerprint = facts.fingerprint ?? file.hash(from: place, to: file.size)
        return facts
      }
    }
    return nil
  }

  /// Reads a block of comments and tells where it really ends: some programs write a length that is
  /// too short, which others do not heed.
  private static func readComments(
    _ file: HeaderFile, from start: Int64, to end: Int64, isLast: Bool, into tags: inout TagFields
  ) -> Int64 {
    let before = tags
    var stream = FileStream(file: file, place: start, end: end)
    if VorbisComment.read(&stream, into: &tags) { return end }
    var (longer, more) = (FileStream(file: file, place: start, end: file.size), before)
    guard VorbisComment.read(&longer, into: &more), longer.place > end,
      let behind = file.bytes(at: longer.place, 4), isBehindBlock(behind, isLast: isLast)
    else { return end }
    tags = more
    return longer.place
  }

  /// Whether these four bytes begin another block, or behind the last one the first frame.
  private static func isBehindBlock(_ bytes: ByteView, isLast: Bool) -> Bool {
    isLast ? bytes[0] == 0xFF && bytes[1] & 0xFE == 0xF8 : bytes[0] & 0x7F <= 6
  }

  /// The true length of a block of comments that says too short a one, nil where none does: FFmpeg
  /// goes by what it says, and then knows no way on.
  static func correction(_ file: HeaderFile) -> BytePatch? {
    let start = HeaderReader.tagsEnd(file)
    guard file.bytes(at: start, 4)?.has("fLaC") == true else { return nil }
    var place = start + 4
    for _ in 0..<mostBlocks {
      guard let header = file.bytes(at: place, 4) else { return nil }
      let isLast = header[0] & 0x80 != 0
      let content = place + 4
      let end = content + Int64(header.big(1, 3))
      if header[0] & 0x7F == 4 {
        var tags = TagFields()
        let length = Int(
          readComments(file, from: content, to: end, isLast: isLast, into: &tags) - content)
        guard content + Int64(length) != end, length < 1 << 24 else { return nil }
        let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
        return BytePatch(place: place + 1, bytes: bytes)
      }
      if isLast { return nil }
      place = end
    }
    return nil
  }

  /// STREAMINFO: 20 bits of rate, 3 of channels, 5 of depth, 36 of samples, the MD5 of them all.
  private static func take(_ info: ByteView, into facts: inout HeaderFacts) -> Frames {
    let word = info.big(10, 4)
    facts.audio.codec = "flac"
    facts.audio.container = "flac"
    facts.audio.sampleRate = word >> 12
    facts.audio.channels = word >> 9 & 7 + 1
    facts.audio.bitDepth = word >> 4 & 31 + 1
    facts.fingerprint = AudioHash.ofSamples(md5: info.part(18, 16))
    return Frames(
      // Some count the last block, too, which is shorter, among the smallest.
      blockSize: Int64(info.big(2, 2)), longest: info.big(7, 3),
      samples: Int64(info.big(13, 5) & 0xF_FFFF_FFFF))
  }
}
