import Music
import Screen

/// The shared playlists, a row each, with the facts of the one at the cursor below them.
struct SharedListView {
  let panel: SharedListPanel
  let app: App

  private static func box(in size: Size) -> WindowBox {
    WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : min(size.rows - 2, 30),
      columns: min(112, size.columns < 60 ? size.columns : size.columns - 4),
      title: "Shared playlists")
  }

  /// Lines below the rows: the facts of the playlist at the cursor, and the keys.
  private static func below(in size: Size) -> Int { size.rows < 14 ? 2 : 7 }

  static func list(in size: Size) -> Rect { box(in: size).inside.inset(bottom: below(in: size)) }

  static func height(in size: Size) -> Int { max(1, list(in: size).rows) }

  var windowList: WindowList {
    WindowList(
      rect: SharedListView.list(in: app.size), count: panel.rows(in: app).count,
      scrolledTo: panel.cursor)
  }

  func draw(into frame: inout Frame) {
    SharedListView.box(in: app.size).draw(into: &frame) { inside in
      let area = inside.part(SharedListView.list(in: app.size))
      let rows = panel.rows(in: app)
      if rows.isEmpty {
        area.markSelection()
        let lines = LyricsView.wrapped(emptyText, columns: max(1, area.columns))
        area.put(lines: lines.map { String($0) }, .text)
      }
      let top = windowList.top
      for (line, index) in zip(0..<area.rows, rows.indices.dropFirst(top)) {
        let canvas = area.line(line, isSelected: index == panel.cursor.selected)
        switch rows[index] {
        case .heading(let title): canvas.put(title, .header)
        case .playlist(let playlist): draw(playlist, on: canvas)
        }
      }
      let below = inside.inset(top: area.rows)
      if panel.search.isOpen {
        WindowSearchLine(search: panel.search).draw(on: below.line(below.rows - 2))
      } else {
        drawFacts(on: below)
      }
      let hints = hints.shown(app.keymap, in: .sharedList)
      below.lastLine.put(hints.dropLast(), gap: below.columns >= 60 ? 3 : 1, last: hints.last)
    }
  }

  var emptyText: String {
    guard let playlists = app.shared.playlists else { return "Looking for shared playlists…" }
    if !playlists.isEmpty { return "No playlist matches" }
    return
      "No shared playlist yet. They are those of a Coretet project, which"
      + " \(app.key(.server(.add))) adds as a server."
  }

  private var hints: [Hint] {
    if panel.search.isOpen {
      return [Hint(.accept, does: "keep"), Hint(.close, does: "clear")]
    }
    guard let playlist = panel.playlist(in: app) else { return [Hint(.close, does: "close")] }
    return [
      playlist.standing == .invited
        ? Hint(.sharedList(.accept), does: "accept") : Hint(.accept, does: "open"),
      playlist.standing == .own ? Hint(.sharedList(.share), does: "share") : nil,
      Hint(.sharedList(.search), does: "search"), Hint(.sharedList(.waiting), does: "waiting"),
      Hint(.close, does: "close"),
    ].compactMap(\.self)
  }

  // MARK: Rows

  private func draw(_ playlist: SharedPlaylist, on line: Canvas) {
    var line = line
    let face: Face = playlist.standing == .gone ? .dimmed : .text
    let stateFace: Face = playlist.refused > 0 ? .warning : playlist.news > 0 ? .accent : .dimmed
    line.write(playlist.standing == .gone ? "◇" : "◆", face == .text ? .accent : face, columns: 2)
    guard line.columns >= 60 else {
      line.writeRight(
        playlist.stateText.isEmpty ? playlist.tracks.grouped : playlist.stateText,
        playlist.stateText.isEmpty ? .dimmed : stateFace, upTo: line.columns / 2, gap: 1)
      line.put(playlist.name, face)
      return
    }
    func take(_ columns: Int) -> Canvas {
      let cell = line.columns(from: line.columns - columns, count: columns)
      line = line.inset(right: columns + 2)
      return cell
    }
    let isWide = line.columns >= 90
    take(isWide ? 22 : 14).put(playlist.stateText, stateFace)
    take(14).put(playlist.updatedText(at: app.servers.unixTime(at: app.now)), .dimmed)
    take(6).put(playlist.tracks.grouped, .dimmed, align: .right)
    if isWide {
      take(16).put(playlist.rightsText, .dimmed)
      take(14).put(playlist.standing == .own ? "" : playlist.owner.shownName, .dimmed)
    }
    line.put(playlist.name, face)
  }

  // MARK: The playlist at the cursor

  /// Rights, counts and description of a playlist.
  static func facts(of playlist: SharedPlaylist, in app: App) -> [String] {
    let updated = playlist.updatedText(at: app.servers.unixTime(at: app.now))
    let counts = [
      playlist.tracks.counted("track"), updated.isEmpty ? "" : "updated \(updated)",
      playlist.stateSentence,
    ]
    return [
      playlist.rightsSentence, counts.filter { !$0.isEmpty }.joined(separator: " · "),
      playlist.details ?? "",
    ].filter { !$0.isEmpty }
  }

  private func drawFacts(on area: Canvas) {
    guard let playlist = panel.playlist(in: app) else { return }
    let facts = SharedListView.facts(of: playlist, in: app)
    guard area.rows >= 5 else { return _ = area.line(0).put(facts[0], .dimmed) }
    let texts = area.inset(top: 1, bottom: 2)
    texts.line(0).put(facts[0], .text)
    texts.line(1).put(facts[1], .dimmed)
    // A description has two lines at most.
    let lines = LyricsView.wrapped(
      facts.dropFirst(2).joined().replacing("\n", with: " "), columns: max(1, texts.columns))
    let details =
      lines.count > 2
      ? [String(lines[0]), lines[1...].joined(separator: " ")] : lines.map { String($0) }
    texts.inset(top: 2).put(lines: details, .text)
  }
}
