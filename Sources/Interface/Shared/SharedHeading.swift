import Music
import Screen

/// The facts of an open shared playlist behind its name, and the reactions of others to the track at
/// the cursor by their names, where nothing below the list has them.
struct SharedHeading {
  let app: App
  let playlist: SharedPlaylist

  func draw(on line: Canvas) {
    var line = line.inset(left: 4 + TextWidth.columns(of: playlist.name), right: 1)
    if app.layout.comments == nil, let (_, entry) = app.focusedSharedEntry {
      line.writeRight(
        SharedCommentsView.text(of: entry.ratings), .text, upTo: line.columns * 2 / 3, gap: 2)
    }
    var facts = [
      playlist.rightsText, "by " + playlist.owner.shownName,
      playlist.updatedText(at: app.servers.unixTime(at: app.now)), playlist.stateText,
    ].filter { !$0.isEmpty }
    if playlist.standing == .own { facts.remove(at: 1) }
    // A fact shows as a whole or not at all.
    while !facts.isEmpty, TextWidth.columns(of: facts.joined(separator: " · ")) > line.columns {
      facts.removeLast()
    }
    line.put(facts.joined(separator: " · "), .dimmed)
  }
}

/// The reactions to the track at the cursor and the comments on it, below the tracks of a shared playlist.
struct SharedStrip {
  let app: App

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect) { canvas in
      canvas.line(0).fill("─", .border)
      guard let playlist = app.browsing.openShared, let track = app.library.selectedRow?.track,
        let entry = app.shared.opened[playlist.id]?[track.id]
      else { return }
      SharedCommentsView(
        entry: entry, rect: canvas.rect.inset(top: 1),
        time: app.servers.unixTime(at: app.now), selected: nil
      ).draw(on: canvas)
    }
  }
}
