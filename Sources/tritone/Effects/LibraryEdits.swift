import Interface
import Library
import Music

/// Edits of the library.
struct LibraryEdits {
  let library: Library

  init(_ library: Library) { self.library = library }

  func perform(_ edit: Edit) async throws -> Event? {
    switch edit {
    case .tracks(let edit): try await perform(edit)
    case .entries(let edit): try await perform(edit)
    case .playlists(let edit): try await perform(edit)
    case .templates(let edit): try await perform(edit)
    case .cues(let edit): try await CueEdits(library).perform(edit)
    case .findings(let edit): try await FindingEdits(library).perform(edit)
    case .library(let edit): try await perform(edit)
    case .variations(let edit): try await perform(edit)
    case .comments(let edit): try await perform(edit)
    }
  }
}

extension Library {
  func trackIDs(of selection: Selection) async throws -> [TrackID] {
    switch selection {
    case .rows(let rows, let query): try await trackIDs(of: rows, in: query)
    case .tracks(let queued): queued.map(\.track)
    case .all(let query, let rows):
      if rows.isEmpty {
        try await trackIDs(query)
      } else {
        try await queuedTracks(of: selection).map(\.track)
      }
    }
  }

  /// The selected entries of a playlist, duplicates of a track included.
  func entries(of selection: Selection) async throws -> [EntryID] {
    if case .rows(let rows, let query) = selection {
      return try await entries(of: rows, in: query)
    }
    return try await queuedTracks(of: selection).compactMap(\.entry)
  }

  func queuedTracks(of selection: Selection) async throws -> QueuedTracks {
    switch selection {
    case .rows(let rows, let query): QueuedTracks(try await queuedTracks(of: rows, in: query))
    case .tracks(let queued): QueuedTracks(queued)
    case .all(let query, let rows): try await queuedTracks(query, except: rows)
    }
  }

  /// The tracks of a list except some rows.
  private func queuedTracks(_ query: ListQuery, except rows: [RowID]) async throws
    -> QueuedTracks
  {
    let all = try await tracksToQueue(query)
    guard !rows.isEmpty else { return all }
    let left = Set(try await queuedTracks(of: rows, in: query))
    return QueuedTracks(all.filter { !left.contains($0) })
  }

  /// The tracks of a list in its order, and the index of a row.
  func playOrder(of query: ListQuery, from row: RowID) async throws -> (QueuedTracks, Int) {
    let queued = try await tracksToQueue(query)
    switch row {
    case .track(let id): return (queued, queued.tracks.firstIndex(of: id) ?? 0)
    // The same track may be there twice: only the entry identifies it.
    case .entry(let id): return (queued, queued.entries.firstIndex(of: id) ?? 0)
    case .folder, .artist, .album, .genre, .category, .list, .playlist, .playlistFolder,
      .queueItem, .group:
      return (queued, 0)
    }
  }

  /// All tracks at or below some paths, in their natural order.
  func trackIDs(below paths: [FilePath]) async throws -> [TrackID] {
    var ids: [TrackID] = []
    for path in try await namesInLibrary(of: paths) {
      if let track = try await track(at: path) {
        ids.append(track.id)
      } else {
        ids += try await trackIDs(ListQuery(.folder(path)))
      }
    }
    return ids
  }
}
