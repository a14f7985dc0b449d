import Music

// Books and episodes that the user marks as finished, not finished or hidden.
extension App {
  // MARK: Books

  mutating func setFinished(_ isFinished: Bool) -> [Effect] {
    guard let id = findChosenBook() else { return [] }
    if books.current?.book.id == id { books.current?.book.progress.isFinished = isFinished }
    say("\(title(of: id)) is \(isFinished ? "finished" : "not finished")", .good)
    return [.books(.setFinished(id, isFinished))]
  }

  mutating func toggleHidden() -> [Effect] {
    guard let id = findChosenBook() else { return [] }
    let row = browsing.isShelfFocused ? browsing.shelf.selectedRow?.book : nil
    let isHidden = !(row?.progress.isHidden ?? books.current?.book.progress.isHidden ?? false)
    if books.current?.book.id == id { books.current?.book.progress.isHidden = isHidden }
    say(
      "\(title(of: id)) is \(isHidden ? "no longer" : "again") among the books to continue", .good)
    return [.books(.setHidden(id, isHidden))]
  }

  // MARK: Episodes

  /// The episodes that commands are about: those selected, else the one that plays where no book
  /// does; nil where they are about a book, or nothing.
  var chosenEpisodes: Selection? {
    guard !browsing.isShelfFocused else { return nil }
    if let track = focusedTrack, isEpisode(track) { return selection }
    guard books.current == nil else { return nil }
    if let track = playing.track, isEpisode(track) { return .tracks([QueuedTrack(track.id)]) }
    // A show stands for its episodes.
    return focusedTrack == nil ? selection : nil
  }

  /// Whether a track has a progress of its own at its server, as far as the list tells.
  private func isEpisode(_ track: Track) -> Bool {
    guard case .server = track.source else { return false }
    return LongTrack.isKept(
      genre: track.tags.genre, suffix: nil, duration: track.audio.duration)
  }

  func mark(_ episodes: Selection, _ mark: EpisodeMark) -> [Effect] {
    [.books(.markEpisodes(episodes, mark))]
  }

  mutating func sayMarked(_ count: Int, _ mark: EpisodeMark) {
    guard count > 0 else {
      say("No book or episode is there to change")
      return
    }
    let are = "\(count.counted("episode")) \(count == 1 ? "is" : "are")"
    switch mark {
    case .finished: say("\(are) finished", .good)
    case .unfinished: say("\(are) not finished", .good)
    case .hidden: say("\(are) no longer among those to continue", .good)
    case .shown: say("\(are) again among those to continue", .good)
    }
  }
}
