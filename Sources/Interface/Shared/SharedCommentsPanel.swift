import Music
import Screen

/// The reactions to a track of a shared playlist, and the comments on it with a cursor.
package struct SharedCommentsPanel: Equatable, Sendable {
  let id: SharedPlaylistID
  let track: TrackID
  package private(set) var cursor = ListCursor()
  /// The comment that the cursor follows when others come or go.
  private var chosen: String?

  init(_ id: SharedPlaylistID, _ track: TrackID) { (self.id, self.track) = (id, track) }

  func entry(in app: App) -> SharedEntry? { app.shared.opened[id]?[track] }

  func comment(in app: App) -> SharedComment? {
    let comments = entry(in: app)?.comments ?? []
    return comments.indices.contains(cursor.selected) ? comments[cursor.selected] : nil
  }

  mutating func move(by step: Int, among comments: [SharedComment]) {
    cursor.move(by: step, of: comments.count)
    follow(comments)
  }

  mutating func select(_ index: Int, among comments: [SharedComment]) {
    cursor.move(to: index, of: comments.count)
    follow(comments)
  }

  /// The cursor stays at its comment.
  mutating func receive(_ comments: [SharedComment]) {
    let index = comments.firstIndex { $0.id == chosen }
    select(index ?? cursor.selected, among: comments)
  }

  private mutating func follow(_ comments: [SharedComment]) {
    chosen = comments.indices.contains(cursor.selected) ? comments[cursor.selected].id : nil
  }
}

extension SharedCommentsPanel: Window {
  var kind: WindowKind { .sharedComments }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    let comments = entry(in: app)?.comments ?? []
    let view = SharedCommentsWindow(panel: self, app: app)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -1, among: comments)
      case .wheelDown: panel.move(by: 1, among: comments)
      case .press:
        guard let index = view.comment(at: mouse.position) else { return [] }
        if index == cursor.selected { return app.goToComment(of: self) }
        panel.select(index, among: comments)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: SharedCommentsKey.self) {
      case .close: return app.windows.closeTop()
      case .accept: return app.goToComment(of: self)
      case .move(let move): panel.move(by: move.step(page: 5), among: comments)
      case .own(.comment): return app.comment(in: self, isPlaced: true)
      case .own(.commentOnTrack): return app.comment(in: self, isPlaced: false)
      case .own(.edit): return app.editComment(in: self)
      case .own(.delete): return app.askToDeleteComment(in: self)
      case nil: return app.pass(key)
      }
    }
    app.windows.replaceTop(.sharedComments(panel))
    return []
  }

  func draw(into frame: inout Frame, of app: App) {
    SharedCommentsWindow(panel: self, app: app).draw(into: &frame)
  }
}
