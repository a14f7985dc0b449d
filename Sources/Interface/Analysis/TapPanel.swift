import Music

/// The window for tapping a tempo along to the audible track.
package struct TapPanel: Equatable, Sendable {
  /// The tracks that get the tempo.
  package var target: Selection
  package var title: String
  /// The tempo in force so far.
  package var known: Double?
  /// The playback speed: the tempo tapped is the file's times this.
  package var speed: Double
  /// The last taps, each later than the one before.
  package private(set) var taps: [ContinuousClock.Instant] = []

  /// The taps needed for a tempo.
  package static let minimumTaps = 4
  private static let maximumTaps = 32
  /// A longer pause begins a new series; a shorter interval comes from key repeat.
  private static let maximumLength: Duration = .seconds(3)
  private static let minimumInterval: Duration = .milliseconds(120)

  package init(target: Selection, title: String, known: Double? = nil, speed: Double = 1) {
    self.target = target
    self.title = title
    self.known = known
    self.speed = speed
  }

  package mutating func tap(at now: ContinuousClock.Instant) {
    if let last = taps.last {
      guard now - last >= TapPanel.minimumInterval else { return }
      if now - last > TapPanel.maximumLength { taps = [] }
    }
    taps.append(now)
    if taps.count > TapPanel.maximumTaps { taps.removeFirst() }
  }

  package mutating func forget() { taps = [] }

  /// Beats per minute, from the median interval between taps; nil for too few taps.
  package var tappedBPM: Double? {
    guard taps.count >= TapPanel.minimumTaps else { return nil }
    let times = zip(taps, taps.dropFirst()).map { ($1 - $0).seconds }.sorted()
    let middle = times.count / 2
    let median =
      times.count.isMultiple(of: 2) ? (times[middle - 1] + times[middle]) / 2 : times[middle]
    return median > 0 ? 60 / median : nil
  }

  /// The file's tempo at normal speed, to a tenth; nil outside of valid tempos.
  package var bpm: Double? {
    guard let tappedBPM else { return nil }
    let bpm = (tappedBPM / max(0.1, speed) * 10).rounded() / 10
    return Correction.tempos.contains(bpm) ? bpm : nil
  }
}
