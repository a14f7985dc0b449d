import Music
import Screen

/// The glyphs of cues on the position bar and in lists, which tell points, ranges and mix bounds
/// apart without colours.
struct CueMarks {
  struct Mark: Equatable {
    var column: Int
    var glyph: String
    var face: Face
  }

  let cues: [Cue]
  /// The bar's start in the file, and its length.
  let start: Duration
  let length: Duration
  let columns: Int

  static func glyph(of cue: Cue) -> String {
    switch cue.kind {
    case .mixIn: "┣"
    case .mixOut: "┫"
    case .marker, .intro, .outro, .drop, .breakdown, .build, .vocal, .loop, .custom:
      cue.end == nil ? "┿" : "╞"
    }
  }

  static func face(of cue: Cue) -> Face { cue.shownColor?.face ?? .accent }

  /// The column of a time on the bar; nil outside of it.
  func column(ofShown time: Duration) -> Int? {
    guard length > .zero, columns > 1, time >= start, time <= start + length else { return nil }
    return column(of: time)
  }

  private func column(of time: Duration) -> Int {
    Int((Double(columns - 1) * ((time - start).seconds / length.seconds)).rounded())
  }

  private func shows(_ cue: Cue) -> Bool {
    let position = cue.time - start
    return position >= .zero && position <= length
  }

  /// The visible cues with their columns, from the left.
  var points: [(cue: Cue, column: Int)] {
    guard length > .zero, columns > 1 else { return [] }
    return cues.filter(shows).map { ($0, column(of: $0.time)) }.sorted { $0.column < $1.column }
  }

  /// The marks in drawing order: points cover ranges.
  var marks: [Mark] {
    guard length > .zero, columns > 1 else { return [] }
    return cues.flatMap(span) + cues.filter(shows).map(point)
  }

  private func point(_ cue: Cue) -> Mark {
    let column = column(of: cue.time)
    let isNarrow = cue.end.map { self.column(of: $0) == column } ?? false
    let glyph = CueMarks.glyph(of: cue)
    return Mark(
      column: column, glyph: isNarrow && glyph == "╞" ? "╪" : glyph, face: CueMarks.face(of: cue))
  }

  /// The cells of a range after its first one, as far as they are on the bar.
  private func span(_ cue: Cue) -> [Mark] {
    guard let end = cue.end, end > start, cue.time < start + length else { return [] }
    let face = CueMarks.face(of: cue)
    let isCut = end > start + length
    let first = max(0, shows(cue) ? column(of: cue.time) + 1 : 0)
    let last = isCut ? columns - 1 : column(of: end)
    guard first <= last else { return [] }
    return (first...last).map {
      Mark(column: $0, glyph: $0 == last && !isCut ? "╡" : "═", face: face)
    }
  }

  /// The cue drawn nearest to a column, at most one column away.
  func cue(near column: Int) -> Cue? {
    guard length > .zero, columns > 1 else { return nil }
    let near = cues.filter { shows($0) && abs(self.column(of: $0.time) - column) <= 1 }
    return near.min {
      abs(self.column(of: $0.time) - column) < abs(self.column(of: $1.time) - column)
    }
  }
}

extension CueMarks {
  /// The sign of a comment at its place.
  static let comment = "❞"

  /// The places of comments on the current track, with their columns.
  func comments(of app: App) -> [(place: Duration, column: Int)] {
    app.comments.placed.compactMap { _, place in
      column(ofShown: place).map { (place, $0) }
    }
  }

  /// All marks of the current track: cues cover comments.
  func marks(of app: App) -> [Mark] {
    comments(of: app).map { Mark(column: $0.column, glyph: CueMarks.comment, face: .success) }
      + marks
  }

  /// The marks of the current track, on a bar of this many columns.
  init?(_ app: App, columns: Int) {
    guard let span = app.barSpan else { return nil }
    self.init(cues: app.cues, start: span.start, length: span.length, columns: columns)
  }
}
