// Decoded blocks as stored, but for the sample format: nothing is mixed, and resampling happens
// only where the format changes within the file. Confined to one thread.
import CFFmpeg

/// One block of sound: a float32 plane for each channel of the file.
package final class ChannelPlanes {
  /// Accepted sampling rates.
  package static let rates = 1000...1_000_000
  package static let maximumChannels = 64

  /// Hz, of the file's first block; 0 before.
  package private(set) var rate = 0
  /// The position of each channel, as of the first block.
  package private(set) var places: [ChannelPosition] = []
  /// The frames in the block; 0 can happen in the middle of a file.
  package private(set) var frames = 0

  /// The length of the block.
  package var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }

  private var planes: [UnsafeMutablePointer<Float>] = []
  private var capacity = 0
  private var layout = AVChannelLayout()
  private var context: OpaquePointer?
  private var source: SourceFormat?

  package init() {}

  deinit {
    for plane in planes { plane.deallocate() }
    av_channel_layout_uninit(&layout)
    swr_free(&context)
  }

  /// Calls `body` with the planes of the block.
  package func withPlanes<Result>(
    _ body: (UnsafeBufferPointer<UnsafePointer<Float>>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>.self, capacity: planes.count) {
      pointers in
      for (index, plane) in planes.enumerated() {
        pointers.initializeElement(at: index, to: UnsafePointer(plane))
      }
      return body(UnsafeBufferPointer(pointers))
    }
  }

  /// Reads frames `start..<start + length` of a decoded block; false if FFmpeg cannot convert it.
  func put(_ frame: UnsafeMutablePointer<AVFrame>, from start: Int, length: Int) -> Bool {
    frames = 0
    guard prepare(for: frame), let source, let context else { return false }
    let room = source.rate == rate ? length : Int(swr_get_out_samples(context, Int32(length)))
    guard room >= 0 else { return false }
    makeRoom(room)
    let made = withUnsafeTemporaryAllocation(
      of: UnsafeMutablePointer<UInt8>?.self, capacity: planes.count
    ) { out in
      for (index, plane) in planes.enumerated() {
        out.initializeElement(
          at: index, to: UnsafeMutableRawPointer(plane).assumingMemoryBound(to: UInt8.self))
      }
      return source.withPlanes(of: frame, from: start) {
        Int(swr_convert(context, out.baseAddress, Int32(room), $0, Int32(length)))
      }
    }
    guard made >= 0 else { return false }
    if source.mayHoldAnything {
      for plane in planes { SourceFormat.silenceWhatIsNoNumber(plane, made) }
    }
    frames = made
    return true
  }

  private func makeRoom(_ frames: Int) {
    guard frames > capacity else { return }
    capacity = max(frames, 4096)
    for index in planes.indices {
      planes[index].deallocate()
      planes[index] = .allocate(capacity: capacity)
    }
  }

  private func prepare(for frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    let format = SourceFormat(frame)
    if format == source { return true }
    guard Self.rates.contains(format.rate), (1...Self.maximumChannels).contains(format.channels)
    else {
      return false
    }
    let isFirst = rate == 0
    if isFirst { begin(format, frame) }
    // The frames left in the old filter are less than a millisecond.
    swr_free(&context)
    source = nil
    guard open(format, frame) else {
      swr_free(&context)
      // The format is that of the first convertible block.
      if isFirst { forget() }
      return false
    }
    source = format
    return true
  }

  private func begin(_ format: SourceFormat, _ frame: UnsafeMutablePointer<AVFrame>) {
    rate = format.rate
    SourceFormat.copyLayout(of: frame, to: &layout)
    planes = (0..<format.channels).map { _ in .allocate(capacity: 1) }
    capacity = 1
    places = (0..<format.channels).map {
      ChannelPosition(av_channel_layout_channel_from_index(&layout, UInt32($0)))
    }
  }

  private func forget() {
    for plane in planes { plane.deallocate() }
    (rate, planes, capacity, places) = (0, [], 0, [])
    av_channel_layout_uninit(&layout)
  }

  /// Later blocks of another format are converted to the first one's.
  private func open(_ format: SourceFormat, _ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    var changed = AVChannelLayout()
    defer { av_channel_layout_uninit(&changed) }
    SourceFormat.copyLayout(of: frame, to: &changed)
    guard
      swr_alloc_set_opts2(
        &context, &layout, AV_SAMPLE_FMT_FLTP, Int32(rate), &changed,
        AVSampleFormat(rawValue: format.sample), Int32(format.rate), 0, nil) >= 0,
      let context
    else { return false }
    if format.channels == 1, places.count > 1 {
      // FFmpeg's own matrix would attenuate by 3 dB.
      var unity = places.map { $0 == .front ? 1.0 : 0 }
      swr_set_matrix(context, &unity, 1)
    }
    return swr_init(context) >= 0
  }
}
