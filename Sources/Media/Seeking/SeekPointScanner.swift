/// Finds frames or pages in bytes that come one after another.
protocol SeekPointScanner {
  /// Begins with bytes at another place of the file.
  mutating func begin(at position: Int64)

  /// The further places in the bytes from there on, of which there are more with each call.
  ///
  /// Nil where another stream is found among them.
  mutating func points(in bytes: ByteView) -> [SeekPoint]?

  /// Bytes after which the first place is found, mostly.
  var lead: Int64 { get }

  /// The time by which FFmpeg's count may differ.
  var margin: Int64 { get }
}

/// FLAC's frames. Two headers in a row whose numbers follow one another are believed.
struct FLACFrameScanner: SeekPointScanner {
  private let frames: FLACHeader.Frames
  private var start: Int64 = 0
  private var next = 0
  private var unproven: [(offset: Int, samples: Range<Int64>)] = []
  private var lastProven = -1

  private static let maximumUnproven = 16

  let lead: Int64 = 32 << 10
  let margin: Int64 = 0

  init(_ frames: FLACHeader.Frames) { self.frames = frames }

  mutating func begin(at position: Int64) {
    start = position
    (next, lastProven) = (0, -1)
    unproven = []
  }

  mutating func points(in bytes: ByteView) -> [SeekPoint]? {
    var points: [SeekPoint] = []
    while let offset = bytes.firstIndex(of: 0xFF, from: next),
      offset <= bytes.count - FLACHeader.maximumHeader
    {
      next = offset + 1
      guard let samples = FLACHeader.samples(ofFrame: bytes, at: offset, frames) else { continue }
      let before = unproven.last { $0.samples.upperBound == samples.lowerBound }
      if let before {
        if before.offset > lastProven { points.append(point(before.offset, before.samples)) }
        points.append(point(offset, samples))
        lastProven = offset
      }
      unproven.append((offset, samples))
      if unproven.count > Self.maximumUnproven { unproven.removeFirst() }
    }
    next = max(next, bytes.count - FLACHeader.maximumHeader)
    return points
  }

  private func point(_ offset: Int, _ samples: Range<Int64>) -> SeekPoint {
    SeekPoint(position: start + Int64(offset), time: samples.lowerBound)
  }
}

/// Ogg's pages, whose sound begins where that of the page before has ended.
struct OggPageScanner: SeekPointScanner {
  private let serial: Int
  /// The samples before the first one that is heard.
  private let skipped: Int64
  private var start: Int64 = 0
  /// Where a page begins, or is looked for.
  private var next = 0
  private var isInStep = false
  /// The end of the sound so far.
  private var granule: Int64?

  /// A page, of which only the end is known, and some of it before.
  let lead: Int64 = 64 << 10
  /// The longest block of Vorbis: FFmpeg counts a page's first one as a short one.
  let margin: Int64 = 8192

  init(serial: Int, skipped: Int64) {
    self.serial = serial
    self.skipped = skipped
  }

  mutating func begin(at position: Int64) {
    start = position
    next = 0
    isInStep = false
    granule = nil
  }

  mutating func points(in bytes: ByteView) -> [SeekPoint]? {
    var points: [SeekPoint] = []
    while next <= bytes.count - OggPage.length {
      guard let page = OggPage(bytes.from(next)), page.serial == serial || isInStep else {
        isInStep = false
        granule = nil
        next = bytes.firstIndex(of: UInt8(ascii: "O"), from: next + 1) ?? bytes.count
        continue
      }
      guard page.serial == serial else { return nil }
      guard let lacing = bytes.whole(next + OggPage.length, page.segments) else { break }
      if let granule, !page.isContinued {
        points.append(SeekPoint(position: start + Int64(next), time: granule - skipped))
      }
      if page.granule >= 0 { granule = page.granule }
      next += OggPage.length + page.segments + lacing.buffer.reduce(0) { $0 + Int($1) }
      isInStep = true
    }
    return points
  }
}
