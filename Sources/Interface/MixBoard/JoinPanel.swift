import Music
import Screen

/// The join of the large mix while its keys are those of its marks.
package struct JoinPanel: Equatable, Sendable {
  /// A mark that the mouse drags, from one column of the screen to another.
  struct Drag: Equatable, Sendable {
    var mark: JoinMark
    var from: Int
    var to: Int
  }

  var drag: Drag?

  static let hints = [
    Hint(.join(.earlierIn), .join(.laterIn), does: "In by a beat"),
    Hint(.join(.earlierOut), .join(.laterOut), does: "Out"),
    Hint(.join(.longer), .join(.shorter), does: "length of fade"),
    Hint(.move(.down), .move(.up), does: "next"),
    Hint(.join(.listen), does: "hear it"), Hint(.close, does: "done"),
  ]
}

extension App {
  /// Where the join shows; while it is edited, above the list where it has no room of its own.
  var joinRect: Rect? {
    if let join = layout.join { return join }
    guard isEditingJoin, let pane = layout.panes[.mix] else { return nil }
    return pane.inset(top: max(0, pane.rows - 9))
  }

  mutating func editJoin() -> [Effect] {
    // In the small pane the key is that of the slot's playlist.
    guard browsing.largeMix != nil else { return perform(.row(.edit)) }
    guard mixJoin != nil else {
      say("A join needs two entries that follow each other here")
      return []
    }
    if let smart = openSmart { return refuseSmart(smart) }
    windows.open(.join(JoinPanel()))
    return []
  }
}

extension JoinPanel: Window {
  var kind: WindowKind { .join }
  func fadesScreen(in app: App) -> Bool { false }
  var hints: [Hint] { Self.hints }

  func rowUse(of key: Key, in app: App) -> Command.RowUse {
    switch app.keymap.windowAction(key, of: JoinKey.self) {
    case .own(.listen), .accept: .row
    case .own: .contents
    case .move: .row
    case .close, nil: .none
    }
  }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    switch input {
    case .paste: return []
    case .mouse(let mouse): return handle(mouse, in: &app)
    case .key(let key):
      switch app.keymap.windowAction(key, of: JoinKey.self) {
      case .close, .accept: return close(in: &app)
      case .move(let move):
        app.browsing.move(.playlists, by: move.step(page: 8))
        return []
      case .own(let key): return act(on: key, in: &app)
      case nil: return pass(key, in: &app)
      }
    }
  }

  private func close(in app: inout App) -> [Effect] {
    app.windows.closeTop()
    return app.apply(app.playing.endAudition())
  }

  private func act(on key: JoinKey, in app: inout App) -> [Effect] {
    guard let join = app.mixJoin else { return close(in: &app) }
    switch key {
    case .earlierIn: return move(.into, by: .zero - join.beat(of: .into), join, in: &app)
    case .laterIn: return move(.into, by: join.beat(of: .into), join, in: &app)
    case .earlierOut: return move(.out, by: .zero - join.beat(of: .out), join, in: &app)
    case .laterOut: return move(.out, by: join.beat(of: .out), join, in: &app)
    case .fine(let mark, let milliseconds):
      return move(mark, by: .milliseconds(milliseconds), join, in: &app)
    case .longer: return change(join.fading(by: join.beat(of: .out)), "longer", in: &app)
    case .shorter:
      return change(join.fading(by: .zero - join.beat(of: .out)), "shorter", in: &app)
    case .listen:
      guard app.playing.audition == nil else { return app.apply(app.playing.endAudition()) }
      let tracks = [join.out, join.into].map { QueuedTrack($0.track.id, entry: $0.id) }
      return app.apply(app.playing.audition(tracks, from: join.previewStart, at: app.now))
    }
  }

  private func move(
    _ mark: JoinMark, by step: Duration, _ join: MixJoin, in app: inout App
  ) -> [Effect] {
    let file = app.fileLength(of: join.out.track.id)
    return change(
      join.moving(mark, by: step, file: file), step < .zero ? "earlier" : "later", in: &app)
  }

  private func change(
    _ change: (EntryID, EntryChange)?, _ direction: String, in app: inout App
  ) -> [Effect] {
    guard !app.awaitsRows else {
      return app.refuseTyped("The edit before is still being written")
    }
    guard let change else {
      app.say("It goes no \(direction)")
      return []
    }
    return [.edit(.entries(.change([change.0], change.1)))]
  }

  /// Keys of the player and of the history keep their meaning.
  private func pass(_ key: Key, in app: inout App) -> [Effect] {
    guard case .command(let command) = app.keymap.match([key], in: app.focus) else { return [] }
    switch command {
    case .undo, .redo, .playing(.playPause), .playing(.changeVolume), .playing(.mute), .redraw,
      .leave, .quit:
      return app.perform(command)
    case .mixing(.join): return close(in: &app)
    case .playing, .move, .pane, .list, .slot, .queue, .row, .track, .label,
      .variation, .comment, .skin, .library, .sound,
      .playlist, .changeEntry, .template, .mixing, .cue, .finding, .lyrics, .analysis, .exchange,
      .settings, .build, .device, .book, .server, .shared, .hints, .commandLine, .help, .keys,
      .cancel:
      return []
    }
  }

  // MARK: The mouse

  private func handle(_ mouse: Mouse, in app: inout App) -> [Effect] {
    guard let rect = app.joinRect, let join = app.mixJoin else { return close(in: &app) }
    var panel = self
    switch mouse.action {
    case .wheelUp, .wheelDown: return []
    case .press:
      guard rect.contains(mouse.position) else {
        return close(in: &app) + app.handle(.mouse(mouse))
      }
      panel.drag = JoinView.mark(at: mouse.position, in: rect, join).map {
        Drag(mark: $0, from: mouse.position.column, to: mouse.position.column)
      }
    case .drag: panel.drag?.to = mouse.position.column
    case .release:
      guard let drag else { return [] }
      panel.drag = nil
      app.windows.replaceTop(.join(panel))
      guard drag.from != drag.to else { return [] }
      let seconds = JoinView.seconds(perColumnOf: rect, join) * Double(drag.to - drag.from)
      return move(
        drag.mark, by: .milliseconds((seconds * 1_000).rounded()), join, in: &app)
    }
    app.windows.replaceTop(.join(panel))
    return []
  }

  func draw(into frame: inout Frame, of app: App) {
    guard let rect = app.joinRect, let join = app.mixJoin else { return }
    // The inside begins two columns behind the edge.
    let column = drag.map { ($0.mark, $0.to - rect.column - 2) }
    JoinView(app: app, join: join, isEdited: true, drag: column).draw(into: &frame, in: rect)
  }
}
