internal import Music

extension TrackColumns {
  /// Words of 64 tracks evaluated at once: their texts fit into a core's cache.
  private static let stretch = 256

  /// The tracks that match a query.
  ///
  /// On as many threads as there are cores. Missing and offline tracks are among them.
  /// - Parameters:
  ///   - now: Unix seconds, which ages count from.
  ///   - playlist: The ids of the tracks of the playlist with a folded name.
  ///   - notes: The ids of the tracks whose notes contain a folded text.
  ///   - comments: The same of their comments.
  ///   - among: The tracks that count; nil for all.
  func matching(
    _ query: TrackQuery, now: Int64, playlist: (String) -> [Int64],
    notes: (String) -> [Int64] = { _ in [] }, comments: (String) -> [Int64] = { _ in [] },
    among: TrackSet? = nil
  ) -> TrackSet {
    var names = NamesSearch()
    return matching(
      query, now: now, playlist: playlist, notes: notes, comments: comments, among: among,
      names: &names)
  }

  /// As above with cached results in shared names.
  func matching(
    _ query: TrackQuery, now: Int64, playlist: (String) -> [Int64],
    notes: (String) -> [Int64], comments: (String) -> [Int64], among: TrackSet?,
    names: inout NamesSearch,
    nameStarts: TrackSet? = nil, known: [String: TrackSet] = [:]
  ) -> TrackSet {
    var tracks = among ?? present
    tracks.formIntersection(present)
    if query == .everything || count == 0 { return tracks }
    names.look(for: query, in: self, except: known)
    let found = names
    return withoutActuallyEscaping(playlist) { playlist in
      withoutActuallyEscaping(notes) { notes in
        withoutActuallyEscaping(comments) { comments in
          let planner = QueryPlanner(
            columns: self, now: now, playlist: playlist, notes: notes, comments: comments,
            names: found, known: known)
          return swept(planner.plan(query), among: tracks, nameStarts)
        }
      }
    }
  }

  private func swept(
    _ plan: QueryPlan, among: TrackSet, _ nameStarts: TrackSet?
  ) -> TrackSet {
    let all = among.words
    var found = [UInt64](repeating: 0, count: all.count)
    let stretches = (all.count + TrackColumns.stretch - 1) / TrackColumns.stretch
    found.withUnsafeMutableBufferPointer { found in
      let found = found
      Concurrently.perform(stretches) { stretch in
        let start = stretch * TrackColumns.stretch
        let words = start..<min(all.count, start + TrackColumns.stretch)
        let here = Array(all[words])
        guard here.contains(where: { $0 != 0 }) else { return }
        let hits = QuerySweep(columns: self, words: words, nameStarts: nameStarts)
          .matching(plan, among: here)
        for (word, bits) in zip(words, hits) { found[word] = bits }
      }
    }
    return TrackSet(words: found, capacity: among.capacity)
  }
}
