import Interface
import Library
import Music

/// What the user says of how tracks sound, and what is said of each.
struct FindingEdits {
  private let library: Library

  init(_ library: Library) { self.library = library }

  func perform(_ effect: Effect) async throws -> Event? {
    switch effect {
    case .correct(let correction, let selection):
      let tracks = try await tracks(of: selection)
      guard !tracks.isEmpty else { return .failed("There is no track in what is selected") }
      let done = try await correct(correction, tracks)
      return .done("\(done.prefix(1).uppercased() + done.dropFirst()); \(key: .undo) takes it back")
    case .setMixPoints(let selection):
      return FindingEdits.text(
        try await library.setMixPoints(of: try await tracks(of: selection)))
    case .prefer(let preference):
      try await library.prefer(preference)
      return .done(
        preference == .tags
          ? "Tempo and key of tags hold, and what was found where there are none"
          : "Tempo and key that were found hold, and tags where nothing was")
    default: return nil
    }
  }

  /// Each once, though a playlist may have it twice.
  private func tracks(of selection: Selection) async throws -> [TrackID] {
    var seen: Set<TrackID> = []
    return try await library.trackIDs(of: selection).filter { seen.insert($0).inserted }
  }

  private func correct(_ correction: Correction, _ tracks: [TrackID]) async throws -> String {
    switch correction {
    case .tempo(let bpm): try await library.setTempo(bpm, of: tracks)
    case .multiplyTempo(let ratio):
      try await library.multiplyTempo(by: ratio.factor, of: tracks)
    case .shiftGrid: try await library.shiftGrid(of: tracks)
    case .key(let key): try await library.setKey(key, of: tracks)
    }
  }

  static func text(_ points: SetMixPoints) -> Event {
    guard points.cues > 0 else {
      return .failed(
        points.without > 0
          ? "No mix points are proposed there yet; the analysis has not found any"
          : "Mix In and Mix Out are set there already")
    }
    let cues = points.cues.counted("mix point")
    let tracks = points.tracks == 1 ? "" : " of " + points.tracks.counted("track")
    let rest = points.without > 0 ? ", \(points.without.grouped) have none" : ""
    return .done("Set \(cues)\(tracks)\(rest); \(key: .undo) takes that back")
  }
}
