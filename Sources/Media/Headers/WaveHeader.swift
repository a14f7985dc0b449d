import Music

/// The chunks of RIFF WAVE and of AIFF.
enum WaveHeader {
  private static let mostChunks = 200
  private static let mostFields = 200

  private struct Chunk {
    var name: UInt32
    var start: Int64
    var end: Int64
  }

  /// The chunks of a file in which the first one's form is at 8; the last may be cut off.
  private static func chunks(_ file: HeaderFile, isBig: Bool) -> [Chunk] {
    var chunks: [Chunk] = []
    var place: Int64 = 12
    while chunks.count < mostChunks, let head = file.bytes(at: place, 8) {
      let size = isBig ? head.big(4, 4) : head.little(4, 4)
      let start = place + 8
      // Writers that do not know the length leave 0 or the largest number.
      let isOpen = size == 0xFFFF_FFFF || start + Int64(size) > file.size
      let end = isOpen ? file.size : start + Int64(size)
      chunks.append(Chunk(name: UInt32(head.big(0, 4)), start: start, end: end))
      place = end + Int64(size & 1)
      guard place > start else { break }
    }
    return chunks
  }

  private static func name(_ text: StaticString) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(text.utf8Start[$1]) }
  }

  private static let (format, data, list) = (name("fmt "), name("data"), name("LIST"))
  private static let (id3, bigID3) = (name("id3 "), name("ID3 "))
  private static let (common, sound) = (name("COMM"), name("SSND"))
  private static let (title, author) = (name("NAME"), name("AUTH"))

  /// Nil for what is not plain PCM.
  static func read(_ file: HeaderFile) -> HeaderFacts? {
    let chunks = Self.chunks(file, isBig: false)
    guard let format = chunks.first(where: { $0.name == Self.format }),
      let data = chunks.first(where: { $0.name == Self.data }),
      let bytes = file.upTo(40, at: format.start), bytes.count >= 16,
      format.end - format.start >= 16
    else { return nil }
    var facts = HeaderFacts()
    var kind = bytes.little(0, 2)
    if kind == 0xFFFE, format.end - format.start >= 40 { kind = bytes.little(24, 2) }
    let bits = bytes.little(14, 2)
    let frame = bytes.little(12, 2)
    facts.audio.channels = bytes.little(2, 2)
    facts.audio.sampleRate = bytes.little(4, 4)
    facts.audio.bitDepth = bits
    facts.audio.container = "wav"
    switch (kind, bits) {
    case (1, 8): facts.audio.codec = "pcm_u8"
    case (1, 16): facts.audio.codec = "pcm_s16le"
    case (1, 24): facts.audio.codec = "pcm_s24le"
    case (1, 32): facts.audio.codec = "pcm_s32le"
    case (3, 32): facts.audio.codec = "pcm_f32le"
    case (3, 64): facts.audio.codec = "pcm_f64le"
    default: return nil
    }
    guard frame > 0, frame == facts.audio.channels * bits / 8 else { return nil }
    // ID3 says more than the list does.
    for chunk in chunks where chunk.name == id3 || chunk.name == bigID3 {
      ID3Tag(file, at: chunk.start)?.read(file, into: &facts.tags)
    }
    facts.tags.goOn()
    for chunk in chunks where chunk.name == list { readList(file, chunk, into: &facts.tags) }
    finish(&facts, file, data.start, data.end, frame: frame)
    return facts
  }

  private static func finish(
    _ facts: inout HeaderFacts, _ file: HeaderFile, _ start: Int64, _ end: Int64, frame: Int
  ) {
    facts.audio.bitRate = facts.audio.sampleRate * frame * 8
    facts.setDuration(samples: (end - start) / Int64(frame))
    facts.fingerprint = file.hash(from: start, to: end)
  }

  private static func readList(_ file: HeaderFile, _ list: Chunk, into tags: inout TagFields) {
    guard let head = file.bytes(at: list.start, 4), head.has("INFO") else { return }
    var place = list.start + 4
    for _ in 0..<mostFields {
      guard place + 8 <= list.end, let head = file.bytes(at: place, 8) else { return }
      let size = head.little(4, 4)
      let name = TagName(head.part(0, 4))
      if let name, place + 8 + Int64(size) <= list.end,
        let value = file.bytes(at: place + 8, min(size, TagFields.longest + 64))
      {
        tags.add(name, value)
      }
      place += 8 + Int64(size + size & 1)
    }
  }

  /// AIFF, and AIFC where it is not compressed.
  static func readAIFF(_ file: HeaderFile, isCompressed: Bool) -> HeaderFacts? {
    let chunks = Self.chunks(file, isBig: true)
    guard let common = chunks.first(where: { $0.name == Self.common }),
      let sound = chunks.first(where: { $0.name == Self.sound }),
      let bytes = file.bytes(at: common.start, isCompressed ? 22 : 18)
    else { return nil }
    var facts = HeaderFacts()
    let bits = bytes.big(6, 2)
    let isLittle = isCompressed && bytes.has("sowt", at: 18)
    guard !isCompressed || isLittle || bytes.has("NONE", at: 18) || bytes.has("twos", at: 18),
      let offset = file.bytes(at: sound.start, 8)?.big(0, 4)
    else { return nil }
    facts.audio.channels = bytes.big(0, 2)
    facts.audio.sampleRate = extended(bytes.part(8, 10))
    facts.audio.bitDepth = bits
    facts.audio.container = "aiff"
    switch (bits, isLittle) {
    case (8, _): facts.audio.codec = "pcm_s8"
    case (16, false): facts.audio.codec = "pcm_s16be"
    case (16, true): facts.audio.codec = "pcm_s16le"
    case (24, false): facts.audio.codec = "pcm_s24be"
    case (32, false): facts.audio.codec = "pcm_s32be"
    default: return nil
    }
    let frame = facts.audio.channels * bits / 8
    let start = sound.start + 8 + Int64(offset)
    guard frame > 0, start < sound.end else { return nil }
    for chunk in chunks where chunk.name == id3 || chunk.name == bigID3 {
      ID3Tag(file, at: chunk.start)?.read(file, into: &facts.tags)
    }
    facts.tags.goOn()
    for chunk in chunks where chunk.name == title || chunk.name == author {
      let length = Int(min(chunk.end - chunk.start, Int64(TagFields.longest)))
      guard let text = file.bytes(at: chunk.start, length) else { continue }
      facts.tags.add(chunk.name == title ? .title : .artist, text)
    }
    finish(&facts, file, start, sound.end, frame: frame)
    return facts
  }

  /// Whole numbers as 80 bits of floating point; 0 for what is no rate.
  private static func extended(_ bytes: ByteView) -> Int {
    let exponent = bytes.big(0, 2) - 16_383
    guard (0...30).contains(exponent) else { return 0 }
    return bytes.big(2, 4) >> (31 - exponent)
  }
}
