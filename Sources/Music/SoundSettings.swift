/// The listener's sound settings; they apply to everything until changed.
package struct SoundSettings: Equatable, Sendable, Codable {
  /// dB of the low shelf, the peak and the high shelf, at `toneFrequencies`.
  package var tone: [Double] = [0, 0, 0] {
    didSet { tone = Self.bounded(tone, count: Self.toneFrequencies.count) }
  }
  package var equalizer = EqualizerPreset.flat
  /// dB of the ten bands of the user's own preset.
  package var ownBands = [Double](repeating: 0, count: 10) {
    didSet { ownBands = Self.bounded(ownBands, count: EqualizerPreset.frequencies.count) }
  }
  package var replayGain = ReplayGainMode.off
  /// dB on top of ReplayGain; no effect while that is off.
  package var preamp = 0.0 { didSet { preamp = Self.bounded(preamp) } }
  /// Whether ReplayGain is limited so that a track's peak stays below full scale.
  package var preventsClipping = true
  /// -1 is left only, 1 right only.
  package var balance = 0.0 {
    didSet { balance = balance.isFinite ? min(1, max(-1, balance)) : 0 }
  }
  package var isMono = false
  /// 0.5...3, with pitch kept.
  package var speed = 1.0 {
    didSet { speed = speed.isFinite ? min(3, max(0.5, (speed * 20).rounded() / 20)) : 1 }
  }
  /// dB on top of everything else, for quiet speech; the limiter holds the peaks.
  package var boost = 0.0 {
    didSet { boost = boost.isFinite ? min(Self.maximumGain, max(0, boost)) : 0 }
  }
  /// Whether gaps between words of more than 0.6 s become 0.3 s.
  package var shortensSilence = false
  /// The overlap of a track's end with the next track, where neither has a setting of its own.
  package var crossfade = Duration.zero {
    didSet { crossfade = min(EntryPlayback.maximumCrossfade, max(.zero, crossfade)) }
  }

  package init() {}

  /// Decodes valid values; others keep their defaults. Stored settings may come from a later
  /// version or from a stranger.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // Absent and invalid values are treated alike.
    func value<Value: Decodable>(_ key: CodingKeys, _ fallback: Value) -> Value {
      (try? values.decode(Value.self, forKey: key)) ?? fallback
    }
    // A separate value, since property observers that clamp do not run within an initializer.
    var read = SoundSettings()
    read.tone = value(.tone, read.tone)
    read.equalizer = value(.equalizer, read.equalizer)
    read.ownBands = value(.ownBands, read.ownBands)
    read.replayGain = value(.replayGain, read.replayGain)
    read.preamp = value(.preamp, read.preamp)
    read.preventsClipping = value(.preventsClipping, read.preventsClipping)
    read.balance = value(.balance, read.balance)
    read.isMono = value(.isMono, read.isMono)
    read.speed = value(.speed, read.speed)
    read.boost = value(.boost, read.boost)
    read.shortensSilence = value(.shortensSilence, read.shortensSilence)
    read.crossfade = value(.crossfade, read.crossfade)
    self = read
  }

  /// Hz of the three tone bands.
  package static let toneFrequencies = [100.0, 1_000, 10_000]
  /// The maximum boost or cut of a band, dB.
  package static let maximumGain = 12.0

  /// dB of the ten active bands.
  package var bands: [Double] { equalizer == .own ? ownBands : equalizer.bands }

  private static func bounded(_ gain: Double) -> Double {
    gain.isFinite ? min(maximumGain, max(-maximumGain, gain)) : 0
  }

  private static func bounded(_ gains: [Double], count: Int) -> [Double] {
    (0..<count).map { gains.indices.contains($0) ? bounded(gains[$0]) : 0 }
  }
}

/// Presets of the ten-band equalizer by name; `own` is the user's.
package enum EqualizerPreset: String, Sendable, Codable, CaseIterable {
  case flat, rock, pop, jazz, classical, bass, treble, vocal, speech, own

  package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// Hz; the first is a low shelf, the last a high shelf, the others peaks, all with a Q of 1.
  package static let frequencies: [Double] = [
    32, 64, 125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000,
  ]

  /// dB of each band.
  package var bands: [Double] {
    switch self {
    case .flat, .own: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    case .rock: [5, 4, 3, 1, -1, -1, 0, 2, 4, 5]
    case .pop: [0, 2, 4, 4, 2, 0, -1, -1, 0, 1]
    case .jazz: [4, 3, 1, 2, -1, -1, 0, 1, 3, 4]
    case .classical: [5, 4, 3, 2, -1, -1, 0, 2, 3, 4]
    case .bass: [6, 5, 4, 2, 0, 0, 0, 0, 0, 0]
    case .treble: [0, 0, 0, 0, 0, 2, 4, 5, 6, 6]
    case .vocal: [0, 1, 3, 4, 3, 1, -1, -2, -2, 0]
    case .speech: [0, 0, 0, -1, -1, 0, 3, 4, 1, 0]
    }
  }

  /// Hz below which the preset removes rumble, with 12 dB an octave.
  package var highPass: Double? { self == .speech ? 90 : nil }
}

/// The ReplayGain to apply: none, the track's or the album's.
package enum ReplayGainMode: String, Sendable, Codable, CaseIterable {
  case off, track, album
  /// The album's where neighbours in the queue are of one album, else the track's.
  case smart

  package var next: ReplayGainMode {
    switch self {
    case .off: .track
    case .track: .album
    case .album: .smart
    case .smart: .off
    }
  }
}

/// ReplayGain from a file's tags or measured, relative to ReplayGain 2's reference of -18 LUFS.
package struct ReplayGain: Equatable, Sendable {
  /// dB.
  package var trackGain: Double?
  /// Full scale is 1.
  package var trackPeak: Double?
  package var albumGain: Double?
  package var albumPeak: Double?

  package init(
    trackGain: Double? = nil, trackPeak: Double? = nil, albumGain: Double? = nil,
    albumPeak: Double? = nil
  ) {
    self.trackGain = trackGain
    self.trackPeak = trackPeak
    self.albumGain = albumGain
    self.albumPeak = albumPeak
  }

  /// Fills unknown values; a peak only together with its gain.
  package mutating func fill(from other: ReplayGain) {
    if trackGain == nil {
      trackGain = other.trackGain
      trackPeak = other.trackPeak ?? trackPeak
    }
    if albumGain == nil {
      albumGain = other.albumGain
      albumPeak = other.albumPeak ?? albumPeak
    }
    trackPeak = trackPeak ?? other.trackPeak
    albumPeak = albumPeak ?? other.albumPeak
  }
}

/// What becomes of the music when its output is unplugged.
package enum Unplugging: String, CaseIterable, Sendable {
  /// It pauses.
  case pause
  /// It pauses, and goes on when the output is back.
  case resume
  /// It goes on through another output.
  case ignore
}

/// A sink of the sound server.
package struct OutputDevice: Equatable, Sendable {
  /// The server's name for it.
  package var name: String
  /// For display.
  package var description: String
  package var isDefault: Bool
  /// Whether it is reached over a network: another machine's, AirPlay.
  package var isRemote: Bool

  package init(name: String, description: String, isDefault: Bool = false, isRemote: Bool = false) {
    self.name = name
    self.description = description
    self.isDefault = isDefault
    self.isRemote = isRemote
  }
}
