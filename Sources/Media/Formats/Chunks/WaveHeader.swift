import Music

/// The chunks of RIFF WAVE and of AIFF.
enum WaveHeader {
  private static let maximumChunks = 200
  private static let maximumFields = 200

  /// Reads up to an empty chunk, as left by writers that do not know the length.
  private static func chunks(_ file: HeaderFile, isBig: Bool) -> [Chunks.Chunk] {
    var walk = Chunks(file, isBig: isBig, most: maximumChunks)
    var chunks: [Chunks.Chunk] = []
    while let chunk = walk.next() {
      chunks.append(chunk)
      if chunk.start == chunk.end { break }
    }
    return chunks
  }

  private static let (format, data) = (UInt32(letters: "fmt "), UInt32(letters: "data"))
  private static let (list, common) = (UInt32(letters: "LIST"), UInt32(letters: "COMM"))
  private static let (sound, title) = (UInt32(letters: "SSND"), UInt32(letters: "NAME"))
  private static let author = UInt32(letters: "AUTH")

  /// Nil if the sound is not plain PCM.
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
    // ID3 overrides the list.
    readID3(file, chunks, into: &facts.tags)
    for chunk in chunks where chunk.name == list { readList(file, chunk, into: &facts.tags) }
    finish(&facts, file, data.start, data.end, frame: frame)
    return facts
  }

  private static func finish(
    _ facts: inout HeaderFacts, _ file: HeaderFile, _ start: Int64, _ end: Int64, frame: Int
  ) {
    facts.audio.bitRate = facts.audio.sampleRate * frame * 8
    facts.setDuration(samples: (end - start) / Int64(frame))
    facts.audioHash = file.hash(from: start, to: end)
  }

  private static func readID3(
    _ file: HeaderFile, _ chunks: [Chunks.Chunk], into tags: inout TagFields
  ) {
    for chunk in chunks where chunk.name == Chunks.id3 || chunk.name == Chunks.id3InCapitals {
      ID3Tag(file, at: chunk.start)?.read(file, into: &tags)
    }
    tags.startBlock()
  }

  private static func readList(
    _ file: HeaderFile, _ list: Chunks.Chunk, into tags: inout TagFields
  ) {
    guard file.bytes(at: list.start, 4)?.has("INFO") == true else { return }
    var fields = Chunks(
      file, from: list.start + 4, to: list.end, isBig: false, most: maximumFields)
    while let field = fields.next(), !field.isCut {
      let length = Int(min(field.end - field.start, Int64(TagFields.maximumLength + 64)))
      if let name = file.bytes(at: field.offset, 4).flatMap(TagName.init),
        let value = file.bytes(at: field.start, length)
      {
        tags.add(name, value)
      }
    }
  }

  /// AIFF, and uncompressed AIFC.
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
    readID3(file, chunks, into: &facts.tags)
    for chunk in chunks where chunk.name == title || chunk.name == author {
      let length = Int(min(chunk.end - chunk.start, Int64(TagFields.maximumLength)))
      guard let text = file.bytes(at: chunk.start, length) else { continue }
      facts.tags.add(chunk.name == title ? .title : .artist, text)
    }
    finish(&facts, file, start, sound.end, frame: frame)
    return facts
  }

  /// An integer as an 80-bit float; 0 if it is no valid rate.
  private static func extended(_ bytes: ByteView) -> Int {
    let exponent = bytes.big(0, 2) - 16_383
    guard (0...30).contains(exponent) else { return 0 }
    return bytes.big(2, 4) >> (31 - exponent)
  }
}
