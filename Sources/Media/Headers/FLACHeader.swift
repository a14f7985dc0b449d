import Music

/// The metadata blocks of FLAC (RFC 9639, section 8).
enum FLACHeader {
  private static let mostBlocks = 200

  /// Reads a file whose "fLaC" is at a place; nil where something is not as it should be.
  static func read(_ file: HeaderFile, at start: Int64, tags: TagFields) -> HeaderFacts? {
    var facts = HeaderFacts(tags: tags)
    facts.tags.goOn()
    var place = start + 4
    var samples: Int64?
    for _ in 0..<mostBlocks {
      guard let header = file.bytes(at: place, 4) else { return nil }
      let (kind, length) = (header[0] & 0x7F, header.big(1, 3))
      let isLast = header[0] & 0x80 != 0
      let end = place + 4 + Int64(length)
      guard end <= file.size, (kind == 0) == (samples == nil) else { return nil }
      switch kind {
      case 0:
        guard length >= 34, let info = file.bytes(at: place + 4, 34) else { return nil }
        samples = take(info, into: &facts)
      case 4:
        var stream = FileStream(file: file, place: place + 4, end: end)
        _ = VorbisComment.read(&stream, into: &facts.tags)
      case 6: facts.tags.addPicture()
      default: break
      }
      place = end
      if isLast {
        facts.setDuration(samples: samples ?? 0)
        facts.fingerprint = facts.fingerprint ?? file.hash(from: place, to: file.size)
        return facts
      }
    }
    return nil
  }

  /// STREAMINFO: 20 bits of rate, 3 of channels, 5 of depth, 36 of samples, the MD5 of them all.
  private static func take(_ info: ByteView, into facts: inout HeaderFacts) -> Int64 {
    let word = info.big(10, 4)
    facts.audio.codec = "flac"
    facts.audio.container = "flac"
    facts.audio.sampleRate = word >> 12
    facts.audio.channels = word >> 9 & 7 + 1
    facts.audio.bitDepth = word >> 4 & 31 + 1
    facts.fingerprint = AudioHash.ofSamples(md5: info.part(18, 16))
    return Int64(info.big(13, 5) & 0xF_FFFF_FFFF)
  }
}
