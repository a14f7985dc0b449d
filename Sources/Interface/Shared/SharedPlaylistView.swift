import Music
import Screen

/// A shared playlist: rights and counts, its entries, and beside or below them what was said of the
/// one at the cursor. On low screens the parts take turns.
struct SharedPlaylistView {
  let panel: SharedPlaylistPanel
  let app: App

  private static func box(in size: Size, title: String = "") -> WindowBox {
    WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : size.rows - 2,
      columns: min(150, size.columns < 60 ? size.columns : size.columns - 4), title: title)
  }

  private static func isLow(_ size: Size) -> Bool { size.rows < 14 }
  /// Whether the comments are beside the entries.
  private static func isWide(_ size: Size) -> Bool { size.columns >= 100 }

  /// The parts between the first line and the hints.
  private static func parts(in size: Size) -> (entries: Rect, comments: Rect) {
    let inside = box(in: size).inside
    if isLow(size) {
      let area = inside.inset(bottom: 2)
      return (area, area)
    }
    let area = inside.inset(top: 2, bottom: 2)
    if isWide(size) {
      let left = area.columns * 11 / 20
      return (area.inset(right: area.columns - left), area.inset(left: left + 3))
    }
    let above = area.rows * 11 / 20
    return (area.inset(bottom: area.rows - above), area.inset(top: above + 1))
  }

  static func height(in size: Size) -> Int { max(1, parts(in: size).entries.rows) }

  var showsEntries: Bool { !Self.isLow(app.size) || panel.part == .entries }
  private var showsComments: Bool { !Self.isLow(app.size) || panel.part == .comments }

  var windowList: WindowList {
    WindowList(
      rect: Self.parts(in: app.size).entries, count: panel.shown.count, scrolledTo: panel.cursor)
  }

  private var comments: SharedCommentsView {
    SharedCommentsView(
      panel: panel, rect: Self.parts(in: app.size).comments,
      time: app.servers.unixTime(at: app.now))
  }

  /// The comment at a position of the screen, by its index.
  func comment(at position: Position) -> Int? {
    showsComments ? comments.comment(at: position) : nil
  }

  func draw(into frame: inout Frame) {
    let title = panel.contents?.playlist.name ?? panel.name
    Self.box(in: app.size, title: title).draw(into: &frame) { inside in
      if showsEntries { drawEntries(on: inside.part(Self.parts(in: app.size).entries)) }
      if showsComments { comments.draw(on: inside) }
      let last = inside.line(inside.rows - 2)
      if panel.search.isOpen {
        WindowSearchLine(search: panel.search).draw(on: last)
      } else if Self.isLow(app.size), panel.part == .entries, let entry = panel.entry {
        last.put(SharedCommentsView.ratings(of: entry), .dimmed)
      }
      if !Self.isLow(app.size) { inside.line(0).put(Self.facts(of: panel, in: app), .dimmed) }
      let hints = hints.shown(app.keymap, in: .sharedPlaylist)
      inside.lastLine.put(hints.dropLast(), gap: inside.columns >= 60 ? 3 : 1, last: hints.last)
    }
  }

  /// "By Ola, on Band; you may rate, not reorder · 12 tracks · updated 3 hours ago · 2 wait".
  static func facts(of panel: SharedPlaylistPanel, in app: App) -> String {
    guard let playlist = panel.contents?.playlist else { return "" }
    return SharedListView.facts(of: playlist, in: app).prefix(2).joined(separator: " · ")
  }

  static func emptyText(_ panel: SharedPlaylistPanel) -> String {
    guard let contents = panel.contents else { return "Looking for the tracks…" }
    return contents.entries.isEmpty ? "No tracks in it yet" : "No track or comment matches"
  }

  private var hints: [Hint] {
    if panel.search.isOpen {
      return [Hint(.accept, does: "keep"), Hint(.close, does: "clear")]
    }
    let playlist = panel.contents?.playlist
    let mayComment = playlist.map { $0.refusesAll == nil } ?? false
    let isOnOwn = panel.part == .comments && panel.comment?.isOwn == true && mayComment
    return [
      panel.part == .entries
        ? Hint(.accept, does: "play")
        : panel.comment?.place == nil ? nil : Hint(.accept, does: "go there"),
      playlist?.refusesRating == nil ? Hint(.sharedPlaylist(.react), does: "react") : nil,
      mayComment ? Hint(.sharedPlaylist(.comment), does: "comment") : nil,
      isOnOwn ? Hint(.sharedPlaylist(.edit), does: "edit") : nil,
      isOnOwn ? Hint(.sharedPlaylist(.delete), does: "delete") : nil,
      Hint(
        .sharedPlaylist(.otherPart), does: panel.part == .entries ? "comments" : "tracks"),
      panel.part == .entries && playlist?.refusesOrdering == nil
        ? Hint(.sharedPlaylist(.earlier), .sharedPlaylist(.later), does: "move") : nil,
      playlist?.refusesSharing == nil ? Hint(.sharedPlaylist(.share), does: "share") : nil,
      Hint(.sharedPlaylist(.search), does: "search"), Hint(.close, does: "close"),
    ].compactMap(\.self)
  }

  // MARK: Entries

  private func drawEntries(on area: Canvas) {
    guard let entries = panel.contents?.entries, !panel.shown.isEmpty else {
      area.markSelection()
      let lines = LyricsView.wrapped(Self.emptyText(panel), columns: max(1, area.columns))
      return area.put(lines: lines.map { String($0) }, .text)
    }
    for (line, row) in zip(0..<area.rows, panel.shown.indices.dropFirst(windowList.top)) {
      let isSelected = row == panel.cursor.selected && panel.part == .entries
      let isResting = row == panel.cursor.selected && !isSelected
      var canvas = area.line(line, isSelected: isSelected)
      if isResting { canvas = canvas.filled(.resting) }
      draw(entries[panel.shown[row]], at: panel.shown[row], on: canvas)
    }
  }

  private func draw(_ entry: SharedEntry, at index: Int, on line: Canvas) {
    var line = line
    let isPlaying = app.player.item?.track == entry.track
    let face: Face = isPlaying ? .playing : .text
    let number = (index + 1).grouped
    line.write(
      isPlaying ? "▶" : number.padded(to: 3),
      isPlaying ? .playing : .dimmed, columns: max(3, number.count) + 1)
    line.write(entry.reaction.sign, entry.reaction.face, columns: 1)
    line.write(entry.isWaiting ? "↑" : "", .dimmed, columns: 2)
    if line.columns >= 40, let duration = entry.duration {
      line.writeRight(duration.clockText.padded(to: 6), .dimmed, gap: 2)
    }
    drawComments(of: entry, on: &line)
    drawRatings(of: entry, on: &line)
    if let artist = entry.artist, line.columns >= 30 {
      line.writeRight(artist, .dimmed, upTo: line.columns / 3, gap: 2)
    }
    line.put(entry.title, face)
  }

  /// The number of comments, in the accent's colour where one is new.
  private func drawComments(of entry: SharedEntry, on line: inout Canvas) {
    let cell = line.columns(from: line.columns - 4, count: 4)
    line = line.inset(right: 5)
    guard !entry.comments.isEmpty else { return }
    let isRefused = entry.comments.contains { $0.isRefused }
    cell.put(
      "✎" + entry.comments.count.grouped,
      isRefused ? .warning : entry.comments.contains(where: \.isNew) ? .accent : .dimmed,
      align: .right)
  }

  /// The signs of others.
  private func drawRatings(of entry: SharedEntry, on line: inout Canvas) {
    let columns = line.columns >= 40 ? 6 : 3
    var cell = line.columns(from: line.columns - columns, count: columns)
    line = line.inset(right: columns + 1)
    let isCut = entry.ratings.count > columns
    for rating in entry.ratings.prefix(isCut ? columns - 1 : columns) {
      cell.write(rating.reaction.sign, rating.reaction.face, columns: 1)
    }
    if isCut { cell.put("+", .dimmed) }
  }
}

extension SharedComment {
  var isRefused: Bool { if case .refused = state { true } else { false } }
}
