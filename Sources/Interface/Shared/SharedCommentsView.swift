import Music
import Screen

/// The reactions of others to an entry by their names, and the comments on it.
struct SharedCommentsView {
  let entry: SharedEntry
  let rect: Rect
  /// The Unix time now, in seconds.
  let time: Int64?
  /// The comment at the cursor; nil where there is none.
  let selected: Int?

  private static let indent = 2

  /// A line of the screen.
  private struct Row {
    /// The index of the comment.
    let comment: Int
    /// Nil for the first line, with the facts of the comment.
    let text: Substring?
  }

  /// Lines above the comments: the title, and the reactions where there are some.
  private var head: Int { entry.ratings.isEmpty ? 1 : 2 }

  private var rows: [Row] {
    entry.comments.enumerated().flatMap { index, comment -> [Row] in
      let lines = comment.text.split(separator: "\n", omittingEmptySubsequences: false)
      let texts = lines.flatMap {
        LyricsView.wrapped(String($0), columns: max(1, rect.columns - Self.indent))
      }
      return [Row(comment: index, text: nil)] + texts.map { Row(comment: index, text: $0) }
    }
  }

  /// The lines that show: the comment at the cursor is among them, from its first line on, or else
  /// the newest ones.
  private var shown: [Row] {
    let rows = rows
    let height = max(0, rect.rows - head)
    guard let selected else { return Array(rows.suffix(height)) }
    let first = rows.firstIndex { $0.comment == selected } ?? 0
    let last = rows.lastIndex { $0.comment == selected } ?? 0
    // Comments before it show as far as all of it does.
    let top = max(0, min(first, max(last - height + 1, first - height / 3), rows.count - height))
    return Array(rows.dropFirst(top).prefix(height))
  }

  /// The comment at a position of the screen, by its index.
  func comment(at position: Position) -> Int? {
    let area = rect.inset(top: head)
    let (line, shown) = (position.row - area.row, shown)
    guard area.contains(position), shown.indices.contains(line) else { return nil }
    return shown[line].comment
  }

  func draw(on inside: Canvas) {
    let area = inside.part(rect)
    area.line(0).put(entry.title, .heading)
    if head > 1 { Self.draw(entry.ratings, on: area.line(1)) }
    let list = area.inset(top: head)
    guard !entry.comments.isEmpty else {
      if selected != nil { list.markSelection() }
      return _ = list.put("No comments yet", .dimmed)
    }
    for (line, row) in shown.enumerated() {
      let isSelected = row.comment == selected
      var canvas = list.line(line)
      if isSelected { canvas = canvas.filled(.overlaySelected) }
      let comment = entry.comments[row.comment]
      if let text = row.text {
        canvas.inset(left: Self.indent).put(String(text), .text)
      } else {
        if isSelected { canvas.markSelection() }
        draw(comment, on: canvas)
      }
    }
  }

  /// "♥ Kari  ✶ Ben".
  static func text(of ratings: [SharedRating]) -> String {
    ratings.map { "\($0.reaction.sign) \($0.person.shownName)" }.joined(separator: "  ")
  }

  private static func draw(_ ratings: [SharedRating], on line: Canvas) {
    var line = line
    for rating in ratings {
      line.write(rating.reaction.sign + " ", rating.reaction.face)
      line.write(rating.person.shownName + "  ", rating.isNew ? .accent : .text)
    }
  }

  private func draw(_ comment: SharedComment, on line: Canvas) {
    var line = line
    let state = comment.stateText
    if !state.isEmpty {
      line.writeRight(
        state, comment.isRefused ? .warning : .accent, upTo: line.columns / 2, gap: 2)
    }
    if let place = comment.place { line.write(place.clockText + "  ", .accent) }
    line.write(comment.author, .heading)
    let time = comment.timeText(at: time)
    if !time.isEmpty { line.put(time, .dimmed, at: 2) }
  }
}
