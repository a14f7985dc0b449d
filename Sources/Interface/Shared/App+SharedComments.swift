import Music
import Screen

// Comments on tracks of shared playlists: commands in lists, and the window of one track.
extension App {
  /// The shared playlist of the focused list, and its entry at the cursor.
  var focusedSharedEntry: (playlist: SharedPlaylist, entry: SharedEntry)? {
    guard let list = focusedList, let playlist = browsing.sharedPlaylist(of: list),
      let track = list.selectedRow?.track, let entry = shared.opened[playlist.id]?[track.id]
    else { return nil }
    return (playlist, entry)
  }

  /// The shared playlist on the screen in which the track is that plays.
  private var playingShared: SharedPlaylistID? {
    guard let track = player.item?.track else { return nil }
    return terminal.sharedShown.playlists.first { shared.opened[$0]?[track] != nil }
  }

  /// A comment where a shared playlist with its track shows; nil for comments of the library.
  mutating func performSharedComment(_ command: CommentCommand) -> [Effect]? {
    let (isPlaced, text): (Bool, String?)
    switch command {
    case .add(let words, let placed): (isPlaced, text) = (placed, words)
    case .write(let placed): (isPlaced, text) = (placed, nil)
    case .show: return nil
    }
    let draft: SharedDraft
    if isPlaced, let track = player.item?.track {
      guard let id = playingShared else { return nil }
      draft = .comment(id, track, at: player.clock == nil ? nil : positionInFile)
    } else {
      guard let (playlist, entry) = focusedSharedEntry else { return nil }
      draft = .comment(playlist.id, entry.track, at: nil)
    }
    guard case .comment(let id, _, _) = draft, mayNot(id, \.refusesAll) == nil else { return [] }
    if let text { return finish(draft, text) }
    open(draft)
    return []
  }

  /// Opens what was said of the selected track, or of what plays.
  mutating func openSharedComments() -> [Effect] {
    if let (playlist, entry) = focusedSharedEntry {
      windows.open(.sharedComments(SharedCommentsPanel(playlist.id, entry.track)))
    } else if let id = playingShared, let track = player.item?.track, actsOnPlaying {
      windows.open(.sharedComments(SharedCommentsPanel(id, track)))
    } else {
      say("Select a track of a shared playlist; \(key(.shared(.list))) lists them")
    }
    return []
  }

  /// Says why something may not be done.
  mutating func mayNot(
    _ id: SharedPlaylistID, _ refusal: (SharedPlaylist) -> String?
  ) -> String? {
    guard let reason = browsing.sharedShelf[id].flatMap(refusal) else { return nil }
    say(reason, .bad)
    return reason
  }

  // MARK: In the window

  /// The global meanings of keys that one needs while listening.
  mutating func pass(_ key: Key) -> [Effect] {
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

  /// Goes to the place of the comment at the cursor, in the track that plays or from another one.
  mutating func goToComment(of panel: SharedCommentsPanel) -> [Effect] {
    guard let comment = panel.comment(in: self) else {
      say(
        "There is no comment here; \(key(.sharedComments(.comment), in: .sharedComments)) writes one"
      )
      return []
    }
    guard let place = comment.place else {
      say("This comment is about all of the track")
      return []
    }
    if isHeard(panel.track) { return seek(to: max(.zero, place - partStart)) }
    guard let entries = shared.opened[panel.id]?.contents.entries,
      let index = entries.firstIndex(where: { $0.track == panel.track })
    else { return [] }
    playing.begin(
      at: Playing.CueStart(
        track: panel.track, position: place, until: now.advanced(by: .seconds(10)))
    )
    return apply(
      playing.play(QueuedTracks(entries.map(\.track)), startingAt: index, at: now))
  }

  private func isHeard(_ track: TrackID) -> Bool {
    player.item?.track == track && player.clock != nil
  }

  mutating func comment(in panel: SharedCommentsPanel, isPlaced: Bool) -> [Effect] {
    guard panel.entry(in: self) != nil, mayNot(panel.id, \.refusesAll) == nil else { return [] }
    open(
      .comment(
        panel.id, panel.track, at: isPlaced && isHeard(panel.track) ? positionInFile : nil))
    return []
  }

  mutating func editComment(in panel: SharedCommentsPanel) -> [Effect] {
    guard let comment = ownComment(in: panel) else { return [] }
    open(
      .edit(panel.id, id: comment.id, at: comment.place),
      text: CommentDraft.line(ofText: comment.text))
    return []
  }

  mutating func askToDeleteComment(in panel: SharedCommentsPanel) -> [Effect] {
    guard let comment = ownComment(in: panel) else { return [] }
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
    return []
  }

  /// The comment at the cursor; a message where it is somebody else's.
  private mutating func ownComment(in panel: SharedCommentsPanel) -> SharedComment? {
    guard mayNot(panel.id, \.refusesAll) == nil, let comment = panel.comment(in: self) else {
      return nil
    }
    guard comment.isOwn else {
      say(LabelFault.notYours.message)
      return nil
    }
    return comment
  }
}
