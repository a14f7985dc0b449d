import Music
import Screen

/// The lyrics of what plays: the heard line lit in the middle, or from the chosen line on.
struct LyricsView {
  let app: App
  /// Columns in front of lines that begin at the left, with an edge before the heard one; nil for
  /// lines in the middle.
  var edge: Int?

  /// A row of the screen: a line of the lyrics, or a part of a long one.
  struct Row: Equatable {
    /// The index of the line.
    let line: Int
    let text: Substring
  }

  func draw(on canvas: Canvas) {
    guard let lyrics = app.playingLyrics else {
      return empty.draw(on: canvas)
    }
    let heard = app.heardLines
    let chosen = app.playing.track.flatMap { app.lyrics.line(of: $0.id) }
    let area = canvas.inset(left: edge ?? 0)
    let rows = LyricsView.rows(app, size: area.rect, keepsPlace: edge != nil)
    for (index, row) in rows.enumerated() {
      guard let row else { continue }
      let isChosen = row.line == chosen && lyrics.isSynced
      let line = isChosen ? area.line(index).filled(cursorGround) : area.line(index)
      let isHeard = heard?.contains(row.line) == true
      let face: Face =
        isHeard ? .title : !lyrics.isSynced || isNear(row.line, heard) ? .text : .dimmed
      line.put(String(row.text), face, align: edge == nil ? .center : .left)
      if isHeard, edge != nil { canvas.line(index).put("▌", .accent) }
      if isHeard { drawHeardWords(lyrics.lines[row.line], row.text, on: line) }
    }
  }

  private var cursorGround: Surface { app.focus == .nowPlaying ? .selected : .resting }

  /// Two lines around the heard one are as bright as text.
  private func isNear(_ line: Int, _ heard: Range<Int>?) -> Bool {
    guard let heard else { return false }
    return line >= heard.lowerBound - 2 && line < heard.upperBound + 2
  }

  /// The words up to the position, where they have times.
  private func drawHeardWords(_ line: Lyrics.Line, _ text: Substring, on canvas: Canvas) {
    guard let word = line.word(at: app.positionInFile) else { return }
    let count = line.words[...word].reduce(0) { $0 + $1.text.count }
    let before = text.base.distance(from: text.base.startIndex, to: text.startIndex)
    let heard = String(text.prefix(max(0, count - before)))
    let left =
      edge == nil ? max(0, canvas.columns - TextWidth.columns(of: String(text))) / 2 : 0
    canvas.put(heard, .accent, at: left, keep: nil)
    canvas.join(from: left)
  }

  private var empty: EmptyPane {
    guard app.player.item != nil, let track = app.playing.track else {
      return EmptyPane("Nothing plays")
    }
    if app.lyrics.isLoading(track.id) { return EmptyPane("") }
    if track.isStream { return EmptyPane("A stream has no lyrics") }
    return EmptyPane(
      "No lyrics in the file's tags or beside it",
      (app.key(.lyrics(.fetch)), "finds them online"),
      (app.key(.lyrics(.edit)), "writes them"),
      (app.key(.lyrics(.tap)), "then gives them times"))
  }

  // MARK: Rows

  /// The heard line stays at this part of the height.
  private static let heardPart = 45

  /// The visible rows from the top.
  ///
  /// - Parameter keepsPlace: Whether the heard line is at its place also where only a few are
  ///   above it, with blank rows over those.
  static func rows(_ app: App, size: Rect, keepsPlace: Bool) -> [Row?] {
    guard let lyrics = app.playingLyrics, let track = app.playing.track, size.rows > 0,
      size.columns > 0
    else { return [] }
    let chosen = app.lyrics.line(of: track.id)
    let anchor = max(0, min(lyrics.lines.count - 1, chosen ?? app.heardLines?.lowerBound ?? 0))
    func rows(of line: Int) -> [Row] {
      wrapped(lyrics.lines[line].text, columns: size.columns).map { Row(line: line, text: $0) }
    }
    var above: [Row] = []
    let wanted = lyrics.isSynced ? size.rows * heardPart / 100 : 0
    var line = anchor
    while line > 0, above.count < wanted {
      line -= 1
      above = rows(of: line) + above
    }
    var visible: [Row?] = Array(above.suffix(wanted))
    if let cut = above.dropLast(wanted).last?.line {
      // The end of a line without its beginning, unless nothing else is above.
      let parts = visible.prefix { $0?.line == cut }.count
      if parts < wanted { for row in 0..<parts { visible[row] = nil } }
    }
    if keepsPlace { visible = Array(repeating: nil, count: wanted - visible.count) + visible }
    line = anchor
    while line < lyrics.lines.count, visible.count < size.rows {
      visible += rows(of: line)
      line += 1
    }
    return Array(visible.prefix(size.rows))
  }

  /// The rows of a text, broken at spaces where there are any.
  static func wrapped(_ text: String, columns: Int) -> [Substring] {
    var rows: [Substring] = []
    var (start, width) = (text.startIndex, 0)
    var space: String.Index?
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      let count = TextWidth.columns(of: String(text[index]))
      if width + count > columns, start < index {
        let end = text[index] == " " ? index : space ?? index
        rows.append(text[start..<end])
        start = end < text.endIndex && text[end] == " " ? text.index(after: end) : end
        (width, space) = (0, nil)
        index = start
        continue
      }
      if text[index] == " " { space = index }
      width += count
      index = next
    }
    return rows + [text[start...]]
  }
}
