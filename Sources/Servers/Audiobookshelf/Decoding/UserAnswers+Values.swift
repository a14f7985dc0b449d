internal import Music

extension UserAnswer {
  func account(clock: ServerClock) -> AudiobookshelfAccount {
    AudiobookshelfAccount(
      id: AudiobookshelfID.valid(id?.value) ?? "", name: ServerWords.name(username) ?? "",
      mayDownload: permissions?.download?.value ?? true,
      progress: mediaProgress?.values.compactMap { $0.progress(clock: clock) } ?? [],
      bookmarks: bookmarks?.values.compactMap { $0.bookmark(clock: clock) } ?? [],
      hasBookmarks: bookmarks.map { $0.isWhole && $0.values.allSatisfy(\.isReadable) } ?? false)
  }
}

extension ProgressAnswer {
  /// In our clock; nil for progress of nothing.
  func progress(clock: ServerClock) -> ServerProgress? {
    guard let book = AudiobookshelfID.valid(libraryItemId?.value) else { return nil }
    var episode: String?
    if let text = episodeId?.value, !text.isEmpty {
      guard let id = AudiobookshelfID.valid(text) else { return nil }
      episode = id
    }
    func time(_ number: LooseNumber?) -> Int64? {
      number.time > 0 ? clock.ours(number.time) : nil
    }
    return ServerProgress(
      book: book, episode: episode,
      progress: BookProgress(
        place: currentTime.audioTime, isFinished: isFinished?.value ?? false,
        isHidden: hideFromContinueListening?.value ?? false, updated: time(lastUpdate) ?? 0,
        started: time(startedAt), finished: time(finishedAt)),
      duration: duration.audioTime)
  }
}

extension BookmarkAnswer {
  /// Seconds.
  private static let times: ClosedRange<Double> = 0...10_000_000

  /// Whether it says where it is, if also between two seconds.
  var isReadable: Bool {
    AudiobookshelfID.valid(libraryItemId?.value) != nil
      && time?.value.map(Self.times.contains) == true
  }

  /// Nil for one at no time, and for times that would not be found again as whole seconds.
  func bookmark(clock: ServerClock) -> ServerBookmark? {
    guard let book = AudiobookshelfID.valid(libraryItemId?.value), let time = time?.value,
      Self.times.contains(time), time == time.rounded()
    else { return nil }
    return ServerBookmark(
      book: book, second: Int64(time), title: ServerWords.name(title) ?? "",
      created: createdAt.time > 0 ? clock.ours(createdAt.time) : 0)
  }
}
