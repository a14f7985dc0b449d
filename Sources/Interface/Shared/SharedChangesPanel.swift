import Music
import Screen

/// The user's changes of shared playlists that wait to be sent or were refused.
package struct SharedChangesPanel: Equatable, Sendable {
  package internal(set) var cursor = ListCursor()

  init() {}

  func change(in app: App) -> SharedChange? { selected(of: app.shared.changes) }
}

extension SharedChangesPanel: ListPanel {
  var kind: WindowKind { .sharedChanges }
  var overlay: Overlay { .sharedChanges(self) }

  func count(in app: App) -> Int { app.shared.changes?.count ?? 0 }
  func height(in size: Size) -> Int { SharedChangesView.height(in: size) }

  func accept(in app: inout App) -> [Effect] { app.rewrite(change(in: app)) }

  func perform(_ key: SharedChangesKey, in app: inout App) -> [Effect] {
    switch key {
    case .copy: app.copyWords(of: change(in: app))
    case .retry: app.retry(change(in: app))
    case .discard: app.askToDiscard(change(in: app))
    }
  }

  func list(in app: App) -> WindowList? { SharedChangesView(panel: self, app: app).windowList }

  func draw(into frame: inout Frame, of app: App) {
    SharedChangesView(panel: self, app: app).draw(into: &frame)
  }
}

extension App {
  mutating func showSharedChanges() -> [Effect] {
    if !overlays.contains(where: { if case .sharedChanges = $0 { true } else { false } }) {
      windows.open(.sharedChanges(SharedChangesPanel()))
    }
    // The list of servers tells the time.
    return [.servers(.shared(.changes)), .servers(.list)]
  }

  mutating func list(_ changes: [SharedChange]) {
    let before = shared.changes ?? []
    shared.changes = changes
    let height = SharedChangesView.height(in: size)
    windows.update { overlay in
      guard case .sharedChanges(var panel) = overlay else { return }
      // The cursor stays on its change.
      let id =
        before.indices.contains(panel.cursor.selected) ? before[panel.cursor.selected].id : nil
      let index = changes.firstIndex { $0.id == id } ?? panel.cursor.selected
      panel.cursor.move(to: index, of: changes.count)
      panel.cursor.scroll(height: height, of: changes.count)
      overlay = .sharedChanges(panel)
    }
  }

  /// The change at the cursor if it is sent no more by itself; a message for one that waits.
  private mutating func stopped(_ change: SharedChange?) -> SharedChange? {
    guard let change else { return nil }
    guard change.isStopped else {
      say("This waits to be sent, which happens by itself")
      return nil
    }
    return change
  }

  /// A line with the words of a refused change, to be sent once more.
  fileprivate mutating func rewrite(_ change: SharedChange?) -> [Effect] {
    guard let change = stopped(change) else { return [] }
    guard let words = change.words else { return retry(change) }
    open(.words(ofChange: change.id), text: CommentDraft.line(ofText: words))
    return []
  }

  fileprivate mutating func retry(_ change: SharedChange?) -> [Effect] {
    guard let change = stopped(change) else { return [] }
    return [.servers(.shared(.retry(id: change.id, words: nil)))]
  }

  fileprivate mutating func copyWords(of change: SharedChange?) -> [Effect] {
    guard let change else { return [] }
    guard let words = change.words else {
      say("This change has no words")
      return []
    }
    say("The words are in the clipboard, where the terminal allows it")
    return [.terminal(.copy(words))]
  }

  fileprivate mutating func askToDiscard(_ change: SharedChange?) -> [Effect] {
    guard let change = stopped(change) else { return [] }
    windows.open(
      .picker(
        Picker(
          .exchange, title: "Discard \(TextWidth.truncated(change.subject, to: 40))?",
          lines: change.words.map {
            [TextWidth.truncated(CommentDraft.line(ofText: $0), to: 60), "The words are lost."]
          } ?? [],
          choices: [
            .init("Leave it as it is", .nothing),
            .init("Discard it", .command(.shared(.discard(change.id)))),
          ])))
    return []
  }
}
