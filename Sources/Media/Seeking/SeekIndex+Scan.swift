package import Music

extension SeekIndex {
  /// Reads a whole file for the positions of its frames.
  ///
  /// Nil for a file of another format. Throws errors of opening and reading, and `.cancelled`.
  package static func scan(
    _ path: FilePath, cancellation: Cancellation = Cancellation()
  ) throws(MediaError) -> SeekIndex? {
    let input = try FileInput(path, cancellation: cancellation)
    var walker = FrameWalker(input)
    return try walker.walk()
  }
}

/// Walks from header to header through a file.
struct FrameWalker {
  private let window: FileWindow
  private let cancellation: Cancellation
  private let input: SoundInput
  private var index: SeekIndex
  /// The fields that the headers have in common; 0 before the first one.
  private var kind: UInt32 = 0
  private var ordinal: Int64 = 0
  private var stride: Int64 = 32
  private var isBehindFrame = false
  private var firstWord: UInt32 = 0
  private var isFirstSkipped = false

  /// 16 MiB of entries: beyond that, every other one is removed.
  private static let maximumEntries = 1 << 20
  /// The range behind the tags in which the first frame has to be.
  private static let maximumLead: Int64 = 4 << 20
  /// Consecutive headers needed to accept them.
  private static let proof = 3

  /// `capacity` bytes are read at once: many for a whole file, few for its start.
  init(_ input: SoundInput, capacity: Int = 1 << 20) {
    window = FileWindow(input, capacity: capacity)
    cancellation = input.cancellation
    self.input = input
    index = SeekIndex(file: input.stamp)
  }

  /// Bytes of garbage before the first frame, 0 for other data or without a frame.
  mutating func leadingGarbage() throws(MediaError) -> Int64 {
    guard try tagSize(at: 0) == 0, try !isContainer(at: 0) else { return 0 }
    var offset: Int64? = 0
    while let start = offset, start < Self.maximumLead, let bytes = try head(at: start) {
      if let header = AudioFrameHeader(bytes), try isBelieved(header, at: start) { return start }
      offset = try search(from: start + 1)
    }
    return 0
  }

  /// The first frame at or behind an offset, near it; nil for none.
  mutating func frame(
    from start: Int64
  ) throws(MediaError) -> (offset: Int64, header: AudioFrameHeader)? {
    var offset: Int64? = start
    isBehindFrame = false
    while let next = offset, next < start + Int64(AudioFrameHeader.maximumLength) * 4,
      let bytes = try head(at: next)
    {
      if let header = AudioFrameHeader(bytes), try isBelieved(header, at: next) {
        return (next, header)
      }
      offset = try search(from: next + 1)
    }
    return nil
  }

  mutating func walk() throws(MediaError) -> SeekIndex? {
    var offset: Int64 = 0
    while let size = try tagSize(at: offset), size > 0 { offset += size }
    guard try !isContainer(at: offset) else { return nil }
    let leadEnd = offset + Self.maximumLead
    while let bytes = try head(at: offset) {
      if let header = AudioFrameHeader(bytes), try isBelieved(header, at: offset) {
        // FFmpeg completes a truncated last frame, except in ADTS.
        guard offset + Int64(header.length) <= window.size || !header.isADTS else { break }
        try note(header, at: offset)
        offset += Int64(header.length)
        isBehindFrame = true
      } else if isBehindFrame, let size = try tagSize(at: offset), size > 0 {
        offset += size
        isBehindFrame = false
      } else {
        isBehindFrame = false
        guard let next = try search(from: offset + 1) else { break }
        offset = next
        if ordinal == 0, offset > leadEnd { return nil }
      }
    }
    return finished()
  }

  private func look(at offset: Int64, _ count: Int) throws(MediaError) -> ByteView? {
    switch window.look(at: offset, count) {
    case .bytes(let bytes): return bytes
    case .end: return nil
    case .failed(let code): throw input.failure(errno: code)
    case .cancelled: throw cancellation.isCancelled ? .cancelled : .timedOut(input.source)
    }
  }

  /// The bytes of a frame's header, fewer at the end of the file; nil if too few.
  private func head(at offset: Int64) throws(MediaError) -> ByteView? {
    let count = min(AudioFrameHeader.size, Int(max(0, window.size - offset)))
    return count >= AudioFrameHeader.minimumSize ? try look(at: offset, count) : nil
  }

  /// Whether a header follows frames of its kind, or is followed by others of its kind.
  private mutating func isBelieved(
    _ header: AudioFrameHeader, at offset: Int64
  ) throws(MediaError) -> Bool {
    if isBehindFrame, header.kind == kind { return true }
    var next = offset + Int64(header.length)
    for _ in 1..<Self.proof {
      guard let bytes = try head(at: next) else {
        // The file ends here without further headers.
        guard next == window.size else { return false }
        break
      }
      guard let follower = AudioFrameHeader(bytes), follower.kind == header.kind else {
        if try tagSize(at: next) ?? 0 > 0 { break }
        return false
      }
      next += Int64(follower.length)
    }
    kind = header.kind
    return true
  }

  /// The next offset at which a frame may begin.
  private func search(from start: Int64) throws(MediaError) -> Int64? {
    var offset = start
    while try head(at: offset) != nil {
      guard let found = window.next(0xFF, from: offset) else {
        offset = window.end
        continue
      }
      if let bytes = try head(at: found), AudioFrameHeader(bytes) != nil { return found }
      offset = found + 1
    }
    return nil
  }

  /// The length of a tag at an offset, nil at the end of the file, 0 without a tag.
  private func tagSize(at offset: Int64) throws(MediaError) -> Int64? {
    guard let bytes = try look(at: offset, APETag.length) else {
      return offset < window.size ? 0 : nil
    }
    let size: Int
    if let header = ID3Header(bytes) {
      size = header.totalLength
    } else if bytes.has("TAG") {
      size = 128
    } else if let tag = APETag(bytes) {
      size = APETag.length + (tag.isHeader ? tag.size : 0)
    } else {
      return 0
    }
    // A tag beyond the end of the file is invalid.
    return Int64(size) <= window.size - offset ? Int64(size) : 0
  }

  /// Whether the first bytes are a container's, in which frames have other rules.
  private func isContainer(at offset: Int64) throws(MediaError) -> Bool {
    try look(at: offset, 12).flatMap(Signature.init) != nil
  }

  private mutating func note(_ header: AudioFrameHeader, at offset: Int64) throws(MediaError) {
    if ordinal == 0 {
      index.rate = header.rate
      index.samplesPerFrame = header.samples
      index.isADTS = header.isADTS
      if !header.isADTS, let bytes = try look(at: offset, header.length) {
        index.tag = MPEGInfoTag(bytes, rest: window.size - offset)
      }
    }
    if ordinal < 2, !header.isADTS, let bytes = try look(at: offset, 4) {
      // FFmpeg begins at the first two frames that agree in these bits of their headers.
      let word = UInt32(bytes.big(0, 4)) & 0xFFFE_0CCF
      if ordinal == 0 { firstWord = word } else { isFirstSkipped = word != firstWord }
    }
    if ordinal < Int64(SeekIndex.leadCount) || ordinal % stride == 0 || !isBehindFrame {
      index.entries.append(SeekIndex.Entry(position: offset, ticks: index.end.ticks))
      if index.entries.count >= Self.maximumEntries { thin() }
    }
    ordinal += 1
    let length = SeekIndex.ticksPerSecond / Int64(header.rate) * Int64(header.samples)
    index.end.ticks += length
    index.end.position = offset + Int64(header.length)
  }

  private mutating func thin() {
    stride *= 2
    var kept = Array(index.entries.prefix(SeekIndex.leadCount))
    kept += index.entries.dropFirst(SeekIndex.leadCount).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
    index.entries = kept
  }

  private func finished() -> SeekIndex? {
    guard ordinal > 0 else { return nil }
    var index = index
    index.entries.reserveCapacity(0)
    let isSkipped = isFirstSkipped || index.tag?.isSkipped ?? false
    index.frameCount = ordinal - (isSkipped ? 1 : 0)
    let perSample = SeekIndex.ticksPerSecond / Int64(index.rate)
    let perFrame = perSample * Int64(index.samplesPerFrame)
    let ticks = index.end.ticks - (isSkipped ? perFrame : 0)
    let trimmed = index.tag?.trimmed(
      of: ticks / perSample, samplesPerFrame: index.samplesPerFrame)
    let sound = ticks - (trimmed ?? 0) * perSample
    index.duration = .seconds(Double(max(0, sound)) / Double(SeekIndex.ticksPerSecond))
    return index
  }
}
