import Music

/// The moving picture of what is heard: the chosen one, its last reading, and when the next is due.
package struct Visual: Equatable, Sendable {
  /// The level of one channel, as a meter shows it.
  struct Channel: Equatable, Sendable {
    var peak: HeldLevel
    var rms: Float
    /// Until when a sample at full scale is marked.
    var clipEnd: ContinuousClock.Instant?
  }

  enum Picture: Equatable, Sendable {
    case none
    case spectrum([HeldLevel])
    case wave([ClosedRange<Float>])
    case meter([Channel])
  }

  package private(set) var style = VisualStyle.off
  private(set) var picture = Picture.none
  /// Whether rendered sound is kept for it.
  private(set) var isListening = false
  /// When the last reading was asked for, and when it came.
  private var asked: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?

  /// The time between readings: 30 a second.
  private static let interval: Duration = .microseconds(33_333)
  private static let clipTime: Duration = .seconds(3)

  mutating func choose(_ style: VisualStyle) {
    self.style = style
    picture = .none
  }

  mutating func listen(_ isOn: Bool) {
    isListening = isOn
    if !isOn { (picture, asked, last) = (.none, nil, nil) }
  }

  /// How long until the next reading.
  func time(at now: ContinuousClock.Instant) -> Duration {
    asked.map { max(.zero, $0.advanced(by: Visual.interval) - now) } ?? .zero
  }

  /// Asks for the reading that a picture of this size takes.
  mutating func ask(columns: Int, at now: ContinuousClock.Instant) -> [Effect] {
    asked = now
    switch style {
    case .spectrum:
      return [.monitor(.measure(.spectrum(bands: VisualView.bands(columns: columns))))]
    case .wave: return [.monitor(.measure(.wave(parts: 2 * columns)))]
    case .meter: return [.monitor(.measure(.meter))]
    case .off: return []
    }
  }

  /// Takes in a reading; nil for silence.
  mutating func receive(
    _ sound: HeardSound?, columns: Int, at now: ContinuousClock.Instant
  ) {
    let time = last.map { now - $0 } ?? .zero
    last = now
    switch (style, sound) {
    case (.off, _): picture = .none
    case (.spectrum, .spectrum(let levels)): showSpectrum(levels, at: now, after: time)
    case (.spectrum, _):
      let count = VisualView.bands(columns: columns)
      showSpectrum(
        [Float](repeating: HeardSound.silence, count: count), at: now, after: time)
    case (.wave, .wave(let parts)): picture = .wave(parts)
    case (.wave, _): picture = .wave([ClosedRange<Float>](repeating: 0...0, count: 2 * columns))
    case (.meter, .meter(let left, let right)): showMeter([left, right], at: now, after: time)
    case (.meter, _):
      let silence = ChannelLevel(
        peak: HeardSound.silence, rms: HeardSound.silence, isClipped: false)
      showMeter([silence, silence], at: now, after: time)
    }
  }

  private mutating func showSpectrum(
    _ levels: [Float], at now: ContinuousClock.Instant, after time: Duration
  ) {
    guard case .spectrum(var bars) = picture, bars.count == levels.count else {
      return picture = .spectrum(levels.map { HeldLevel($0, at: now) })
    }
    for (index, level) in levels.enumerated() {
      bars[index].follow(level, at: now, after: time, .bar)
    }
    picture = .spectrum(bars)
  }

  private mutating func showMeter(
    _ levels: [ChannelLevel], at now: ContinuousClock.Instant, after time: Duration
  ) {
    var channels = levels.map { Channel(peak: HeldLevel($0.peak, at: now), rms: $0.rms) }
    if case .meter(let old) = picture { channels = old }
    for (index, level) in levels.enumerated() {
      channels[index].peak.follow(level.peak, at: now, after: time, .meter)
      channels[index].rms = level.rms
      if level.isClipped { channels[index].clipEnd = now.advanced(by: Visual.clipTime) }
      if let end = channels[index].clipEnd, end <= now { channels[index].clipEnd = nil }
    }
    picture = .meter(channels)
  }
}
