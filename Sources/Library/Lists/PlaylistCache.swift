internal import Music
import Synchronization

/// The contents of the playlists read last, each with its revision, and the changes since.
struct PlaylistCache: Sendable {
  private struct Kept: Sendable {
    var id: PlaylistID
    var revision: PlaylistRevision
    var contents: PlaylistContents
  }

  /// Those read last, the latest one at the end.
  private var kept: [Kept] = []
  private var sorted: (playlists: SortedPlaylists, revision: PlaylistRevision)?
  private var changes = ListChanges()

  /// The three mix slots, and the one that is open.
  private static let maximumCount = 4
  private static let maximumEntries = 400_000

  /// Takes in what a transaction of this process has changed.
  ///
  /// - Parameter rows: nil where they are too many.
  mutating func append(
    _ rows: ListChanges.Rows?, from before: PlaylistRevision, to after: PlaylistRevision
  ) {
    guard before != after else {
      // No revision tells of these changes.
      self = PlaylistCache()
      return
    }
    changes.append(rows, from: before, to: after)
  }

  /// Contents read at some revision, and the rows that have changed since; nil where these are
  /// unknown.
  func contents(of id: PlaylistID, at revision: PlaylistRevision)
    -> (contents: PlaylistContents, changed: [Int64])?
  {
    guard let known = kept.last(where: { $0.id == id }),
      let rows = changes.rows(from: known.revision, to: revision)
    else { return nil }
    let changed = rows.entries.filter { $0.playlist == id.rawValue }.map(\.entry)
    return (known.contents, Array(Set(changed)))
  }

  /// As `contents`, for all playlists.
  func sortedPlaylists(at revision: PlaylistRevision)
    -> (playlists: SortedPlaylists, changed: ListChanges.Rows)?
  {
    guard let sorted, let rows = changes.rows(from: sorted.revision, to: revision) else {
      return nil
    }
    return (sorted.playlists, rows)
  }

  mutating func keep(_ playlists: SortedPlaylists, at revision: PlaylistRevision) {
    sorted = (playlists, revision)
  }

  mutating func keep(_ contents: PlaylistContents, of id: PlaylistID, at revision: PlaylistRevision)
  {
    kept.removeAll { $0.id == id }
    kept.append(Kept(id: id, revision: revision, contents: contents))
    var entries = kept.reduce(0) { $0 + $1.contents.count }
    while kept.count > Self.maximumCount || kept.count > 1 && entries > Self.maximumEntries {
      entries -= kept.removeFirst().contents.count
    }
  }
}

extension ListBuilder {
  /// The entries of a playlist, as they were before the transaction.
  func contents(of id: PlaylistID) throws -> PlaylistContents {
    let known = library.playlistCache.withLock { $0.contents(of: id, at: revision.ofLists) }
    let contents: PlaylistContents
    if let known {
      guard !known.changed.isEmpty else { return known.contents }
      contents = known.contents.changing(
        known.changed, to: try db.entries(of: id, only: known.changed))
    } else {
      contents = PlaylistContents(try db.entries(of: id))
    }
    library.playlistCache.withLock { $0.keep(contents, of: id, at: revision.ofLists) }
    return contents
  }
}
