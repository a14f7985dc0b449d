import Screen

/// The division of Now Playing's rows: names and bar always have some, and the rest comes as there
/// is room.
struct NowPlayingRows {
  /// The first of the three names.
  let names: Int
  /// Lines below the names.
  let details: Int
  /// Blank lines in front of the bar.
  let blanks: Int
  let bar: Rect

  static let maximumBarLines = 6

  /// Rows of the pane's box beside others.
  ///
  /// - Parameters:
  ///   - height: rows of it and of the list below it.
  ///   - columns: its columns.
  static func boxRows(height: Int, columns: Int) -> Int {
    guard height >= 24 else { return 9 }
    return max(8, min(height >= 34 ? 12 : 8, (columns - 28) / 2)) + 7
  }

  init(_ rect: Rect) {
    // A title or a blank above; the times and the next track below the bar.
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
    self.blanks = blanks
    bar = Rect(
      row: names + 3 + details + blanks, column: rect.column, rows: lines, columns: rect.columns)
  }
}
