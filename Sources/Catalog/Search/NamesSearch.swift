import Music

/// The shared names that contain the words of a query.
///
/// All words are searched at once, and the results are cached for the next query, which has most
/// words in common with it while somebody types.
struct NamesSearch {
  private var found: [String: [NamesHits?]] = [:]

  init() {}

  /// By list: folders first, then the names of artists and albums.
  func hits(_ word: String) -> [NamesHits?] { found[word] ?? [] }

  /// Searches the words of a query other than known ones, and drops results of others.
  mutating func look(
    for query: TrackQuery, in columns: TrackColumns, except others: [String: TrackSet] = [:]
  ) {
    let words = query.lookedFor(except: others)
    let known = found
    found = found.filter { words.contains($0.key) }
    let new = words.filter { found[$0] == nil }.sorted()
    // A longer word occurs only where its beginning was found.
    let shorter = new.map { word in
      known.filter { word.contains(bytesOf: $0.key) }.max { $0.key.utf8.count < $1.key.utf8.count }?
        .value
    }
    let lists = [
      columns.folder, columns.album, columns.artist, columns.albumCredit, columns.albumArtist,
    ]
    var hits = [NamesHits?](repeating: nil, count: new.count * lists.count)
    let finders = new.map { TextFinder($0) }
    hits.withUnsafeMutableBufferPointer { hits in
      let places = hits
      // The longest lists first, so that no core is left with one of them alone.
      Concurrently.perform(places.count) { part in
        let (list, word) = part.quotientAndRemainder(dividingBy: new.count)
        let names = lists[list]
        let hits =
          shorter[word].map { names.folded.hits(finders[word], among: $0[list]?.hits) }
          ?? names.folded.hits(finders[word])
        places[word * lists.count + list] = hits.map { NamesHits(index: names.index, hits: $0) }
      }
    }
    for (index, word) in new.enumerated() {
      found[word] = Array(hits[(index * lists.count)..<((index + 1) * lists.count)])
    }
  }
}

extension TrackQuery {
  /// The words to search in shared names: the cached result of one does not cover paths.
  fileprivate func lookedFor(except known: [String: TrackSet]) -> Set<String> {
    switch self {
    case .word(let word): word.isEmpty || known[word] != nil ? [] : [word]
    case .text(.path, let needle): needle.isEmpty ? [] : [needle]
    case .not(let inner): inner.lookedFor(except: known)
    case .all(let parts), .any(let parts):
      parts.reduce(into: []) { $0.formUnion($1.lookedFor(except: known)) }
    case .everything, .text, .number, .time, .key, .flag, .playlist: []
    }
  }
}
