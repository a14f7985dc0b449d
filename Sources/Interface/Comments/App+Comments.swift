import Music

// Comments on what plays, or on the selected track.
extension App {
  /// Whether Now Playing shows comments.
  var showsComments: Bool { playingTab == .comments }

  /// The comments in the tab: none after a stop.
  var shownComments: [TrackComment] { playing.track == nil ? [] : comments.comments }

  /// The comment at the cursor of the tab.
  private var chosenComment: TrackComment? { playing.track == nil ? nil : comments.comment }

  mutating func performComment(_ command: CommentCommand) -> [Effect] {
    switch command {
    case .add(let text, let isPlaced):
      return draft(isPlaced: isPlaced).map { [$0.edit(text)] } ?? []
    case .write(let isPlaced):
      if let draft = draft(isPlaced: isPlaced) { windows.open(.prompt(Prompt(.comment(draft)))) }
      return []
    case .show:
      focus = .nowPlaying
      browsing.fullScreen = nil
      browsing.show(.comments)
      if player.item == nil { say("Nothing plays") }
      return []
    }
  }

  /// Where a new comment belongs; a message where there is no track for it. While nothing plays,
  /// a comment on what plays is one on the selected track, which is named.
  private mutating func draft(isPlaced: Bool) -> CommentDraft? {
    if isPlaced, let item = player.item {
      guard !isLive else {
        say("This is a live stream: there is nothing to comment on")
        return nil
      }
      return .new(item.track, at: player.clock == nil ? nil : positionInFile)
    }
    guard let track = focusedTrack, !track.isStream else {
      say("Select a track, or play one, to comment on it")
      return nil
    }
    if isPlaced { say("Nothing plays: this comment is on the selected track") }
    return .new(track.id, at: nil, named: track.title)
  }

  mutating func receive(_ event: CommentEvent) -> [Effect] {
    switch event {
    case .loaded(let track, let comments):
      self.comments.receive(comments, of: track)
      return []
    case .added(let comment):
      let shown = [playing.track, focusedTrack].compactMap(\.self)
      let title = shown.first { $0.id == comment.track }?.title
      let place = comment.place.map { " at " + $0.clockText } ?? title.map { " on " + $0 } ?? ""
      say("Comment\(place) saved; \(key(.comment(.show))) shows all", .good)
      guard comment.track == comments.track else { return [] }
      comments.choose(comment.id)
      return comments.reload()
    }
  }

  // MARK: In the pane

  /// Seeks to the place of the comment at the cursor, to the start for one on all of the track;
  /// where there are none, begins one.
  mutating func goToComment() -> [Effect] {
    guard let comment = chosenComment else {
      return comments.isLoading ? [] : performComment(.write(isPlaced: true))
    }
    if comment.place == nil { say("A comment on all of the track: it goes on from its start") }
    return perform(.playing(.seekTo(max(.zero, (comment.place ?? .zero) - partStart))))
  }

  mutating func editComment() -> [Effect] {
    guard let comment = ownComment() else { return [] }
    windows.open(
      .prompt(
        Prompt(.comment(.change(comment.id)), text: CommentDraft.line(ofText: comment.text))))
    return []
  }

  mutating func removeComment() -> [Effect] {
    guard let comment = ownComment() else { return [] }
    comments.leave()
    return [.edit(.comments(.remove([comment.id])))]
  }

  /// The comment at the cursor; a message where it is somebody else's.
  private mutating func ownComment() -> TrackComment? {
    guard let comment = chosenComment else {
      say("There is no comment here; \(key(.comment(.write(isPlaced: true)))) writes one")
      return nil
    }
    guard comment.author == nil else {
      say(LabelFault.notYours.message)
      return nil
    }
    guard !comment.isShared else {
      say("This comment is shared: \(key(.shared(.comments))) in its playlist changes it")
      return nil
    }
    return comment
  }
}
