import Music

/// The time of a column, shared by the strips of all slots.
struct MixScale: Equatable {
  let columns: Int
  private let secondsPerColumn: Double

  /// - Parameters:
  ///   - longest: The playing time that fills the columns.
  ///   - columns: At least one.
  init(longest: Duration, columns: Int) {
    self.columns = max(1, columns)
    let seconds = min(longest.seconds, Self.longest)
    secondsPerColumn = seconds > 0 ? seconds / Double(self.columns) : 1
  }

  /// Seconds; more than any mix has, and few enough for clock times.
  private static let longest = 1e12

  /// A time in columns, 0 to `columns`.
  func position(of time: Duration) -> Double {
    min(Double(columns), max(0, time.seconds / secondsPerColumn))
  }

  /// The scale of one mix: this one, unless the mix would be too short to be read beside a much
  /// longer one.
  func readable(_ timeline: MixTimeline) -> MixScale {
    let least = min(columns / 3, max(12, 4 * timeline.count))
    guard timeline.duration > .zero, position(of: timeline.duration) < Double(least) else {
      return self
    }
    let seconds = min(timeline.duration.seconds, Self.longest) * Double(columns) / Double(least)
    return MixScale(longest: .seconds(seconds), columns: columns)
  }

  struct Label: Equatable {
    var column: Int
    var text: String
  }

  /// The columns from one label of the ruler to the next, at least.
  private static let spacing = 8.0

  /// Labels at every 5, 10, 20, 30 or 60 minutes, whichever leaves room; beyond that the hours
  /// double.
  var ruler: [Label] {
    func isWide(_ minutes: Int) -> Bool {
      Double(minutes) * 60 / secondsPerColumn >= Self.spacing
    }
    var step = [5, 10, 20, 30, 60].first(where: isWide) ?? 120
    while !isWide(step) { step *= 2 }
    var labels: [Label] = []
    var end = 0
    for number in 1...columns {
      let time = Duration.seconds(60) * (step * number)
      let label = Label(column: Int(position(of: time).rounded()), text: time.clockText)
      guard label.column + label.text.count <= columns else { break }
      if label.column > end { labels.append(label) }
      end = label.column + label.text.count
    }
    return labels
  }
}
