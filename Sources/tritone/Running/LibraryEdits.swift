import Foundation
import Interface
import Library
import Music

/// The edits of the library, and what is said of each.
struct LibraryEdits {
  let library: Library

  init(_ library: Library) { self.library = library }

  func perform(_ effect: Effect) async throws -> Event? {
    switch effect {
    case .addToSlot(let slot, let selection):
      let tracks = try await library.queuedTracks(of: selection)
      guard let addition = try await library.add(tracks, to: slot) else {
        return .slotFoundEmpty(slot, selection)
      }
      return .tracksAdded(addition, slot: slot)
    case .addToPlaylist(let target, let selection):
      let tracks = try await library.queuedTracks(of: selection)
      let addition =
        switch target {
        case .existing(let id): try await library.add(tracks, to: id)
        case .new(let name): try await library.createPlaylist(named: name, with: tracks)
        }
      return .tracksAdded(addition, slot: nil)
    case .assignSlot(let slot, let target, let adding):
      return try await assign(slot, target, adding: adding)
    case .playlists(let edit): return try await perform(edit)
    case .createPlaylist(let name, let folder):
      let playlist = try await library.createPlaylist(named: name, in: folder)
      return .playlistMade(playlist)
    case .saveQueueAs(let name, let tracks):
      let playlist = try await library.createPlaylist(named: name, of: tracks)
      return .done("Saved \(playlist.name); \(key: .undo) takes it back")
    case .keepQueue(let queue, let title):
      try await library.keepReplacedQueue(
        try SessionText.encode(queue), trackCount: queue.tracks.count, title: title,
        at: Int64(Date().timeIntervalSince1970))
      return nil
    case .loadReplacedQueues:
      let queues = try await library.replacedQueues()
      return .replacedQueuesLoaded(queues, times: queues.map { LocalTime.text($0.time) })
    case .loadReplacedQueue(let id, let serial):
      // Nobody but this program writes it; what cannot be read is as good as gone.
      guard
        let queue = SessionText.decode(PlayQueue.self, try await library.replacedQueue(id))
      else { return .tracksNotFound(serial: serial, "That queue is no longer kept") }
      return .replacedQueueLoaded(queue, serial: serial)
    case .renamePlaylist(let id, let name):
      try await library.renamePlaylist(id, to: name)
      return .playlistRenamed(id, name)
    case .changePlaylist(let id, let details):
      try await library.change(id, details)
      return .playlistChanged(id, details.name)
    case .removeEntries(let entries):
      try await library.removeEntries(entries)
      return .done(
        entries.count == 1
          ? "Removed; \(key: .undo) brings it back"
          : "Removed \(entries.count.grouped) entries; \(key: .undo) brings them back")
    case .changeEntries(let entries, let change):
      try await library.change(entries, change)
      return .done(Notice(LibraryEdits.text(change)))
    case .setTemplate(let playlist, let template):
      try await library.setTemplate(template, of: playlist)
      return .done(template.isEmpty ? "Not grouped" : "Grouped by \(template.name)")
    case .saveTemplate, .renameTemplate, .deleteTemplate, .moveGroups:
      return try await performTemplate(effect)
    case .setRating(let rating, let selection):
      let count = try await library.setRating(
        rating, for: try await tracks(of: selection))
      let stars = rating == .none ? "no rating" : String(repeating: "★", count: rating.stars)
      return .done(
        count == 1 ? "Rated: \(stars)" : "Rated \(count.grouped) tracks: \(stars)")
    case .setReaction(let reaction, let selection):
      let count = try await library.setReaction(
        reaction, for: try await tracks(of: selection))
      let what = reaction == .none ? "Reaction taken off" : "\(reaction)".capitalized
      return .done(count == 1 ? "\(what)" : "\(what): \(count.grouped) tracks")
    case .setNotes(let notes, let selection):
      let count = try await library.setNotes(
        notes, for: try await tracks(of: selection))
      let what = notes.isEmpty ? "Note cleared" : "Note saved"
      return .done(count == 1 ? "\(what)" : "\(what) on \(count.grouped) tracks")
    case .setColor(let color, let selection):
      let count = try await library.setColor(
        color, for: try await tracks(of: selection))
      let what = color.map { "Marked \($0)" } ?? "Colour taken off"
      return .done(count == 1 ? "\(what)" : "\(what): \(count.grouped) tracks")
    case .removeAll(let selection):
      let entries = try await library.entries(of: selection)
      try await library.removeEntries(entries)
      return .done("Removed \(entries.count.grouped) entries; \(key: .undo) brings them back")
    case .removeRoots(let paths): return try await removeRoots(paths)
    case .dismissRecovery:
      try await library.dismissRecovery()
      return nil
    case .addCue, .changeCue, .adjustCue, .removeCues, .setParts:
      return try await CueEdits(library).perform(effect)
    case .correct, .setMixPoints, .prefer: return try await FindingEdits(library).perform(effect)
    case .undo:
      return .done(try await library.undo().map { "Undid: \($0)" } ?? "Nothing to undo")
    case .redo:
      return .done(try await library.redo().map { "Redid: \($0)" } ?? "Nothing to redo")
    case .recordPlay(let track):
      try await library.recordPlay(of: track, at: Int64(Date().timeIntervalSince1970))
      return nil
    case .recordFault(let track, let reason):
      // What lies on a drive that is not there has nothing wrong with it.
      if reason != nil, let root = try await library.absentRoot(of: track) {
        return .failed("The drive with \(root.text) is not there")
      }
      try await library.markFault(reason, of: track)
      return nil
    case .forgetMissing(let selection):
      var tracks: [TrackID]?
      if let selection { tracks = try await library.trackIDs(of: selection) }
      let (count, isUndoable) = try await library.forgetMissing(tracks)
      guard count > 0 else { return .done("No file is missing there") }
      guard isUndoable else {
        return .done("Forgot \(count) missing tracks, which is more than undo can bring back")
      }
      return .done(
        count == 1
          ? "Forgot a missing track; \(key: .undo) brings it back"
          : "Forgot \(count) missing tracks; \(key: .undo) brings them back")
    default: return try await performEntries(effect)
    }
  }

  /// The tracks that a mark is for.
  private func tracks(of selection: Selection) async throws -> [TrackID] {
    let tracks = try await library.trackIDs(of: selection)
    guard !tracks.isEmpty else {
      throw Failure(reason: "There is no track in it; nothing was changed")
    }
    return tracks
  }

  private func performTemplate(_ effect: Effect) async throws -> Event? {
    switch effect {
    case .saveTemplate(let template, let name):
      let isReplaced = try await library.saveTemplate(template, named: name)
      return .done(
        "\(isReplaced ? "Replaced" : "Saved") the template \(name); \(key: .chooseTemplate) offers it"
      )
    case .renameTemplate(let old, let name):
      try await library.renameTemplate(try await template(old).id, to: name)
      return .done("The template \(old) is now \(name)")
    case .deleteTemplate(let name):
      let template = try await template(name)
      try await library.deleteTemplate(template.id)
      return .done("Template \(template.name) deleted; \(key: .undo) brings it back")
    case .moveGroups(let keys, let query, let step):
      _ = try await library.moveGroups(keys, in: query, by: step)
      return nil
    default: return nil
    }
  }

  private func template(_ name: String) async throws -> SavedTemplate {
    guard let template = try await library.template(named: name) else {
      throw LibraryError.noSuchTemplate
    }
    return template
  }

  private static func text(_ change: EntryChange) -> String {
    switch change {
    case .crossfade(let time?): "Crossfade of \(time.seconds.shortText) s into what follows"
    case .crossfade(nil): "No crossfade"
    case .start(let time?): "Starts at \(time.clockText)"
    case .start(nil): "Starts at its beginning"
    case .end(let time?): "Ends at \(time.clockText)"
    case .end(nil): "Plays to its end"
    case .gain(let gain?): "Gain \(gain > 0 ? "+" : "")\(gain.shortText) dB"
    case .gain(nil): "No gain of its own"
    }
  }

  private func assign(
    _ slot: MixSlot, _ target: PlaylistTarget?, adding: Selection?
  ) async throws -> Event? {
    guard let target else {
      try await library.assign(slot, to: nil)
      return .done("Slot \(slot.rawValue) is empty; its playlist stays")
    }
    var tracks: [QueuedTrack] = []
    if let adding { tracks = try await library.queuedTracks(of: adding) }
    let addition =
      switch target {
      case .existing(let id): try await library.fill(slot, into: id, with: tracks)
      case .new(let name): try await library.fill(slot, intoNew: name, with: tracks)
      }
    guard adding == nil else { return .tracksAdded(addition, slot: slot) }
    return .done("Slot \(slot.rawValue) is now \(addition.playlist)")
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

  /// The entries of a playlist that are selected, those of the same track included.
  func entries(of selection: Selection) async throws -> [EntryID] {
    if case .rows(let rows, let query) = selection {
      return try await entries(of: rows, in: query)
    }
    return try await queuedTracks(of: selection).compactMap(\.entry)
  }

  func queuedTracks(of selection: Selection) async throws -> [QueuedTrack] {
    switch selection {
    case .rows(let rows, let query): try await queuedTracks(of: rows, in: query)
    case .tracks(let queued): queued
    case .all(let query, let rows): try await queuedTracks(query, except: rows)
    }
  }

  /// What a list lists, but for some of its rows.
  private func queuedTracks(_ query: ListQuery, except rows: [RowID]) async throws
    -> [QueuedTrack]
  {
    let all = try await queuedTracks(query)
    guard !rows.isEmpty else { return all }
    let left = Set(try await queuedTracks(of: rows, in: query))
    return all.filter { !left.contains($0) }
  }

  /// The tracks of a list in its order, and which of them a row is.
  func playOrder(of query: ListQuery, from row: RowID) async throws -> ([QueuedTrack], Int) {
    let queued = try await queuedTracks(query)
    switch row {
    case .track(let id): return (queued, queued.firstIndex { $0.track == id } ?? 0)
    // The same track may be there twice: only the entry's own place will do.
    case .entry(let id): return (queued, queued.firstIndex { $0.entry == id } ?? 0)
    default: return (queued, 0)
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
