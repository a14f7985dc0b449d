import Interface
import Library
import Music

/// Edits of cues and their consequences.
struct CueEdits {
  private let library: Library

  init(_ library: Library) { self.library = library }

  func perform(_ edit: CueEdit) async throws -> Event? {
    switch edit {
    case .add(let cue, let track): return try await add(cue, to: track)
    case .change(let cue, let known):
      try await library.change(cue, from: known)
      return .done(.cues(.changed(cue.title)))
    case .adjust(let id, let adjustment, let isContinued):
      let cue = try await library.adjustCue(id, adjustment, isContinued: isContinued)
      return .done(.cues(.adjusted(cue)))
    case .remove(let cues):
      try await library.removeCues(cues)
      return .done(.cues(.removed(cues.count)))
    case .setParts(let selection, let start, let end):
      let entries = try await library.queuedTracks(of: selection).compactMap(\.entry)
      guard !entries.isEmpty else {
        return .failed("Select entries of a playlist: where they begin is kept with their place")
      }
      let parts = try await library.setParts(of: entries, start: start, end: end)
      return .done(.cues(.partsSet(parts, start: start, end: end)))
    }
  }

  /// Reports an existing cue instead of setting it again.
  private func add(_ cue: Cue, to track: TrackID) async throws -> Event {
    do {
      let kept = try await library.addCue(cue, to: track, apart: Cue.nearness)
      return .cues(.added(kept, to: track, isNew: true))
    } catch {
      guard case .cue(let fault) = error, case .near(let time) = fault else { throw error }
      let there = try await library.cues(of: track).first { $0.time == time }
      return .cues(.added(there ?? cue, to: track, isNew: false))
    }
  }
}
