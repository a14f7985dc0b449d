import Music
import Screen

/// The window with what was said of a track.
struct SharedCommentsWindow {
  let panel: SharedCommentsPanel
  let app: App

  private var box: WindowBox {
    let size = app.size
    return WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : min(size.rows - 2, 26),
      columns: min(90, size.columns < 60 ? size.columns : size.columns - 4),
      title: app.browsing.sharedShelf[panel.id]?.name ?? "Shared playlist")
  }

  private var playlist: SharedPlaylist? { app.browsing.sharedShelf[panel.id] }

  /// Nil where the entry is not there.
  private var comments: SharedCommentsView? {
    panel.entry(in: app).map {
      SharedCommentsView(
        entry: $0, rect: box.inside.inset(bottom: app.size.rows < 14 ? 1 : 2),
        time: app.servers.unixTime(at: app.now), selected: panel.cursor.selected)
    }
  }

  func comment(at position: Position) -> Int? { comments?.comment(at: position) }

  static let goneText = "The track is not in the playlist any more"

  func draw(into frame: inout Frame) {
    box.draw(into: &frame) { inside in
      if let comments {
        comments.draw(on: inside)
      } else {
        inside.markSelection()
        inside.put(Self.goneText, .text)
      }
      inside.putKeys(hints.shown(app.keymap, in: .sharedComments))
    }
  }

  private var hints: [Hint] {
    let comment = panel.comment(in: app)
    let mayComment = playlist?.refusesAll == nil && comments != nil
    let isOnOwn = comment?.isOwn == true && mayComment
    return [
      comment?.place == nil ? nil : Hint(.accept, does: "go there"),
      mayComment ? Hint(.sharedComments(.comment), does: "comment") : nil,
      isOnOwn ? Hint(.sharedComments(.edit), does: "edit") : nil,
      isOnOwn ? Hint(.sharedComments(.delete), does: "delete") : nil,
      Hint(.close, does: "close"),
    ].compactMap(\.self)
  }
}

extension SharedComment {
  var isRefused: Bool { if case .refused = state { true } else { false } }
}
