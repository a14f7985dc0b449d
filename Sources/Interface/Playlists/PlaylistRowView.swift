import Music
import Screen

/// Rows of the list of playlists.
extension RowView {
  func draw(_ folder: PlaylistFolder, _ depth: Int, on line: Canvas) {
    let sign = folder.isCollapsed ? "▸ " : "▾ "
    let detail =
      folder.playlistCount == 0
      ? "empty" : RowView.contents(folder.trackCount, folder.duration)
    draw(RowView.indent(depth) + sign + folder.name, detail: detail, face: .header, on: line)
  }

  func draw(_ node: ListRow.PlaylistNode, on line: Canvas) {
    let (playlist, slots) = (node.playlist, node.slots)
    let name =
      RowView.indent(node.depth) + (playlist.smart == nil ? "" : RowView.smartSign) + playlist.name
    let detail =
      playlist.isCounted
      ? RowView.contents(playlist.trackCount, playlist.duration) : RowView.uncounted
    draw(name, detail: detail, slots: slots, on: line)
    line.putDot(playlist.color, hasColors: app.hasColors)
    let rest = line.inset(
      left: TextWidth.columns(of: name) + 4,
      right: 2 + TextWidth.columns(of: detail) + (slots.isEmpty ? 1 : 6))
    let isSelected = line.ground == .selected || line.ground == .resting
    rest.put(
      RowView.remarks(on: playlist, withNotes: isSelected, room: rest.columns), .dimmed)
  }

  /// Remarks beside a playlist's name: the tempo as a whole or not at all, then as much of the
  /// notes as there is room for.
  static func remarks(on playlist: Playlist, withNotes: Bool, room: Int) -> String {
    var text = playlist.targetBPM.map { "target \($0.shortText)" } ?? ""
    if TextWidth.columns(of: text) > room { text = "" }
    guard withNotes, !playlist.notes.isEmpty else { return text }
    if !text.isEmpty { text += "  " }
    let rest = room - TextWidth.columns(of: text)
    guard rest >= 6 else { return text.trimmingSpaces() }
    return text + TextWidth.truncated(playlist.notes, to: rest)
  }

  /// The sign before a smart playlist's name.
  static let smartSign = "✦ "
  private static let uncounted = "…" + String(repeating: " ", count: 10)

  private static func indent(_ depth: Int) -> String {
    String(repeating: "  ", count: min(depth, 8))
  }

  private static func contents(_ tracks: Int, _ duration: Duration) -> String {
    tracks.grouped + "  " + duration.clockText.padded(to: 8)
  }
}
