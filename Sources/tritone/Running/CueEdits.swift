import Interface
import Library
import Music

/// The edits of cues and of what follows them, and what is said of each.
struct CueEdits {
  private let library: Library

  init(_ library: Library) { self.library = library }

  func perform(_ edit: CueEdit) async throws -> Event? {
    switch edit {
    case .add(let cue, let track): return try await add(cue, to: track)
    case .change(let cue, let known):
      try await library.change(cue, from: known)
      return .done("Changed \(cue.title)")
    case .adjust(let id, let adjustment, let isContinued):
      let cue = try await library.adjustCue(id, adjustment, isContinued: isContinued)
      let span = cue.end.map { " to " + $0.clockText(decimals: 2) } ?? ""
      return .done("\(cue.kind.title) at \(cue.time.clockText(decimals: 2))\(span)")
    case .remove(let cues):
      try await library.removeCues(cues)
      return .done(
        cues.count == 1
          ? "Cue removed; \(key: .undo) brings it back"
          : "\(cues.count) cues removed; \(key: .undo) brings them back")
    case .setParts(let selection, let start, let end):
      let entries = try await library.queuedTracks(of: selection).compactMap(\.entry)
      guard !entries.isEmpty else {
        return .failed("Select entries of a playlist: where they begin is kept with their place")
      }
      let parts = try await library.setParts(of: entries, start: start, end: end)
      let text = CueEdits.text(parts, start, end)
      return parts.set > 0 ? .done(Notice(text)) : .failed(text)
    }
  }

  /// What is there already is not set again, and said.
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

  static func text(_ parts: CuedParts, _ start: Cue.Kind?, _ end: Cue.Kind?) -> String {
    let kinds = [start, end].compactMap { $0?.title }
    guard parts.set > 0 else {
      if parts.refused > 0 { return "It would end before it starts" }
      return "No \(kinds.joined(separator: " and no ")) cue there; :cues sets them"
    }
    var text: String
    if let place = parts.place, kinds.count == 1 {
      text = "\(start == nil ? "Ends" : "Starts") at \(place.clockText) (\(kinds[0]))"
    } else {
      text = parts.set == 1 ? "1 entry follows" : "\(parts.set) entries follow"
      text += " \(kinds.joined(separator: " and ")) now"
    }
    if parts.without > 0 { text += "; \(parts.without) without such a cue" }
    if parts.refused > 0 { text += "; \(parts.refused) would end before the start" }
    return text
  }
}
