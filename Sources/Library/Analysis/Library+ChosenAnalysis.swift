package import Music

extension Library {
  /// The tasks of chosen tracks, in their order; none where nothing is pending.
  ///
  /// - Parameter isAgain: Whether known and failed parts are analysed again, too.
  package func analysisTasks(
    of tracks: [TrackID], isAgain: Bool
  ) async throws(LibraryError) -> [AnalysisTask] {
    try await read { db in
      try db.analysisTasks(of: tracks.map(\.rawValue), forced: isAgain ? AnalysisPart.allBits : 0)
    }.filter { !$0.parts.isEmpty }.compactMap(located)
  }
}
