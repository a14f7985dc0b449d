internal import Media

/// The file format of a mix.
package struct MixFormat: Equatable, Sendable {
  package enum Samples: String, Sendable, CaseIterable {
    /// Rounded, with dither where the samples need rounding.
    case int16 = "16"
    case int24 = "24"
    /// The engine's own samples; WAV only.
    case float
  }

  package enum Container: String, Sendable, CaseIterable {
    case wav, flac
  }

  package var container: Container
  package var samples: Samples
  /// Hz; nil for the first file's rate.
  package var rate: Int?
  /// The file's title tag.
  package var title: String?
  /// Whether an existing file of the same name is overwritten on completion.
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

  /// Valid rates of a mix, in Hz.
  package static let rates = 8_000...384_000
}
