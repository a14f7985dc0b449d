import Screen

/// Which rows of its pane Now Playing has for what: of the names and the bar there is always some,
/// and the rest comes as there is room.
struct NowPlayingRows {
  /// The first of the three names.
  let names: Int
  /// Lines below the names.
  let details: Int
  let bar: Rect

  static let maximumBarLines = 6

  init(_ rect: Rect) {
    // A title or a blank, and below the bar the times and what comes next.
    let around = rect.rows >= 8 ? 3 : 2
    var room = rect.rows - around - 4
    var (details, lines, blanks) = (0, 1, 0)
    func reserve(_ count: inout Int) {
      guard room > 0 else { return }
      room -= 1
      count += 1
    }
    reserve(&lines)
    reserve(&details)
    reserve(&details)
    reserve(&lines)
    reserve(&details)
    reserve(&lines)
    reserve(&blanks)
    while room > 0, lines < NowPlayingRows.maximumBarLines { reserve(&lines) }
    names = rect.row + 1
    self.details = details
    bar = Rect(
      row: names + 3 + details + blanks, column: rect.column, rows: lines, columns: rect.columns)
  }
}
