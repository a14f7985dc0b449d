import Music

/// FLAC's metadata blocks (RFC 9639, section 8).
enum FLACHeader {
  /// Reads a file with "fLaC" at `start`; nil if anything is invalid.
  static func read(_ file: HeaderFile, at start: Int64, tags: TagFields) -> HeaderFacts? {
    var facts = HeaderFacts(tags: tags)
    facts.tags.startBlock()
    var blocks = FLACBlocks(file, at: start)
    var frames: Frames?
    while let block = blocks.next() {
      guard block.end <= file.size, (block.kind == 0) == (frames == nil) else { return nil }
      switch block.kind {
      case 0:
        guard block.end - block.start >= Int64(FLACStreamInfo.length),
          let info = file.bytes(at: block.start, FLACStreamInfo.length)
        else { return nil }
        frames = parse(info, into: &facts)
      case 4: blocks.offset = readComments(file, block, into: &facts.tags)
      case 6: facts.tags.addPicture()
      default: break
      }
      if block.isLast, let frames {
        facts.setDuration(samples: frames.samples)
        if facts.audioHash != nil, isPart(file, from: blocks.offset, frames) {
          facts.audioHash = nil
        }
        facts.audioHash = facts.audioHash ?? file.hash(from: blocks.offset, to: file.size)
        return facts
      }
    }
    return nil
  }

  /// Reads a comment block and returns its true end: some programs write too short a length, which
  /// others ignore.
  private static func readComments(
    _ file: HeaderFile, _ block: FLACBlocks.Block, into tags: inout TagFields
  ) -> Int64 {
    let before = tags
    var stream = FileCursor(file, from: block.start, to: block.end)
    if VorbisComment.read(&stream, into: &tags) { return block.end }
    var (longer, more) = (FileCursor(file, from: block.start, to: file.size), before)
    guard VorbisComment.read(&longer, into: &more), longer.offset > block.end,
      let behind = longer.peek(4), isBehindBlock(behind, isLast: block.isLast)
    else { return block.end }
    tags = more
    return longer.offset
  }

  /// Whether these four bytes begin another block or, behind the last block, the first frame.
  private static func isBehindBlock(_ bytes: ByteView, isLast: Bool) -> Bool {
    isLast ? bytes[0] == 0xFF && bytes[1] & 0xFE == 0xF8 : bytes[0] & 0x7F <= 6
  }

  /// The true length of a comment block whose header states too short a one, else nil: FFmpeg
  /// trusts the stated length and then fails.
  static func correction(_ file: HeaderFile) -> BytePatch? {
    let start = HeaderReader.tagsEnd(file)
    guard file.bytes(at: start, 4)?.has("fLaC") == true else { return nil }
    var blocks = FLACBlocks(file, at: start)
    while let block = blocks.next() {
      if block.kind == 4 {
        var tags = TagFields()
        let end = readComments(file, block, into: &tags)
        let length = end - block.start
        guard end != block.end, length < 1 << 24 else { return nil }
        let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
        return BytePatch(position: block.offset + 1, bytes: bytes)
      }
      if block.isLast { return nil }
    }
    return nil
  }

  /// Behind the format there are 36 bits of samples and the MD5 of them all.
  private static func parse(_ info: ByteView, into facts: inout HeaderFacts) -> Frames {
    let sound = FLACStreamInfo(info)
    facts.audio.codec = "flac"
    facts.audio.container = "flac"
    facts.audio.sampleRate = sound.sampleRate
    facts.audio.channels = sound.channels
    facts.audio.bitDepth = sound.bitDepth
    facts.audioHash = AudioHash.ofSamples(md5: info.part(18, 16))
    return Frames(info)
  }
}
