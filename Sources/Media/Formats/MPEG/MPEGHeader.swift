import Music

/// MP3: tags, the first frame, and its Xing, Info or VBRI header.
enum MPEGHeader {
  /// Reads a file whose first frame is at `start`; nil in doubt.
  static func read(_ file: HeaderFile, at start: Int64, tags: TagFields) -> HeaderFacts? {
    guard let frame = Self.frame(file, at: start),
      let next = Self.frame(file, at: start + Int64(frame.length)), next.kind == frame.kind,
      let bytes = file.upTo(min(frame.length, 2_048), at: start),
      let header = LayerThreeHeader(bytes)
    else { return nil }
    var facts = HeaderFacts(tags: tags)
    facts.audio.codec = "mp3"
    facts.audio.container = "mp3"
    facts.audio.sampleRate = frame.rate
    facts.audio.channels = header.channels
    let info = MPEGInfoTag(bytes, rest: file.size - start)
    let end = TrailingTags(file, into: &facts.tags).audioEnd
    guard end > start else { return nil }
    // Some programs rewrite the frame with the header and copy the rest.
    let sound = info == nil ? start : start + Int64(frame.length)
    facts.audioHash = file.hash(from: sound, to: end)
    if let info, info.frameCount > 0 {
      let total = info.frameCount * Int64(frame.samples)
      facts.setDuration(samples: total - info.trimmed(of: total, samplesPerFrame: frame.samples))
    } else {
      // Without a frame count only a constant bit rate gives the length.
      guard let head = file.bytes(at: sound, 4), frame.rate > 0 else { return nil }
      let (bits, isFull) = (head[2] >> 4, head[1] & 0x18 == 0x18)
      guard isConstant(file, from: sound, to: end, kind: frame.kind, bits: bits) else { return nil }
      let kilobits = AudioFrameHeader.kilobits(isFull: isFull, layer: 3, Int(bits))
      guard kilobits > 0 else { return nil }
      // Divides by the bits per millisecond.
      let (seconds, rest) = (end - sound).quotientAndRemainder(dividingBy: Int64(kilobits) * 125)
      facts.audio.duration = .seconds(seconds) + .microseconds(rest * 8_000 / Int64(kilobits))
    }
    return facts
  }

  /// A frame of layer III; other layers are left to FFmpeg.
  private static func frame(_ file: HeaderFile, at offset: Int64) -> AudioFrameHeader? {
    guard let bytes = file.bytes(at: offset, AudioFrameHeader.size), LayerThreeHeader(bytes) != nil
    else { return nil }
    return AudioFrameHeader(bytes)
  }

  /// Whether the frames at some offsets have this bit rate.
  private static func isConstant(
    _ file: HeaderFile, from start: Int64, to end: Int64, kind: UInt32, bits: UInt8
  ) -> Bool {
    for part in 0..<4 {
      let from = start + (end - start) / 4 * Int64(part)
      guard let found = sync(file, from: from, to: end, kind: kind) else { continue }
      var offset = found
      for _ in 0..<8 {
        guard offset < end, let bytes = file.bytes(at: offset, AudioFrameHeader.size) else { break }
        let rate = bytes[2] >> 4
        guard let frame = AudioFrameHeader(bytes), frame.kind == kind else { break }
        guard rate == bits else { return false }
        offset += Int64(frame.length)
      }
    }
    return true
  }

  /// The next offset at which one frame leads to another.
  private static func sync(
    _ file: HeaderFile, from start: Int64, to end: Int64, kind: UInt32
  ) -> Int64? {
    for offset in start..<min(end, start + 3_000) {
      guard let bytes = file.bytes(at: offset, AudioFrameHeader.size) else { return nil }
      guard bytes[0] == 0xFF, let frame = AudioFrameHeader(bytes), frame.kind == kind else {
        continue
      }
      guard let next = file.bytes(at: offset + Int64(frame.length), AudioFrameHeader.size),
        let after = AudioFrameHeader(next), after.kind == kind
      else { continue }
      return offset
    }
    return nil
  }
}
