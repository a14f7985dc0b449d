// Looks for the frame or the page of a time in a remote file, before FFmpeg does. FFmpeg's search
// reads at one place after the other, each of which is a round trip; this one asks for a window
// around the place that it expects, and leaves FFmpeg a search whose bytes are all there.
import CFFmpeg
import Glibc

/// The places around one time in a remote file of a format that FFmpeg searches.
struct SeekPointSearch {
  private let input: RemoteInput
  private let stream: UnsafeMutablePointer<AVStream>
  private let size: Int64
  private var scanner: any SeekPointScanner

  /// Windows after which FFmpeg goes on alone.
  private static let maximumWindows = 8
  /// The most bytes of a window in front of the expected place, unless it was missed before.
  private static let margin: Int64 = 128 << 10
  /// Bytes behind it: FFmpeg finds a frame of FLAC once it has seen ten more.
  private static let length: Int64 = 256 << 10
  /// Bytes that show the rate of a place.
  private static let sample = 32 << 10
  /// Bytes looked at in one go.
  private static let step = 16 << 10

  /// Nil for other formats, and where FFmpeg's numbers of samples are unknown.
  init?(_ input: RemoteInput, _ stream: UnsafeMutablePointer<AVStream>, demuxer: String) {
    guard let size = try? input.size.get(), input.hidden == 0,
      let codec = stream.pointee.codecpar, stream.pointee.time_base.num == 1
    else { return nil }
    let rate = stream.pointee.time_base.den
    let header = codec.pointee.extradata.map {
      ByteView($0, count: Int(codec.pointee.extradata_size))
    }
    switch (demuxer, codec.pointee.codec_id) {
    case ("flac", _):
      guard let info = header?.whole(0, FLACStreamInfo.length),
        rate == Int32(FLACStreamInfo(info).sampleRate)
      else { return nil }
      scanner = FLACFrameScanner(FLACHeader.Frames(info))
    case ("ogg", AV_CODEC_ID_OPUS), ("ogg", AV_CODEC_ID_VORBIS):
      let isOpus = codec.pointee.codec_id == AV_CODEC_ID_OPUS
      let file = HeaderFile()
      file.use(input)
      guard rate == (isOpus ? 48_000 : codec.pointee.sample_rate),
        let page = file.bytes(at: 0, OggPage.length).flatMap(OggPage.init)
      else { return nil }
      scanner = OggPageScanner(
        serial: page.serial, skipped: isOpus ? Int64(codec.pointee.initial_padding) : 0)
    default: return nil
    }
    (self.input, self.stream, self.size) = (input, stream, size)
  }

  /// Adds entries around a time to FFmpeg's index, which bound its search; none where they are not
  /// found within some windows.
  mutating func enter(around time: Int64) {
    guard var bracket = indexed(around: time), bracket.lower.time < time else { return }
    narrow(&bracket, around: time)
    var place = claimed(around: time, bracket).estimate(of: time)
    for number in 0..<Self.maximumWindows {
      let distance = min(place - bracket.lower.position, bracket.upper.position - place)
      // Twice as many with each miss, so that no window is looked through again.
      let margin = max(min(distance / 4, Self.margin), scanner.lead << min(number, 3))
      let start = max(bracket.lower.position, place - margin)
      let range = start..<min(size, place + Self.length)
      input.expect(range, isGuess: true)
      switch look(for: time, in: range, &bracket) {
      case .found(let points):
        for point in points {
          av_add_index_entry(
            stream, point.position, point.time, 0, 0, Int32(AVINDEX_KEYFRAME))
        }
        let first = points.first?.position ?? start
        return input.expect(first..<min(size, first + Self.length), isGuess: false)
      case .elsewhere:
        // Sound at the beginning tells little of the whole, but where silence ends.
        if bracket.lowerRate == nil { bracket.lowerRate = rateOfBeginning(upTo: bracket.lower) }
        place = bracket.estimate(of: time)
      case .nothing: return
      }
    }
  }

  // MARK: - Landmarks

  private static let landmarkCount: Int64 = 3
  /// A whole piece of what is fetched, and two frames.
  private static let landmarkLength = Int64(SoundInput.bufferSize)
  /// Smaller files are there soon.
  private static let smallestMarked: Int64 = 4 << 20

  /// Some places, evenly spread.
  private var landmarks: [Range<Int64>] {
    guard size >= Self.smallestMarked else { return [] }
    return (1...Self.landmarkCount).map { number in
      let place = size / (Self.landmarkCount + 1) * number
      let start = place / Self.landmarkLength * Self.landmarkLength
      return start..<start + Self.landmarkLength
    }
  }

  /// Has some places fetched that show how the bytes are spread, for a file without a table.
  func prepare() {
    if claimedPoints().isEmpty { input.fetchBeside(landmarks) }
  }

  /// Narrows a bracket by the landmarks that are there.
  private mutating func narrow(_ bracket: inout SeekBracket, around time: Int64) {
    for range in landmarks
    where bracket.lower.position < range.lowerBound && range.upperBound < bracket.upper.position
      && input.holds(range)
    {
      input.expect(range, isGuess: true)
      _ = look(for: time, in: range, &bracket)
    }
  }

  // MARK: - Windows

  private enum Outcome {
    case found([SeekPoint])
    /// The time is expected at another place.
    case elsewhere
    case nothing
  }

  /// Looks through a window while its bytes come.
  private mutating func look(
    for time: Int64, in range: Range<Int64>, _ bracket: inout SeekBracket
  ) -> Outcome {
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: range.count)
    defer { buffer.deallocate() }
    guard let memory = buffer.baseAddress else { return .nothing }
    scanner.begin(at: range.lowerBound)
    var (count, first, last): (Int, SeekPoint?, SeekPoint?) = (0, nil, nil)
    var isBehindLower = range.lowerBound <= bracket.lower.position
    while count < range.count {
      let wanted = min(range.count, count + Self.step)
      while count < wanted {
        let got = input.read(
          memory + count, wanted - count, at: range.lowerBound + Int64(count))
        if got == -Int(EINTR) { continue }
        // A failed read fails again in FFmpeg's search, which reports it.
        guard got > 0 else { return .nothing }
        count += got
      }
      guard let points = scanner.points(in: ByteView(memory, count: count)) else { return .nothing }
      for point in points {
        first = first ?? point
        last = point
        if point.time <= time - scanner.margin {
          if point.position >= bracket.lower.position { bracket.lower = point }
          isBehindLower = true
        } else if point.time > time + scanner.margin {
          if point.position < bracket.upper.position { bracket.upper = point }
          if isBehindLower { return .found([bracket.lower, point]) }
        }
      }
      guard let first, let last else { continue }
      let length = Double(last.time - first.time)
      let rate = length > 0 ? Double(last.position - first.position) / length : nil
      if isBehindLower {
        guard last == bracket.lower, count >= Self.sample else { continue }
        bracket.lowerRate = rate
        if bracket.estimate(of: time) > range.upperBound { return .elsewhere }
      } else if rate != nil, count >= Self.sample {
        bracket.upperRate = rate
        return .elsewhere
      }
    }
    if range.upperBound == size, isBehindLower { return .found([bracket.lower]) }
    return last == nil ? .nothing : .elsewhere
  }

  // MARK: - What is known before

  /// The entries of FFmpeg's index around a time: what was read before, and earlier jumps.
  private func indexed(around time: Int64) -> SeekBracket? {
    let count = Int(avformat_index_get_entries_count(stream))
    func point(_ number: Int) -> SeekPoint? {
      guard let entry = avformat_index_get_entry(stream, Int32(number)) else { return nil }
      return SeekPoint(position: entry.pointee.pos, time: entry.pointee.timestamp)
    }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if let entry = point(middle), entry.time <= time { low = middle + 1 } else { high = middle }
    }
    let start = stream.pointee.start_time == tritone_no_pts() ? 0 : stream.pointee.start_time
    let (end, isOver) = start.addingReportingOverflow(max(0, stream.pointee.duration))
    guard low > 0, let lower = point(low - 1), !isOver else { return nil }
    let upper = low < count ? point(low) : nil
    guard let upper = upper ?? (end > time ? SeekPoint(position: size, time: end) : nil),
      lower.position >= 0, lower.position < upper.position, upper.position <= size,
      upper.time < PlausibleRange.maximumFrames, lower.time > -PlausibleRange.maximumFrames
    else { return nil }
    return SeekBracket(lower: lower, upper: upper)
  }

  private func rateOfBeginning(upTo lower: SeekPoint) -> Double? {
    guard let first = avformat_index_get_entry(stream, 0),
      first.pointee.timestamp < lower.time, first.pointee.pos < lower.position
    else { return nil }
    return Double(lower.position - first.pointee.pos)
      / Double(lower.time - first.pointee.timestamp)
  }

  /// The points of the file's own table, which may be wrong.
  private func claimedPoints() -> [SeekPoint] {
    guard scanner is FLACFrameScanner, let start = avformat_index_get_entry(stream, 0),
      start.pointee.pos > 0, input.holds(0..<start.pointee.pos)
    else { return [] }
    let file = HeaderFile()
    file.use(input)
    return FLACSeekTable.points(file)
  }

  /// A bracket narrowed by the file's own table.
  private func claimed(around time: Int64, _ bracket: SeekBracket) -> SeekBracket {
    var narrowed = bracket
    for point in claimedPoints()
    where point.position > narrowed.lower.position && point.position < narrowed.upper.position {
      if point.time <= time {
        (narrowed.lower, narrowed.lowerRate) = (point, nil)
      } else if point.time < narrowed.upper.time {
        (narrowed.upper, narrowed.upperRate) = (point, nil)
      }
    }
    return narrowed
  }
}
