// Resamples float32 stereo. The edges are inaudible: the sound is extrapolated before the first
// frame and behind the last one.
import CFFmpeg

/// Resamples one stretch of sound, from its first frame to `finish`.
final class RateFilter {
  /// Input rate in Hz.
  let sourceRate: Int
  /// Frames of output.
  private(set) var framesOut: Int64 = 0

  private let rate: Int
  private let edge: RateFilterEdge
  private var context: OpaquePointer?
  private var planes = StereoPlanes(memory: LinearPrediction.maximumPast)
  private var framesIn: Int64 = 0
  private var isPrimed = false
  private var unwanted: Int

  /// Opens a filter; nil if FFmpeg has none for these rates.
  ///
  /// - Parameter delay: the delay of the sound against its first frame, in output frames, from -0.5
  /// to 0.5.
  init?(from sourceRate: Int, to rate: Int, delay: Double) {
    guard PlausibleRange.rates.contains(sourceRate) else { return nil }
    self.sourceRate = sourceRate
    self.rate = rate
    edge = RateFilterEdge(from: sourceRate, to: rate, delay: delay)
    unwanted = edge.unwanted
    guard open() else {
      swr_free(&context)
      return nil
    }
  }

  deinit { swr_free(&context) }

  /// The output frame nearest to the end of the input.
  var end: Int64 { (2 * edge.position(of: framesIn) + Int64(sourceRate)) / Int64(2 * sourceRate) }

  /// The distance of the input's end behind `end`, from -0.5 to 0.5.
  var fractionalDelay: Double {
    Double(edge.position(of: framesIn) - end * Int64(sourceRate)) / Double(sourceRate)
  }

  /// Filters up to `room` frames that `fill` writes into both planes; false if either fails.
  func put(
    room: Int, into frames: inout StereoFrames,
    _ fill: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Int
  ) -> Bool {
    let length = planes.append(room: room, fill)
    guard length >= 0 else { return false }
    framesIn += Int64(length)
    // Extrapolating backwards needs the first frames.
    return !isPrimed && planes.unused < edge.held ? true : feed(into: &frames)
  }

  /// Flushes the filter: the output ends at `end`.
  func finish(into frames: inout StereoFrames) {
    guard framesIn > 0, feed(into: &frames) else { return }
    _ = feed(planes.sides.map { LinearPrediction(after: $0).next(edge.length) }, into: &frames)
    while framesOut < end {
      guard convert(nil, nil, 0, room: 4096, into: &frames) > 0 else { break }
    }
    let fractionalDelay = max(0, framesOut - end)
    frames.drop(Int(fractionalDelay))
    framesOut -= fractionalDelay
  }

  private func feed(into frames: inout StereoFrames) -> Bool {
    if !isPrimed {
      isPrimed = true
      let before = planes.sides.map { side -> [Float] in
        let backwards = LinearPrediction(after: side.prefix(edge.held).reversed())
        return Array(backwards.next(edge.before).reversed())
      }
      guard feed(before, into: &frames) else { return false }
    }
    let (left, right) = planes.unusedPlanes
    defer { planes.use() }
    return convert(left, right, planes.unused, into: &frames) >= 0
  }

  private func feed(_ sides: [[Float]], into frames: inout StereoFrames) -> Bool {
    sides[0].withUnsafeBufferPointer { left in
      sides[1].withUnsafeBufferPointer { right in
        convert(left.baseAddress, right.baseAddress, left.count, into: &frames) >= 0
      }
    }
  }

  private func convert(
    _ left: UnsafePointer<Float>?, _ right: UnsafePointer<Float>?, _ length: Int, room: Int? = nil,
    into frames: inout StereoFrames
  ) -> Int {
    let room = max(room ?? Int(swr_get_out_samples(context, Int32(length))), 32)
    let made = frames.append(room: room) { end in
      var out: UnsafeMutablePointer<UInt8>? =
        UnsafeMutableRawPointer(end).assumingMemoryBound(to: UInt8.self)
      guard let left, let right else {
        return Int(swr_convert(context, &out, Int32(room), nil, 0))
      }
      return withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: 2) { planes in
        for (index, side) in [left, right].enumerated() {
          let bytes = UnsafeRawPointer(side).assumingMemoryBound(to: UInt8.self)
          planes.initializeElement(at: index, to: bytes)
        }
        return Int(swr_convert(context, &out, Int32(room), planes.baseAddress, Int32(length)))
      }
    }
    guard made > 0 else { return made }
    let dropped = min(unwanted, made)
    if dropped > 0 { frames.drop(dropped, ofNewest: made) }
    unwanted -= dropped
    framesOut += Int64(made - dropped)
    return made
  }

  private func open() -> Bool {
    var (stereo, same) = (AVChannelLayout(), AVChannelLayout())
    av_channel_layout_default(&stereo, 2)
    av_channel_layout_default(&same, 2)
    guard
      swr_alloc_set_opts2(
        &context, &stereo, AV_SAMPLE_FMT_FLT, Int32(rate), &same, AV_SAMPLE_FMT_FLTP,
        Int32(sourceRate), 0, nil) >= 0,
      let context
    else { return false }
    let options = UnsafeMutableRawPointer(context)
    // soxr is the better filter; FFmpeg's own is the fallback.
    av_opt_set_int(options, "resampler", Int64(SWR_ENGINE_SOXR.rawValue), 0)
    if swr_init(context) >= 0 { return true }
    av_opt_set_int(options, "resampler", Int64(SWR_ENGINE_SWR.rawValue), 0)
    return swr_init(context) >= 0
  }
}
