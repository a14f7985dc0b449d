/// How much is rendered, and how well.
package struct RenderingSettings: Sendable {
  package var seed: Int
  package var count: Int
  /// Seconds of music; tracks last a little longer.
  package var seconds: ClosedRange<Double> = 60...90
  /// Whether ffmpeg measures the loudness of each file.
  package var measuresLoudness = true
  /// Whether it is to be quick rather than to sound well: no reverb, and the small sound font.
  package var isQuick = false
  /// How many tracks are rendered at once.
  package var lanes = 2

  package init(seed: Int, count: Int) {
    self.seed = seed
    self.count = count
  }
}

/// Why a corpus cannot be rendered or read.
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
