/// Number, length and quality of rendered tracks.
package struct RenderingSettings: Sendable {
  package var seed: Int
  package var count: Int
  /// Seconds of music; tracks last a little longer.
  package var seconds: ClosedRange<Double> = 60...90
  /// Whether ffmpeg measures the loudness of each file.
  package var measuresLoudness = true
  /// Whether speed is preferred to quality: no reverb, and the small sound font.
  package var isQuick = false
  /// Number of tracks rendered at once.
  package var lanes = 2

  package init(seed: Int, count: Int) {
    self.seed = seed
    self.count = count
  }
}

/// Errors of rendering or reading a corpus.
package enum CorpusError: Error, CustomStringConvertible {
  case missing(program: String, package: String)
  case unreadable(String, reason: String)
  case unwritable(String)

  package var description: String {
    switch self {
    case .missing(let program, let package):
      "\(program) is missing: apt-get install \(package)"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .unwritable(let path): "\(path) cannot be written"
    }
  }
}
