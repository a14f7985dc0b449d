import Interface
import Library
import Music

/// The user's corrections of tempo, key and other analysis.
struct FindingEdits {
  private let library: Library

  init(_ library: Library) { self.library = library }

  func perform(_ edit: FindingEdit) async throws -> Event? {
    switch edit {
    case .correct(let correction, let selection):
      let tracks = try await tracks(of: selection)
      guard !tracks.isEmpty else { return .failed("There is no track in what is selected") }
      return .done(.findings(.corrected(try await correct(correction, tracks))))
    case .setMixPoints(let selection):
      let points = try await library.setMixPoints(of: try await tracks(of: selection))
      return .done(.findings(.mixPointsSet(points)))
    case .prefer(let preference):
      try await library.prefer(preference)
      return .done(.findings(.preferred(preference)))
    }
  }

  /// Unique tracks, though a playlist may contain one twice.
  private func tracks(of selection: Selection) async throws -> [TrackID] {
    var seen: Set<TrackID> = []
    return try await library.trackIDs(of: selection).filter { seen.insert($0).inserted }
  }

  /// - Returns: the name of the step in the history.
  private func correct(_ correction: Correction, _ tracks: [TrackID]) async throws -> String {
    switch correction {
    case .tempo(let bpm): try await library.setTempo(bpm, of: tracks)
    case .multiplyTempo(let ratio):
      try await library.multiplyTempo(by: ratio.factor, of: tracks)
    case .shiftGrid: try await library.shiftGrid(of: tracks)
    case .key(let key): try await library.setKey(key, of: tracks)
    }
  }
}
