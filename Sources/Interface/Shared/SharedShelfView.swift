import Music
import Screen

/// The shared playlists in the library pane, a row each.
struct SharedShelfView {
  let app: App
  let layout: Layout

  private var shelf: SharedShelf { app.browsing.sharedShelf }
  private var time: Int64? { app.servers.unixTime(at: app.now) }

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect) { canvas in
      drawHeading(on: canvas.line(layout.headerRows - 1), isAlone: layout.headerRows > 1)
      guard let area = layout.list(of: .library) else { return }
      draw(on: canvas.part(area))
    }
  }

  // MARK: The line above

  private func drawHeading(on line: Canvas, isAlone: Bool) {
    let typing = app.browsing.isSharedShelfFocused ? app.filterPrompt : nil
    if typing != nil || !shelf.filter.isEmpty {
      return FilterLine(
        prompt: typing, filter: shelf.filter, count: shelf.rows.count { !$0.isHeading }
      ).draw(on: line)
    }
    guard isAlone, shelf.count > 0 else { return }
    let columns = SharedColumns(line.columns)
    line.put("Playlist", .header, at: columns.name.lowerBound)
    for (title, range, isNumber) in [
      ("Owner", columns.owner, false), ("You may", columns.rights, false),
      ("Tracks", columns.tracks, true), ("Updated", columns.updated, false),
      ("News", columns.state, false),
    ] {
      guard let range else { continue }
      line.columns(from: range.lowerBound, count: range.count).put(
        title, .header, align: isNumber ? .right : .left)
    }
  }

  // MARK: Rows

  private func draw(on area: Canvas) {
    guard shelf.count > 0 else { return emptyPane.draw(on: area) }
    shelf.cursor.draw(
      shelf.count, on: area, isFocused: app.browsing.isSharedShelfFocused
    ) { index, line in
      switch shelf.rows[index] {
      case .heading(let title): line.put(title, .header, at: 1)
      case .playlist(let playlist): draw(playlist, on: line)
      }
    }
  }

  private func draw(_ playlist: SharedPlaylist, on line: Canvas) {
    let columns = SharedColumns(line.columns)
    let face: Face = playlist.standing == .gone ? .dimmed : .text
    func put(
      _ text: String, _ range: Range<Int>?, _ face: Face = .dimmed, isNumber: Bool = false
    ) {
      guard let range else { return }
      line.columns(from: range.lowerBound, count: range.count).put(
        text, face, align: isNumber ? .right : .left)
    }
    put(playlist.name, columns.name, face)
    put(playlist.standing == .own ? "you" : playlist.owner.shownName, columns.owner)
    put(playlist.rightsText(columns: columns.rights?.count ?? 0), columns.rights)
    put(playlist.tracks.grouped, columns.tracks, isNumber: true)
    let updated = playlist.updatedText(at: time)
    let isNarrow = TextWidth.columns(of: updated) > columns.updated?.count ?? 0
    put(isNarrow ? SharedTime.short(updated) : updated, columns.updated)
    put(
      playlist.stateText, columns.state,
      playlist.refused > 0 ? .warning : playlist.news > 0 ? .accent : .dimmed)
  }

  var emptyPane: EmptyPane {
    func key(_ command: Command, _ text: String) -> KeyText { (app.key(command), text) }
    if !shelf.filter.isEmpty {
      return EmptyPane(
        "Nothing matches “\(shelf.filter)”", key(.cancel, "clears the filter"),
        key(.list(.filter), "changes it"))
    }
    guard app.browsing.hasSharing else {
      return EmptyPane(
        "No shared playlists: they are those of a Coretet project",
        key(.server(.add), "adds one as a server"), key(.pane(.nextTab), "shows another view"))
    }
    guard shelf.playlists != nil else { return EmptyPane("") }
    return EmptyPane(
      "No shared playlists yet", key(.server(.sync(nil)), "asks for them"),
      key(.server(.list), "lists the servers"), key(.help, "finds every key"))
  }
}

/// The columns of a row of a shared playlist. On a narrow screen the owner gives way first, then the
/// time, the rights, and the number of tracks.
struct SharedColumns {
  let name: Range<Int>
  private(set) var owner: Range<Int>?
  private(set) var rights: Range<Int>?
  private(set) var tracks: Range<Int>?
  private(set) var updated: Range<Int>?
  private(set) var state: Range<Int>?

  init(_ columns: Int) {
    var end = columns - 1
    func take(_ count: Int) -> Range<Int> {
      defer { end -= count + 2 }
      return end - count..<end
    }
    state = take(columns >= 84 ? 20 : columns >= 60 ? 12 : min(10, columns / 3))
    if columns >= 60 { updated = take(columns >= 84 ? 14 : 10) }
    if columns >= 36 { tracks = take(6) }
    if columns >= 44 { rights = take(columns >= 84 ? 13 : 7) }
    if columns >= 66 { owner = take(columns >= 84 ? min(16, columns / 7) : 9) }
    name = 2..<max(2, end)
  }
}
