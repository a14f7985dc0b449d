import Music
import Screen

// The keys of the window of a shared playlist.
extension SharedPlaylistPanel: CursorWindow {
  var kind: WindowKind { .sharedPlaylist }
  var overlay: Overlay { .sharedPlaylist(self) }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    let view = SharedPlaylistView(panel: self, app: app)
    let height = SharedPlaylistView.height(in: app.size)
    switch input {
    case .paste: panel.type(input, height: height)
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -1, height: height)
      case .wheelDown: panel.move(by: 1, height: height)
      case .press:
        if let row = view.windowList.row(at: mouse.position), view.showsEntries {
          if part == .entries, row == cursor.selected { return app.play(self) }
          panel.select(.entries)
          panel.moveEntries(by: row - cursor.selected, height: height)
        } else if let index = view.comment(at: mouse.position) {
          if part == .comments, index == commentCursor.selected { return app.goToComment(of: self) }
          panel.selectComment(index)
        }
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: SharedPlaylistKey.self, typing: search.typing) {
      case .close where search.isActive: panel.clearSearch(height: height)
      case .close: return app.windows.closeTop()
      case .accept where search.isOpen: panel.leaveSearch()
      case .accept: return part == .entries ? app.play(self) : app.goToComment(of: self)
      case .move(let move):
        panel.move(by: move.step(page: part == .entries ? height : 5), height: height)
      case .own where search.isOpen: panel.type(input, height: height)
      case .own(let key): return app.perform(key, in: panel)
      case nil where !search.isOpen: return app.pass(key)
      case nil: panel.type(input, height: height)
      }
    }
    app.windows.replaceTop(.sharedPlaylist(panel))
    return []
  }

  /// The entries; none where only comments show.
  func list(in app: App) -> WindowList? {
    let view = SharedPlaylistView(panel: self, app: app)
    return view.showsEntries ? view.windowList : nil
  }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var panel = self
    panel.scrollEntries(to: top, of: list)
    app.windows.replaceTop(.sharedPlaylist(panel))
    return []
  }

  func draw(into frame: inout Frame, of app: App) {
    SharedPlaylistView(panel: self, app: app).draw(into: &frame)
  }
}

extension App {
  /// The global meanings of keys that one needs while listening.
  fileprivate mutating func pass(_ key: Key) -> [Effect] {
    guard case .command(let command) = keymap.match([key], in: focus) else { return [] }
    switch command {
    case .playing(.playPause), .playing(.seek), .playing(.changeVolume), .playing(.mute),
      .playing(.nextTrack), .playing(.previousTrack), .redraw, .leave, .quit:
      return perform(command)
    case .playing, .move, .pane, .list, .slot, .queue, .row, .track, .label, .variation, .comment,
      .skin, .library, .sound, .playlist, .changeEntry, .template, .mixing, .cue, .finding, .lyrics,
      .analysis, .exchange, .settings, .build, .device, .book, .server, .shared, .hints, .undo,
      .redo, .commandLine, .help, .keys, .cancel:
      return []
    }
  }

  fileprivate mutating func perform(
    _ key: SharedPlaylistKey, in panel: SharedPlaylistPanel
  ) -> [Effect] {
    switch key {
    case .react: return rate(panel.entry.map(\.reaction.next), in: panel)
    case .listened: return toggle(.listened, in: panel)
    case .liked: return toggle(.liked, in: panel)
    case .loved: return toggle(.loved, in: panel)
    case .comment: comment(in: panel, isPlaced: true)
    case .commentOnTrack: comment(in: panel, isPlaced: false)
    case .edit: editComment(in: panel)
    case .delete: askToDeleteComment(in: panel)
    case .earlier: return move(by: -1, in: panel)
    case .later: return move(by: 1, in: panel)
    case .share: return showShares(of: panel.contents?.playlist)
    case .waiting: return showSharedChanges()
    case .search:
      var panel = panel
      panel.openSearch()
      windows.replaceTop(.sharedPlaylist(panel))
    case .otherPart:
      var panel = panel
      panel.select(panel.part == .entries ? .comments : .entries)
      windows.replaceTop(.sharedPlaylist(panel))
    }
    return []
  }

  // MARK: Playing

  /// Plays the playlist from the entry at the cursor.
  fileprivate mutating func play(_ panel: SharedPlaylistPanel) -> [Effect] {
    guard let contents = panel.contents, let index = panel.index else { return [] }
    return apply(
      playing.play(contents.entries.map { QueuedTrack($0.track) }, startingAt: index, at: now))
  }

  /// Goes to the place of the comment at the cursor, in the track that plays or from another one.
  fileprivate mutating func goToComment(of panel: SharedPlaylistPanel) -> [Effect] {
    guard let entry = panel.entry, let comment = panel.comment else {
      say(
        "There is no comment here; \(key(.sharedPlaylist(.comment), in: .sharedPlaylist)) writes one"
      )
      return []
    }
    guard let place = comment.place else {
      say("This comment is about all of the track")
      return []
    }
    if isHeard(entry) { return seek(to: max(.zero, place - partStart)) }
    playing.begin(
      at: Playing.CueStart(
        track: entry.track, position: place, until: now.advanced(by: .seconds(10)))
    )
    return play(panel)
  }

  private func isHeard(_ entry: SharedEntry) -> Bool {
    player.item?.track == entry.track && player.clock != nil
  }

  // MARK: Rating

  private mutating func toggle(_ reaction: Reaction, in panel: SharedPlaylistPanel) -> [Effect] {
    rate(panel.entry.map { $0.reaction == reaction ? .none : reaction }, in: panel)
  }

  private mutating func rate(
    _ reaction: Reaction?, in panel: SharedPlaylistPanel
  ) -> [Effect] {
    guard let reaction, let entry = panel.entry, mayNot(panel, \.refusesRating) == nil else {
      return []
    }
    var panel = panel
    panel.react(reaction)
    windows.replaceTop(.sharedPlaylist(panel))
    return [.servers(.shared(.rate(panel.id, entry.track, reaction)))]
  }

  /// Says why something may not be done.
  private mutating func mayNot(
    _ panel: SharedPlaylistPanel, _ refusal: (SharedPlaylist) -> String?
  ) -> String? {
    guard let reason = panel.contents.flatMap({ refusal($0.playlist) }) else { return nil }
    say(reason, .bad)
    return reason
  }

  private mutating func move(by step: Int, in panel: SharedPlaylistPanel) -> [Effect] {
    guard panel.entry != nil, mayNot(panel, \.refusesOrdering) == nil else { return [] }
    guard !panel.search.isActive else {
      say("Tracks are moved among all: \(key(.close, in: .sharedPlaylist)) ends the search")
      return []
    }
    var panel = panel
    let height = SharedPlaylistView.height(in: size)
    guard let (id, anchor) = panel.moveEntry(by: step, height: height) else { return [] }
    windows.replaceTop(.sharedPlaylist(panel))
    return [.servers(.shared(.move(panel.id, entries: [id], after: anchor)))]
  }

  // MARK: Comments

  private mutating func comment(in panel: SharedPlaylistPanel, isPlaced: Bool) {
    guard let entry = panel.entry, mayNot(panel, \.refusesAll) == nil else { return }
    open(.comment(panel.id, entry.track, at: isPlaced && isHeard(entry) ? positionInFile : nil))
  }

  private mutating func editComment(in panel: SharedPlaylistPanel) {
    guard let comment = ownComment(in: panel) else { return }
    open(
      .edit(panel.id, id: comment.id, at: comment.place),
      text: CommentDraft.line(ofText: comment.text))
  }

  private mutating func askToDeleteComment(in panel: SharedPlaylistPanel) {
    guard let comment = ownComment(in: panel) else { return }
    windows.open(
      .picker(
        Picker(
          .exchange, title: "Delete the comment?",
          lines: [
            TextWidth.truncated(CommentDraft.line(ofText: comment.text), to: 60),
            "Nothing brings it back.",
          ],
          choices: [
            .init("Leave it as it is", .nothing),
            .init("Delete it", .command(.shared(.deleteComment(panel.id, id: comment.id)))),
          ])))
  }

  /// The comment at the cursor; a message where it is somebody else's.
  private mutating func ownComment(in panel: SharedPlaylistPanel) -> SharedComment? {
    guard mayNot(panel, \.refusesAll) == nil else { return nil }
    guard panel.part == .comments, let comment = panel.comment else {
      let tab = key(.sharedPlaylist(.otherPart), in: .sharedPlaylist)
      say("Select a comment; \(tab) leads to them")
      return nil
    }
    guard comment.isOwn else {
      say(LabelFault.notYours.message)
      return nil
    }
    return comment
  }
}
