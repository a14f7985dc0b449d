import Music

/// Vorbis (its specification, section 4.2) and Opus (RFC 7845) in Ogg.
enum OggHeader {
  /// Nil for other codecs, multiplexed and chained streams.
  static func read(_ file: HeaderFile) -> HeaderFacts? {
    guard var pages = OggPages(file, at: 0), let first = pages.read(19) else { return nil }
    var facts = HeaderFacts()
    facts.audio.container = "ogg"
    let isOpus = first.has("OpusHead")
    var skipped: Int64 = 0
    if isOpus {
      facts.audio.codec = "opus"
      facts.audio.channels = Int(first[9])
      facts.audio.sampleRate = 48_000
      skipped = Int64(first.little(10, 2))
    } else {
      guard first.has("vorbis", at: 1), first[0] == 1 else { return nil }
      facts.audio.codec = "vorbis"
      facts.audio.channels = Int(first[11])
      facts.audio.sampleRate = first.little(12, 4)
    }
    let second = pages.next
    guard var comments = OggPages(file, at: second), comments.serial == pages.serial,
      let head = comments.read(isOpus ? 8 : 7),
      isOpus ? head.has("OpusTags") : head.has("vorbis", at: 1)
    else { return nil }
    _ = VorbisComment.read(&comments, into: &facts.tags)

    // Sound begins on a new page behind the headers.
    guard var headers = OggPages(file, at: second) else { return nil }
    var packets = headers.packetsEnded
    while packets < (isOpus ? 1 : 2) {
      guard headers.turn() else { return nil }
      packets += headers.packetsEnded
    }
    guard var audio = OggPages(file, at: headers.next), audio.serial == pages.serial else {
      return nil
    }
    // A part cut out of a longer file begins with a large number.
    while audio.packetsEnded == 0 { guard audio.turn() else { return nil } }
    guard audio.granule >= 0, audio.granule < Int64(facts.audio.sampleRate) * 20,
      var sound = OggPages(file, at: headers.next)
    else { return nil }
    var hash = AudioHash(seed: 2)
    guard let payload = sound.payload(upTo: AudioHash.sample) else { return nil }
    hash.add(payload)
    guard let last = lastGranule(file, serial: pages.serial) else { return nil }
    hash.add(UInt64(bitPattern: last))
    facts.audioHash = hash.value
    facts.setDuration(samples: last - skipped)
    return facts
  }

  /// The number of the last sample; nil if the end belongs to another stream.
  private static func lastGranule(_ file: HeaderFile, serial: Int) -> Int64? {
    for reach in [6_144, HeaderFile.maximumLength] {
      let start = max(0, file.size - Int64(reach))
      guard let tail = file.upTo(reach, at: start) else { return nil }
      var found: Int64?
      var offset = 0
      while let page = find(tail, from: offset) {
        if let page = OggPage(tail.from(page)) {
          if page.serial != serial { return nil }
          // Negative values other than -1 do not occur.
          if page.granule >= 0 { found = page.granule }
        }
        offset = page + 4
      }
      if let found { return found }
      if start == 0 { return nil }
    }
    return nil
  }

  private static func find(_ bytes: ByteView, from offset: Int) -> Int? {
    var offset = offset
    while let found = bytes.firstIndex(of: UInt8(ascii: "O"), from: offset) {
      if bytes.has("OggS", at: found) { return found }
      offset = found + 1
    }
    return nil
  }
}
