internal import Media

/// What a mix is rendered as.
package struct MixFormat: Equatable, Sendable {
  package enum Samples: String, Sendable, CaseIterable {
    /// Rounded, with dither where that changes anything.
    case int16 = "16"
    case int24 = "24"
    /// As the engine has them; WAV only.
    case float
  }

  package enum Container: String, Sendable, CaseIterable {
    case wav, flac
  }

  package var container: Container
  package var samples: Samples
  /// Hz; nil takes the rate of the first file.
  package var rate: Int?
  /// What the file says it is called.
  package var title: String?
  /// Whether a file that has the name when the mix is complete is exchanged.
  package var replaces = false

  /// Nil where the container cannot hold such samples.
  package init?(_ container: Container, _ samples: Samples, rate: Int? = nil, title: String? = nil)
  {
    if container == .flac, samples == .float { return nil }
    self.container = container
    self.samples = samples
    self.rate = rate
    self.title = title
  }

  var encoding: AudioFileWriter.Format {
    switch (container, samples) {
    case (.wav, .int16): .wav
    case (.wav, .int24): .wav24
    case (.wav, .float): .wavFloat
    case (.flac, .int16): .flac
    case (.flac, .int24), (.flac, .float): .flac24
    }
  }

  /// Hz that a mix may have.
  package static let rates = 8_000...384_000
}
