import Analysis
import BenchHarness
import Media
import Music

/// Resamples a file to the two rates of the tempo and key detection.
enum TrainingSound {
  /// Features of the tempo.
  static func rhythm(of path: String) throws -> OnsetSpectrum {
    let spectrum = OnsetSpectrum()
    try hear(path, rhythm: { spectrum.consume($0) }, harmony: nil)
    spectrum.finish()
    return spectrum
  }

  /// Features of the key; nil for silence.
  static func harmony(of path: String) throws -> KeyFeatures? {
    let spectrum = KeySpectrum()
    try hear(path, rhythm: { _ in }, harmony: { spectrum.consume($0) })
    return spectrum.features()
  }

  private static func hear(
    _ path: String, rhythm: @escaping (UnsafeBufferPointer<Float>) -> Void,
    harmony: ((UnsafeBufferPointer<Float>) -> Void)?
  ) throws {
    let decoder = try Decoder(FilePath(path))
    let planes = ChannelPlanes()
    var front: FrontEnd?
    while try decoder.decode(into: planes) {
      front = front ?? FrontEnd(rate: planes.rate, rhythm: rhythm, harmony: harmony)
      guard let front else { throw BenchFault.refused("\(path) cannot be brought to our rate") }
      let mean = planes.withPlanes { channels -> [Float] in
        (0..<planes.frames).map { frame -> Float in
          let sum: Float = channels.reduce(0) { $0 + $1[frame] }
          return sum / Float(channels.count)
        }
      }
      mean.withUnsafeBufferPointer { front.consume($0) }
    }
    front?.finish()
  }
}
