import Music
import Screen

/// The library pane: the browse modes, where one is, and the list.
struct LibraryView {
  let app: App
  let layout: Layout

  func draw(into frame: inout Frame, in rect: Rect) {
    let list = app.library
    let isFocused = app.focus == .library
    let columns = TrackColumns(width: rect.columns, numbered: list.query.source.isAlbum)
    Tabs.modes(app).draw(into: &frame, row: rect.row, column: rect.column, limit: rect.columns)
    drawCount(list, into: &frame, in: rect)
    PaneHeading(app: app, list: list, pane: .library).draw(
      into: &frame, in: rect.line(layout.headerRows - 1), columns: columns, path: path(list),
      isAlone: layout.headerRows > 1)
    guard let area = layout.list(of: .library) else { return }
    if list.count == 0 {
      ListView.drawEmpty(emptyLines(list), into: &frame, in: area)
    } else {
      ListView(app: app, list: list, isFocused: isFocused, columns: columns).draw(
        into: &frame, in: area)
    }
  }

  private func drawCount(_ list: ListState, into frame: inout Frame, in rect: Rect) {
    // The lists that there always are share their tracks: their sum means nothing.
    guard list.count > 0, rect.columns >= 60, list.query.source != .lists else { return }
    let text =
      list.window.trackCount > 0
      ? app.counted(list.window.trackCount, "track") : list.count.grouped
    let column = rect.right - TextWidth.columns(of: text) - 1
    frame.put(text, row: rect.row, column: column, face: .dimmed, ground: .base)
  }

  /// How one came here, from the mode on.
  private func path(_ list: ListState) -> String? {
    switch list.query.source {
    case .folder(let path?): path == .streams ? "Streams" : path.text
    case .artist(let name): RowView.named(name)
    case .album(let key): RowView.named(key.artist) + " — " + RowView.named(key.name)
    case .genre(let name): RowView.named(name)
    case .smart(let list): list.title
    case .duplicates: "The same audio, more than once"
    case .folder(nil), .songs, .artists, .albums, .genres, .lists, .playlists, .playlist: nil
    }
  }

  private func emptyLines(_ list: ListState) -> [String] {
    if !list.query.filter.isEmpty, !list.isLoading {
      return ["Nothing matches “\(list.query.filter)”", "\(app.key(.cancel)) clears the filter"]
    }
    if let demo = app.tasks.demo {
      return ["Writing demo tracks…", "\(demo.done) of \(demo.total)"]
    }
    if app.tasks.scan != nil { return ["Looking for music…", "Rows appear as they are found"] }
    if list.isLoading { return [] }
    if case .smart(let smart) = list.query.source {
      return ["Nothing is in “\(smart.title)”", "\(app.key(.back)) goes back"]
    }
    if list.query.source == .duplicates {
      return ["Nothing is there twice", "\(app.key(.back)) goes back"]
    }
    return ["No music yet", ":scan FOLDER adds a folder, :demo writes a dozen tracks"]
  }
}

extension ListSource {
  var isAlbum: Bool { if case .album = self { true } else { false } }
}

/// The line under a pane's title: a filter being typed, the way here, or the columns' names.
struct PaneHeading {
  let app: App
  let list: ListState
  let pane: Pane

  /// Where the line is not its own, only a filter may take the title's place.
  func draw(
    into frame: inout Frame, in rect: Rect, columns: TrackColumns, path: String?,
    isAlone: Bool
  ) {
    let typing: Prompt? =
      if case .prompt(let prompt) = app.overlays.last, prompt.purpose == .filter, app.focus == pane
      {
        prompt
      } else {
        nil
      }
    if typing != nil || !list.query.filter.isEmpty {
      return drawFilter(typing, into: &frame, in: rect)
    }
    guard isAlone else { return }
    if let path {
      let used = frame.put("◂ ", row: rect.row, column: rect.column, face: .accent, ground: .base)
      let room = rect.columns - used - 1 - drawOrder(into: &frame, in: rect)
      let text = PaneHeading.fitted(path, to: room)
      frame.put(text, row: rect.row, column: rect.column + used, face: .heading, ground: .base)
    } else if hasTracks {
      columns.drawHeadings(into: &frame, in: rect, query: list.query)
    } else if list.count > 0 {
      GroupHeadings(list.query)?.draw(into: &frame, in: rect)
    }
  }

  /// Cut so that both parts of "artist — album" keep their beginnings, and the sign between them.
  static func fitted(_ path: String, to room: Int) -> String {
    let sign = " — "
    guard TextWidth.columns(of: path) > room, let middle = path.firstRange(of: sign),
      room > 20
    else { return TextWidth.truncated(path, to: room, keep: .middle) }
    let (left, right) = (String(path[..<middle.lowerBound]), String(path[middle.upperBound...]))
    let free = room - TextWidth.columns(of: sign)
    // The shorter part leaves what it does not need to the other.
    let half = max(free / 2, free - TextWidth.columns(of: right))
    let first = TextWidth.truncated(left, to: half, keep: .start)
    return first + sign
      + TextWidth.truncated(right, to: free - TextWidth.columns(of: first), keep: .start)
  }

  /// The order at the right where it is not the usual one; returns the columns that it takes.
  private func drawOrder(into frame: inout Frame, in rect: Rect) -> Int {
    let query = list.query
    guard query.sortColumns.contains(query.sort), query.sort != .artist || query.isDescending,
      rect.columns >= 40
    else { return 0 }
    let text = query.heading(of: query.sort) + query.arrow
    let width = TextWidth.columns(of: text) + 2
    frame.put(
      text, row: rect.row, column: rect.right - width + 1, face: .accent, ground: .base)
    return width
  }

  private var hasTracks: Bool {
    guard list.content != .queue else { return false }
    if case .group(_, _, _, _, _, .some) = list.window.rows.first { return true }
    return list.window.rows.first?.track != nil
  }

  private func drawFilter(_ prompt: Prompt?, into frame: inout Frame, in rect: Rect) {
    let ground: Ground = prompt == nil ? .base : .field
    if prompt != nil { frame.fill(rect, ground: .field) }
    frame.put("/", row: rect.row, column: rect.column, face: .accent, ground: ground)
    let found = list.count == 1 ? "1 row" : "\(list.count.grouped) rows"
    let right = rect.right - TextWidth.columns(of: found) - 1
    frame.put(found, row: rect.row, column: right, face: .dimmed, ground: ground)
    let field = prompt?.field ?? TextField(list.query.filter)
    FieldView(field: field).draw(
      into: &frame, row: rect.row, column: rect.column + 2, width: right - rect.column - 3,
      ground: ground, showsCursor: prompt != nil, mistakeAt: prompt?.mistakeAt)
  }
}

/// A line being typed, scrolled so that the cursor shows.
struct FieldView {
  let field: TextField

  // Swift 6.3.1 crashes in a release build where it inlines this into TemplateEditorView.
  @inline(never)
  func draw(
    into frame: inout Frame, row: Int, column: Int, width: Int, ground: Ground, showsCursor: Bool,
    mistakeAt: Int? = nil
  ) {
    guard width > 2 else { return }
    let (hidden, before) = shownBefore(width)
    let used = frame.put(
      before, row: row, column: column, limit: width, face: .text, ground: ground)
    let after = String(field.text.dropFirst(field.cursor))
    frame.put(
      after, row: row, column: column + used, limit: width - used, face: .text, ground: ground)
    if showsCursor { frame.cursor = Position(row: row, column: column + used) }
    if let mistakeAt, mistakeAt >= hidden {
      drawMark(at: mistakeAt, from: hidden, &frame, row: row, column: column, width, ground)
    }
  }

  /// Characters at the left that have no room, and the text from there to the cursor.
  private func shownBefore(_ width: Int) -> (hidden: Int, text: String) {
    var before = field.text.prefix(field.cursor)
    var hidden = 0
    while !before.isEmpty, TextWidth.columns(of: String(before)) >= width {
      before.removeFirst()
      hidden += 1
    }
    return (hidden, String(before))
  }

  /// Columns from the left to a character, at the edge where it does not show.
  func column(of character: Int, width: Int) -> Int {
    guard width > 0 else { return 0 }
    let hidden = shownBefore(width).hidden
    let shown = field.text.dropFirst(hidden).prefix(max(0, character - hidden))
    return min(width - 1, TextWidth.columns(of: String(shown)))
  }

  /// What is wrong from one character on stands out up to the next space; behind the text there
  /// is a sign instead.
  private func drawMark(
    at mark: Int, from hidden: Int, _ frame: inout Frame, row: Int, column: Int, _ width: Int,
    _ ground: Ground
  ) {
    let shown = field.text.dropFirst(hidden)
    let left = TextWidth.columns(of: String(shown.prefix(mark - hidden)))
    let wrong = String(shown.dropFirst(mark - hidden).prefix { $0 != " " })
    guard left < width else { return }
    frame.put(
      wrong.isEmpty ? "‹" : wrong, row: row, column: column + left, limit: width - left,
      face: .warning, ground: ground)
  }
}
