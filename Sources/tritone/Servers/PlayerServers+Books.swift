import Interface
import Library
import Music
import Synchronization

// Downloads of books that come and go by themselves.
extension PlayerServers {
  /// A book was heard to its end, or is said to be: its download may go unless it plays, and the
  /// next of its series may come.
  func finished(_ book: BookID) {
    let (downloadsNext, deletes) = state.withLock { ($0.downloadsNextBook, $0.deletesFinished) }
    guard downloadsNext || deletes else { return }
    Task.detached { [self] in
      if deletes, await !plays(book) { await removeDownloads(of: book) }
      // What cannot be done by itself is left to the user.
      guard downloadsNext, let next = try? await bookBehind(book),
        let tracks = try? await parts(of: next), let found = try? await choice.tracks(tracks),
        !found.wanted.isEmpty
      else { return }
      await downloads.add(found.wanted)
    }
  }

  /// Follows which track the player has.
  func note(_ report: PlayerReport) {
    listening.note(report)
    guard case .state(let new) = report else { return }
    followQueue(new)
    let track = new.item?.track
    let (last, deletes) = state.withLock { state in
      defer { state.track = track }
      return (state.track, state.deletesFinished)
    }
    guard let last, last != track else { return }
    tellPlaces(after: last)
    guard deletes else { return }
    Task.detached { [self] in await left(last, for: track) }
  }

  /// The end of a book, of which nobody misses anything.
  private static let rest = Duration.seconds(30)

  /// The download of a finished book goes once another thing plays, or once it has ended: to the
  /// last percent of it, it is heard without a network.
  private func left(_ track: TrackID, for next: TrackID?) async {
    guard let book = try? await library.book(of: track), book.progress.isFinished else { return }
    if let next {
      guard !book.parts.contains(where: { $0.track == next }) else { return }
    } else {
      guard book.progress.place >= book.duration - Self.rest else { return }
    }
    // The player may have come back to it meanwhile.
    if await !plays(book.id) { await removeDownloads(of: book.id) }
  }

  private func plays(_ book: BookID) async -> Bool {
    guard let track = state.withLock(\.track) else { return false }
    // Of a library that cannot be read nothing is removed.
    guard let parts = try? await parts(of: book) else { return true }
    return parts.contains(track)
  }

  private func removeDownloads(of book: BookID) async {
    guard let tracks = try? await parts(of: book), !tracks.isEmpty else { return }
    _ = try? await removeDownloads(of: tracks)
  }

  /// The next book of the first series that has one.
  private func bookBehind(_ id: BookID) async throws -> BookID? {
    guard let book = try await library.book(id) else { return nil }
    let listing = BookListing(try await library.books())
    for series in book.details.series {
      let books = listing.rows(in: .ofSeries(series.name))
      guard let index = books.firstIndex(where: { $0.id == id }) else { continue }
      if let next = books[(index + 1)...].first(where: { !$0.progress.isFinished }) {
        return next.id
      }
    }
    return nil
  }
}
