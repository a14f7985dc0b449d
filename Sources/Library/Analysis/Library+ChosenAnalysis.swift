package import Music

extension Library {
  /// The tasks of chosen tracks, in their order; none where nothing is left to be found.
  ///
  /// - Parameter isAgain: Whether all is looked for anew, also what is known or failed.
  package func analysisTasks(
    of tracks: [TrackID], isAgain: Bool
  ) async throws(LibraryError) -> [AnalysisTask] {
    try await read { db in
      try db.analysisTasks(of: tracks.map(\.rawValue), forced: isAgain ? AnalysisPart.allBits : 0)
        .filter { !$0.parts.isEmpty }
    }
  }
}
