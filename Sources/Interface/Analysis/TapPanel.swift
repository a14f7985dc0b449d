import Music

/// The window in which a tempo is tapped along to what is heard.
package struct TapPanel: Equatable, Sendable {
  /// What the tempo is kept for.
  package var target: Selection
  package var title: String
  /// What holds until now.
  package var known: Double?
  /// How fast it is played: who taps along hears the tempo times this.
  package var speed: Double
  /// The last taps, each later than the one before.
  package private(set) var taps: [ContinuousClock.Instant] = []

  /// So many are enough for a tempo.
  package static let minimumTaps = 4
  private static let most = 32
  /// A longer rest begins anew; a shorter one is a key that is held.
  private static let maximumLength: Duration = .seconds(3)
  private static let shortest: Duration = .milliseconds(120)

  package init(target: Selection, title: String, known: Double? = nil, speed: Double = 1) {
    self.target = target
    self.title = title
    self.known = known
    self.speed = speed
  }

  package mutating func tap(at now: ContinuousClock.Instant) {
    if let last = taps.last {
      guard now - last >= TapPanel.shortest else { return }
      if now - last > TapPanel.maximumLength { taps = [] }
    }
    taps.append(now)
    if taps.count > TapPanel.most { taps.removeFirst() }
  }

  package mutating func forget() { taps = [] }

  /// Beats per minute of the median of the times between the taps; nil for too few of them.
  package var tappedBPM: Double? {
    guard taps.count >= TapPanel.minimumTaps else { return nil }
    let times = zip(taps, taps.dropFirst()).map { ($1 - $0).seconds }.sorted()
    let middle = times.count / 2
    let median =
      times.count.isMultiple(of: 2) ? (times[middle - 1] + times[middle]) / 2 : times[middle]
    return median > 0 ? 60 / median : nil
  }

  /// The same of the file, to a tenth; nil for what is no tempo.
  package var bpm: Double? {
    guard let tappedBPM else { return nil }
    let bpm = (tappedBPM / max(0.1, speed) * 10).rounded() / 10
    return Correction.tempos.contains(bpm) ? bpm : nil
  }
}
