package import Media
package import Music

extension TrackAnalyzer {
  /// The longest gap from damage, in seconds, that is filled with silence to keep positions true; a
  /// larger gap means that the file's timestamps are wrong.
  private static let maximumGap = 30.0

  /// Decodes a file and finds `parts`; analyses damaged or truncated files as far as possible.
  ///
  /// Throws `.cancelled` or `.timedOut` as soon as `cancellation` says so.
  package static func analysis(
    of path: FilePath, parts: Set<AnalysisPart>, cancellation: Cancellation
  ) throws(MediaError) -> TrackAnalysis {
    let decoder = try Decoder(path, cancellation: cancellation)
    let planes = ChannelPlanes()
    var analyzer: TrackAnalyzer?
    while try decoder.decode(into: planes) {
      if cancellation.isCancelled { throw .cancelled }
      if cancellation.isLate { throw .timedOut(.file(path)) }
      let hearing =
        analyzer ?? TrackAnalyzer(rate: planes.rate, places: planes.places, parts: parts)
      analyzer = hearing
      let start = Double(decoder.position) / Double(max(1, decoder.rate)) - planes.seconds
      let gap = start - hearing.seconds
      if gap > 0.01, gap < maximumGap {
        hearing.hearSilence(frames: Int(gap * Double(planes.rate)), channels: planes.places.count)
      }
      planes.withPlanes { hearing.consume($0, frames: planes.frames) }
      if hearing.seconds > Double(maximumLength) {
        hearing.isCut = true
        break
      }
    }
    guard let analyzer else { throw .noAudio(.file(path), code: 0) }
    let found = analyzer.finish(cancellation: cancellation)
    if cancellation.isCancelled { throw .cancelled }
    if cancellation.isLate { throw .timedOut(.file(path)) }
    return found
  }

  private func hearSilence(frames count: Int, channels: Int) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 4096) { silence in
      silence.initialize(repeating: 0)
      guard let base = silence.baseAddress else { return }
      let planes = [UnsafePointer<Float>](repeating: UnsafePointer(base), count: channels)
      planes.withUnsafeBufferPointer { planes in
        for start in stride(from: 0, to: count, by: silence.count) {
          consume(planes, frames: min(silence.count, count - start))
        }
      }
    }
  }
}
