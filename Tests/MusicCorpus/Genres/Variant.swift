/// Processing of a track between the studio and the file.
enum Variant: String, CaseIterable {
  case clean
  case lossy128 = "mp3_128"
  case lossy96 = "mp3_96"
  case lossyVariable = "mp3_vbr"
  case noise
  case resampled = "resamp22"
  case clipped = "clip"
  case faster = "speed+2"
  case slower = "speed-2"
  case muchFaster = "speed+6"
  case vinyl
  case narrowMono = "mono_lp"
  case loud

  /// Each variant once, with a greater share of clean ones.
  static let drawn = [Variant](repeating: .clean, count: 4) + allCases

  /// Playback rate in Hz of a master at 44,100 Hz.
  var playedRate: Int {
    switch self {
    case .faster: 44_982
    case .slower: 43_218
    case .muchFaster: 46_746
    default: 44_100
    }
  }

  var speed: Double { Double(playedRate) / 44_100 }
  var isLossy: Bool { self == .lossy128 || self == .lossy96 || self == .lossyVariable }
  /// Whether noise covers the silence.
  var hidesSilence: Bool { noiseAmplitude != nil }

  /// Whether a decay is as loud as in the master, so that the master's end is the truth.
  var keepsDecay: Bool {
    switch self {
    case .clean, .resampled, .faster, .slower, .muchFaster: true
    case .clipped, .loud, .narrowMono, .lossy128, .lossy96, .lossyVariable, .noise, .vinyl: false
    }
  }

  /// Amplitude of pink noise; nil for none.
  var noiseAmplitude: Double? {
    switch self {
    case .noise: 0.05
    case .vinyl: 0.012
    default: nil
    }
  }

  /// ffmpeg's filters of the variant.
  var filters: [String] {
    switch self {
    case .clean, .lossy128, .lossy96, .lossyVariable, .noise: []
    case .resampled: ["aresample=22050"]
    case .clipped: ["volume=14dB"]
    case .faster, .slower, .muchFaster: ["asetrate=\(playedRate)", "aresample=44100"]
    case .vinyl: ["vibrato=f=0.55:d=0.04", "lowpass=f=13000"]
    case .narrowMono: ["aformat=channel_layouts=mono", "lowpass=f=4000", "highpass=f=120"]
    case .loud:
      [
        "volume=6dB", "acompressor=threshold=0.08:ratio=6:attack=5:release=80:makeup=3",
        "alimiter=limit=0.98:level=disabled",
      ]
    }
  }

  /// ffmpeg's arguments for the file's codec.
  var coding: [String] {
    switch self {
    case .lossy128: ["-c:a", "libmp3lame", "-b:a", "128k"]
    case .lossy96: ["-c:a", "libmp3lame", "-b:a", "96k"]
    case .lossyVariable: ["-c:a", "libmp3lame", "-q:a", "5"]
    default: ["-sample_fmt", "s16", "-c:a", "flac", "-compression_level", "5"]
    }
  }
}
