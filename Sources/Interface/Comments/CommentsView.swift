import Music
import Screen

/// The comments on what plays: for each its place, author and times, and its text below them.
struct CommentsView {
  let app: App

  /// A row of the screen.
  struct Row: Equatable {
    /// The index of the comment.
    let comment: Int
    /// Nil for the first row, with the facts of the comment.
    let text: Substring?
  }

  private static let indent = 2

  /// The visible rows: the comment at the cursor is among them, whole where it fits.
  static func rows(_ app: App, size: Rect) -> [Row] {
    let comments = app.shownComments
    guard size.rows > 0, size.columns > indent else { return [] }
    func rows(of index: Int) -> [Row] {
      let lines = comments[index].text.split(separator: "\n", omittingEmptySubsequences: false)
      let texts = lines.flatMap {
        LyricsView.wrapped(String($0), columns: size.columns - indent - 1)
      }
      return [Row(comment: index, text: nil)] + texts.map { Row(comment: index, text: $0) }
    }
    let selected = app.comments.cursor.selected
    guard comments.indices.contains(selected) else { return [] }
    // Up to half of the height above the cursor's, then downwards, then what is left above.
    var shown = rows(of: selected)
    let height = shown.count
    var (above, below) = (selected - 1, selected + 1)
    while above >= 0, shown.count < size.rows / 2 {
      shown = rows(of: above) + shown
      above -= 1
    }
    var end = shown.count
    while below < comments.count, shown.count < size.rows {
      shown += rows(of: below)
      below += 1
    }
    while above >= 0, shown.count < size.rows {
      let more = rows(of: above)
      shown = more + shown
      end += more.count
      above -= 1
    }
    let isAtEnd = below == comments.count
    let top = max(end - size.rows, isAtEnd ? shown.count - size.rows : 0)
    return Array(shown.dropFirst(max(0, min(end - height, top))).prefix(size.rows))
  }

  func draw(on canvas: Canvas) {
    guard !app.shownComments.isEmpty else { return empty.draw(on: canvas) }
    let heard = app.comments.heard(at: app.positionInFile)
    for (row, shown) in CommentsView.rows(app, size: canvas.rect).enumerated() {
      let isChosen = shown.comment == app.comments.cursor.selected
      let line = isChosen ? canvas.line(row).filled(cursorGround) : canvas.line(row)
      let comment = app.comments.comments[shown.comment]
      if let text = shown.text {
        line.inset(left: CommentsView.indent).put(String(text), .text)
      } else {
        draw(comment, isHeard: comment.id == heard, on: line)
      }
    }
  }

  private var cursorGround: Surface { app.focus == .nowPlaying ? .selected : .resting }

  private func draw(_ comment: TrackComment, isHeard: Bool, on line: Canvas) {
    var line = line
    line.write(isHeard ? "▶" : " ", .playing, columns: CommentsView.indent)
    line.writeRight(CommentsView.times(of: comment, columns: line.columns), .dimmed, gap: 2)
    if let place = comment.place { line.write(place.clockText + "  ", .accent) }
    line.put(comment.author ?? "You", .heading)
  }

  /// Columns of place and author beside the times.
  private static let beside = 20

  /// "2026-11-27 18:04, edited 2026-11-28 09:12"; on narrow panes without the second time.
  static func times(of comment: TrackComment, columns: Int = .max) -> String {
    let created = LocalZone.current.minute(of: comment.created / 1000)
    guard let edited = comment.edited else { return created }
    let both = created + ", edited " + LocalZone.current.minute(of: edited / 1000)
    return both.count + beside <= columns ? both : created + ", edited"
  }

  private var empty: EmptyPane {
    guard app.playing.track != nil else { return EmptyPane("Nothing plays") }
    if app.comments.isLoading { return EmptyPane("") }
    let place = app.player.item == nil ? "writes one" : "writes one at this place"
    return EmptyPane("No comments on this track", (app.key(.pane(.activate)), place))
  }
}

extension LocalZone {
  /// The minute in which a moment lies, as "2026-11-23 18:04".
  fileprivate func minute(of moment: Int64) -> String {
    let minutes = Int(localTime(at: moment) - Int64(day(of: moment)) * 86_400) / 60
    return "\(date(of: moment)) \((minutes / 60).zeroPadded()):\((minutes % 60).zeroPadded())"
  }
}
