import Music

/// AAC and ALAC in MP4, in the layout of the usual programs.
enum MP4Header {
  private static let (moov, mdat) = (UInt32(letters: "moov"), UInt32(letters: "mdat"))
  private static let (trak, fragments) = (UInt32(letters: "trak"), UInt32(letters: "mvex"))
  private static let (aac, alac) = (UInt32(letters: "mp4a"), UInt32(letters: "alac"))

  /// Nil for fragments, other codecs and everything else left to FFmpeg.
  static func read(_ file: HeaderFile) -> HeaderFacts? {
    var boxes = MP4Boxes(file, from: 0, to: file.size)
    var movie: MP4Boxes.Box?
    var sounds: [MP4Boxes.Box] = []
    while let box = boxes.next() {
      if box.name == moov { movie = movie ?? box }
      if box.name == mdat, sounds.count < 16 { sounds.append(box) }
    }
    guard let movie else { return nil }
    // In one read: the required boxes are spread over it.
    _ = file.upTo(Int(min(movie.end - movie.start, 16_384)), at: movie.start)
    var facts = HeaderFacts()
    facts.audio.container = "mov"
    var children = MP4Boxes(file, in: movie)
    var chunk: Int64?
    while let box = children.next() {
      if box.name == fragments { return nil }
      if box.name == trak, chunk == nil, isSound(file, box) {
        guard let first = readTrack(file, box, movie: movie, &facts) else { return nil }
        chunk = first
      }
    }
    guard let chunk, facts.audio.duration != nil, MP4Tags.read(file, movie, into: &facts.tags)
    else { return nil }
    if let sound = sounds.first(where: { $0.start <= chunk && chunk < $0.end }) {
      facts.audioHash = file.hash(from: chunk, to: sound.end)
    }
    return facts
  }

  private static func isSound(_ file: HeaderFile, _ track: MP4Boxes.Box) -> Bool {
    guard let media = MP4Boxes.first("mdia", file, in: track),
      let handler = MP4Boxes.first("hdlr", file, in: media),
      let bytes = file.bytes(at: handler.start, 12)
    else { return false }
    return bytes.has("soun", at: 8)
  }

  /// The offset of its first chunk.
  private static func readTrack(
    _ file: HeaderFile, _ track: MP4Boxes.Box, movie: MP4Boxes.Box, _ facts: inout HeaderFacts
  ) -> Int64? {
    guard let media = MP4Boxes.first("mdia", file, in: track),
      let header = MP4Boxes.first("mdhd", file, in: media),
      let information = MP4Boxes.first("minf", file, in: media),
      let table = MP4Boxes.first("stbl", file, in: information),
      let descriptions = MP4Boxes.first("stsd", file, in: table),
      readDescription(file, descriptions, &facts),
      let duration = duration(file, header, track: track, movie: movie)
    else { return nil }
    facts.audio.duration = duration
    for (name, width) in [("stco", 4), ("co64", 7)] as [(StaticString, Int)] {
      guard let chunks = MP4Boxes.first(name, file, in: table) else { continue }
      guard let bytes = file.bytes(at: chunks.start, 8 + (width == 7 ? 8 : 4)),
        bytes.big(4, 4) > 0
      else { return nil }
      return Int64(width == 7 ? bytes.big(9, 7) : bytes.big(8, 4))
    }
    return nil
  }

  /// The duration of the track's edit, or else of the whole track.
  private static func duration(
    _ file: HeaderFile, _ header: MP4Boxes.Box, track: MP4Boxes.Box, movie: MP4Boxes.Box
  ) -> Duration? {
    guard let (scale, whole) = times(file, header) else { return nil }
    if let edits = MP4Boxes.first("edts", file, in: track),
      let list = MP4Boxes.first("elst", file, in: edits),
      let bytes = file.bytes(at: list.start, 16), bytes[0] == 0, bytes.big(4, 4) == 1,
      let outer = MP4Boxes.first("mvhd", file, in: movie), let (scale, _) = times(file, outer)
    {
      let length = bytes.big(8, 4)
      if length > 0 { return .microseconds(Int64(length) * 1_000_000 / Int64(scale)) }
    }
    // All ones mean unknown.
    guard whole > 0, whole < 1 << 42, whole != 0xFFFF_FFFF else { return nil }
    return .microseconds(Int64(whole) * 1_000_000 / Int64(scale))
  }

  /// The timescale and the length in it.
  private static func times(_ file: HeaderFile, _ header: MP4Boxes.Box) -> (Int, Int)? {
    guard let bytes = file.upTo(32, at: header.start), bytes.count == 32 else { return nil }
    let isLong = bytes[0] == 1
    let scale = bytes.big(isLong ? 20 : 12, 4)
    guard scale > 0 else { return nil }
    guard isLong else { return (scale, bytes.big(16, 4)) }
    return (scale, bytes[24] == 0 ? bytes.big(25, 7) : 0)
  }

  private static func readDescription(
    _ file: HeaderFile, _ box: MP4Boxes.Box, _ facts: inout HeaderFacts
  ) -> Bool {
    var entries = MP4Boxes(file, in: box, from: 8)
    // Version 0: QuickTime's others have another layout.
    guard let entry = entries.next(), let bytes = file.bytes(at: entry.start, 28),
      bytes.big(8, 2) == 0
    else { return false }
    facts.audio.channels = bytes.big(16, 2)
    facts.audio.sampleRate = bytes.big(24, 2)
    switch entry.name {
    case alac:
      guard let magic = MP4Boxes.first("alac", file, in: entry, from: 28),
        let config = file.bytes(at: magic.start + 4, 24).map(ALACConfig.init)
      else { return false }
      facts.audio.codec = "alac"
      facts.audio.bitDepth = config.bitDepth
      facts.audio.channels = config.channels
      facts.audio.sampleRate = config.sampleRate
      return true
    case aac:
      guard let box = MP4Boxes.first("esds", file, in: entry, from: 28),
        let bytes = file.upTo(Int(min(box.end - box.start, 256)), at: box.start)
      else { return false }
      return AACDescription.read(bytes, &facts)
    default: return false
    }
  }
}

/// ALACSpecificConfig, the codec header of 24 bytes.
struct ALACConfig {
  let sampleRate: Int
  let channels: Int
  let bitDepth: Int

  init(_ bytes: ByteView) {
    (sampleRate, channels, bitDepth) = (bytes.big(20, 4), Int(bytes[9]), Int(bytes[5]))
  }
}

/// The descriptors of an AAC track (ISO 14496-1, section 7.2.6).
private enum AACDescription {
  private static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]

  static func read(_ bytes: ByteView, _ facts: inout HeaderFacts) -> Bool {
    var offset = 4
    guard enter(bytes, &offset, tag: 3) else { return false }
    let flags = bytes[offset + 2]
    offset += 3
    if flags & 0x80 != 0 { offset += 2 }
    if flags & 0x40 != 0 { offset += 1 + Int(bytes[offset]) }
    if flags & 0x20 != 0 { offset += 2 }
    guard enter(bytes, &offset, tag: 4), bytes[offset] == 0x40 else { return false }
    let average = bytes.big(offset + 9, 4)
    offset += 13
    guard enter(bytes, &offset, tag: 5) else { return false }
    return readConfig(bytes.from(offset), average: average, &facts)
  }

  private static func enter(_ bytes: ByteView, _ offset: inout Int, tag: UInt8) -> Bool {
    guard bytes[offset] == tag else { return false }
    offset += 1
    for _ in 0..<4 {
      defer { offset += 1 }
      if bytes[offset] & 0x80 == 0 { return offset + 1 < bytes.count }
    }
    return false
  }

  /// AudioSpecificConfig (ISO 14496-3, section 1.6.2): plain AAC, or with explicit SBR and PS.
  private static func readConfig(
    _ config: ByteView, average: Int, _ facts: inout HeaderFacts
  ) -> Bool {
    let word = config.big(0, 4)
    let kind = word >> 27
    let channels = word >> 19 & 15
    var rate = word >> 23 & 15
    if kind == 5 || kind == 29 { rate = word >> 15 & 15 }
    guard [1, 2, 3, 4, 5, 29].contains(kind), rate < rates.count, (1...7).contains(channels) else {
      return false
    }
    facts.audio.codec = "aac"
    facts.audio.sampleRate = rates[rate]
    facts.audio.channels = kind == 29 ? 2 : channels == 7 ? 8 : channels
    facts.audio.bitRate = average > 0 ? average : nil
    return true
  }
}
