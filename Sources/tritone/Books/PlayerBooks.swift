import Interface
import Library
import Log
import Music
import Synchronization

/// Audiobooks for the player: their lists, places and bookmarks.
final class PlayerBooks: Sendable {
  private let library: Library
  private let mailbox: Mailbox
  private let directories: Directories
  private let finding: BookFinding
  /// All books, until the library changes.
  private let listing = Mutex<BookListing?>(nil)
  private let line = SerialTaskQueue()
  private let hasBegun = Mutex(false)
  /// Whether a look for books has not begun yet.
  private let isWaiting = Mutex(false)
  /// Whether a scan has ended since the last look.
  private let wasScanned = Mutex(false)
  /// What the interface knows of the book that plays.
  private let shown = Mutex(Shown())

  private struct Shown {
    /// The track that plays.
    var track: TrackID?
    /// Its book as it was last posted.
    var book: LoadedBook?
    /// The revision of the lists when the book was last looked at.
    var lists: ListRevision?
    /// Whether `book` is what the interface has of this track: it may have loaded a book itself.
    var isKnown = false

    /// Notes what the interface itself has stored.
    mutating func keep(_ place: Duration, of id: BookID, isFinished: Bool?) {
      guard book?.book.id == id else { return }
      book?.book.progress.place = max(.zero, place)
      book?.book.progress.isHidden = false
      if let isFinished { book?.book.progress.isFinished = isFinished }
    }
  }

  init(library: Library, mailbox: Mailbox, directories: Directories) {
    self.library = library
    self.mailbox = mailbox
    self.directories = directories
    finding = BookFinding(library: library, log: mailbox.log.log)
  }

  func perform(_ effect: BooksEffect, for asker: Asker = Asker()) {
    let mailbox = mailbox
    line.add { [self] in
      await EffectRunner.post(to: mailbox, refusing: .books(effect), for: asker) {
        try await answer(effect).map { .books($0) }
      }
    }
  }

  /// Begins to tell books from music, once files can be read.
  func begin() {
    hasBegun.withLock { $0 = true }
    scanned()
  }

  /// A scan has ended, also one that has found no file with sound that is new or has changed.
  func scanned() {
    wasScanned.withLock { $0 = true }
    libraryChanged()
  }

  /// Notes the track that plays.
  func note(_ report: PlayerReport) {
    guard case .state(let state) = report, let item = state.item else { return }
    shown.withLock { shown in
      let isPart = shown.book?.book.parts.contains { $0.track == item.track } ?? false
      if !isPart { shown.isKnown = false }
      shown.track = item.track
    }
  }

  /// Looks for books among tracks that are new or have changed.
  func libraryChanged() {
    guard hasBegun.withLock({ $0 }),
      isWaiting.withLock({ isWaiting in
        defer { isWaiting = true }
        return !isWaiting
      })
    else { return }
    Task.detached { [self] in
      isWaiting.withLock { $0 = false }
      let isAfterScan = wasScanned.withLock { wasScanned in
        defer { wasScanned = false }
        return wasScanned
      }
      await tellOfChanges(always: await finding.run(isAfterScan: isAfterScan))
    }
  }

  /// Tells of books that were formed or edited, also by another process.
  ///
  /// - Parameter isFormed: Whether books came, went or changed; else the lists tell of edits.
  private func tellOfChanges(always isFormed: Bool) async {
    do throws(LibraryError) {
      let lists = try await library.listRevision()
      let isOther = shown.withLock { shown in
        defer { shown.lists = lists }
        return shown.lists.map { !$0.hasSameLists(as: lists) } ?? true
      }
      guard isFormed || isOther else { return }
      listing.withLock { $0 = nil }
      mailbox.post(.books(.changed))
      // Behind places that are being stored, so that none is older than what the player knows.
      line.add { [self] in await tellOfPlayingBook() }
    } catch {
      warn(error)
    }
  }

  /// Posts the book of the track that plays, where it is not what the interface knows.
  private func tellOfPlayingBook() async {
    guard let track = shown.withLock(\.track) else { return }
    do throws(LibraryError) {
      let book = try await loaded(library.book(of: track))
      let isOther = shown.withLock { shown in
        guard shown.track == track, !(shown.isKnown && LoadedBook.isSame(shown.book, book)) else {
          return false
        }
        (shown.book, shown.isKnown) = (book, true)
        return true
      }
      if isOther { mailbox.post(.books(.playing(book, of: track))) }
    } catch {
      warn(error)
    }
  }

  private func warn(_ error: LibraryError) {
    mailbox.log.log.warning(
      .library, "audiobooks cannot be read", [LogField("reason", sentence: error.message)])
  }

  /// Waits for places that are being stored.
  func finish() async {
    hasBegun.withLock { $0 = false }
    finding.cancel()
    await line.finish()
  }

  private func answer(_ effect: BooksEffect) async throws -> BooksEvent? {
    switch effect {
    case .list(let request, let serial):
      return .listed(try await all().window(request), serial: serial)
    case .find(let track):
      let book = try await loaded(library.book(of: track))
      shown.withLock { shown in
        guard shown.track == nil || shown.track == track else { return }
        (shown.track, shown.book, shown.isKnown) = (track, book, true)
      }
      return .playing(book, of: track)
    case .load(let id, let serial):
      return .loaded(try await loaded(library.book(id)), serial: serial)
    case .keepPlace(let id, let place, let isFinished):
      try await library.keepPlace(place, of: id, isFinished: isFinished, at: BookTime.now)
      shown.withLock { $0.keep(place, of: id, isFinished: isFinished) }
      listing.withLock { $0 = nil }
      return nil
    case .keepJumps(let id, let jumps):
      try await library.keepJumps(jumps, of: id)
      return nil
    case .setFinished(let id, let isFinished):
      try await library.setFinished(isFinished, [id], at: BookTime.now)
    case .setHidden(let id, let isHidden): try await library.setHidden(isHidden, [id])
    case .markEpisodes(let selection, let mark): return try await marked(selection, mark)
    case .setSpeed(let id, let speed): try await library.setSpeed(speed, ofBook: id)
    case .mark(let selection, let isBook):
      let tracks = try await library.trackIDs(of: selection)
      let count = try await library.markBooks(tracks, isBook: isBook)
      formed(tracks: count, isBook: isBook)
      return nil
    case .makeMusic(let id):
      let count = try await library.makeMusic(id)
      formed(tracks: count, isBook: false)
      return nil
    case .addBookmark(let id, let place, let note):
      _ = try await library.addBookmark(at: place, note: note, to: id, time: BookTime.now)
      return try await bookmarked(id)
    case .editBookmark(let mark, let id, let note):
      try await library.editBookmark(mark, note: note)
      return try await bookmarked(id)
    case .removeBookmark(let mark, let id):
      _ = try await library.removeBookmarks([mark])
      return try await bookmarked(id)
    case .exportBookmarks(let id, let path): return try await export(id, to: path)
    }
    listing.withLock { $0 = nil }
    return .changed
  }

  private func marked(_ selection: Selection, _ mark: EpisodeMark) async throws -> BooksEvent {
    let tracks = try await library.trackIDs(of: selection)
    switch mark {
    case .finished, .unfinished:
      let count = try await library.setFinished(
        mark == .finished, episodes: tracks, at: BookTime.now)
      return .episodesMarked(count, mark)
    case .hidden, .shown:
      let (count, isHidden) = try await library.toggleHidden(episodes: tracks)
      return .episodesMarked(count, isHidden ? .hidden : .shown)
    }
  }

  private func bookmarked(_ id: BookID) async throws(LibraryError) -> BooksEvent {
    let bookmarks = try await library.bookmarks(of: id)
    shown.withLock { shown in
      if shown.book?.book.id == id { shown.book?.bookmarks = bookmarks }
    }
    return .bookmarked(bookmarks, of: id)
  }

  /// Forms books after a choice of the user. Places are stored meanwhile: a slow disk may hold up
  /// the reading of files for minutes.
  private func formed(tracks: Int, isBook: Bool) {
    Task.detached { [self] in
      await tellOfChanges(always: await finding.run())
      mailbox.post(.books(.marked(tracks: tracks, isBook: isBook)))
    }
  }

  private func all() async throws -> BookListing {
    if let listing = listing.withLock({ $0 }) { return listing }
    let found = BookListing(try await library.books())
    listing.withLock { $0 = found }
    return found
  }

  private func loaded(_ book: Book?) async throws(LibraryError) -> LoadedBook? {
    guard let book else { return nil }
    return LoadedBook(
      book, bookmarks: try await library.bookmarks(of: book.id),
      jumps: try await library.jumps(of: book.id), time: BookTime.now)
  }

  private func export(_ id: BookID, to text: String) async throws -> BooksEvent? {
    guard let book = try await library.book(id) else {
      throw Failure(reason: "the book is no longer in the library")
    }
    let path = directories.path(text)
    let bookmarks = try await library.bookmarks(of: id)
    let tracks = try await library.tracks(book.parts.map(\.track))
    let sources = Dictionary(
      tracks.map { ($0.id, $0.source) }, uniquingKeysWith: { first, _ in first })
    try BookmarkFile(book: book, bookmarks: bookmarks, sources: sources).write(to: path)
    return .exported(bookmarks: bookmarks.count, to: path.text)
  }
}

extension LoadedBook {
  /// Whether two are the same but for times, and for what the interface stores by itself: jumps and
  /// speed.
  fileprivate static func isSame(_ one: LoadedBook?, _ other: LoadedBook?) -> Bool {
    guard var one, let other else { return one == nil && other == nil }
    (one.time, one.jumps, one.book.speed) = (other.time, other.jumps, other.book.speed)
    let progress = other.book.progress
    // The library stores whole microseconds.
    let places = [one.book.progress.place, progress.place].sorted()
    if places[1] - places[0] < .milliseconds(1) { one.book.progress.place = progress.place }
    one.book.progress.updated = progress.updated
    one.book.progress.started = progress.started
    one.book.progress.finished = progress.finished
    return one == other
  }
}
