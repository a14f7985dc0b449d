import Music

/// A query compiled for one catalog: everything that does not depend on single tracks is evaluated.
indirect enum QueryPlan {
  case everything
  case nothing
  case word(WordPlan)
  case title(TextFinder)
  case names(NamesHits)
  case path(WordPlan)
  case whole(WholeColumn, ClosedRange<UInt32>, withNever: Bool = false)
  /// The unit is the column's value for 1 in the range.
  case measured(MeasuredColumn, unit: Double, TrackQuery.NumberRange)
  /// Bits 1 to 24.
  case keys(UInt32)
  /// The minimum reaction.
  case reaction(UInt8)
  case flags(TrackFlags)
  case set(TrackSet)
  case not(QueryPlan)
  case all([QueryPlan])
  case any([QueryPlan])

  /// The cost of a check per track; the cheapest goes first.
  var cost: Int {
    switch self {
    case .nothing, .everything, .set: 0
    case .flags, .reaction, .keys: 1
    case .whole, .measured: 2
    case .names: 3
    case .title: 6
    case .word(let plan), .path(let plan): 30 - min(20, plan.finder.count)
    case .not(let inner): inner.cost
    case .all(let parts): parts.map(\.cost).min() ?? 0
    case .any(let parts): parts.reduce(1) { $0 + $1.cost }
    }
  }
}

/// The texts of a `Names` that contain a word, one byte each.
struct NamesHits {
  let index: Column<UInt32>
  let hits: Column<UInt8>

  init(index: Column<UInt32>, hits: [UInt8]) {
    self.index = index
    self.hits = Column(hits)
  }
}

/// A word to search in the text of a track and in its shared names.
struct WordPlan {
  var finder: TextFinder
  var names: [NamesHits]
  /// Set where the word may span folder and name.
  var border: Border?

  struct Border {
    /// Folders that end in the part before the word's last slash.
    var folders: NamesHits
    /// The prefix of the name.
    var start: [UInt8]
  }
}

/// Compiles queries.
struct QueryPlanner {
  let columns: TrackColumns
  let now: Int64
  let playlist: (String) -> [Int64]
  let notes: (String) -> [Int64]
  let comments: (String) -> [Int64]
  /// Search results of the query's words in shared names.
  let names: NamesSearch
  /// Words with cached results.
  var known: [String: TrackSet] = [:]

  func plan(_ query: TrackQuery) -> QueryPlan {
    switch query {
    case .everything: .everything
    case .word(let word): self.word(word)
    case .text(let field, let needle): text(field, needle)
    case .number(let field, let range): number(field, range)
    case .time(let field, let range): time(field, range)
    case .key(let keys): .keys(keys.reduce(0) { $0 | 1 << UInt32($1.number) })
    case .flag(let flag): self.flag(flag)
    case .playlist(let name): .set(set(playlist(name)))
    case .not(let inner): .not(plan(inner))
    case .all(let parts): .all(parts.map(plan).sorted { $0.cost < $1.cost })
    case .any(let parts): .any(parts.map(plan).sorted { $0.cost < $1.cost })
    }
  }

  private func text(_ field: TrackQuery.TextField, _ needle: String) -> QueryPlan {
    switch field {
    case .title: needle.isEmpty ? .everything : .title(TextFinder(needle))
    case .artist: names(columns.artist, needle)
    case .album: names(columns.album, needle)
    case .albumArtist: names(columns.albumArtist, needle)
    case .genre: names(columns.genre, needle)
    case .format: names(columns.format, needle)
    case .path: needle.isEmpty ? .everything : .path(word(needle, .path))
    case .category: labels(.category, needle)
    case .tag: labels(.tag, needle)
    case .collection: labels(.collection, needle)
    case .mood: labels(.mood, needle)
    case .comment: .set(set(comments(needle)))
    case .notes: needle.isEmpty ? .flags(.hasNotes) : .set(set(notes(needle)))
    }
  }

  private func labels(_ field: LabelField, _ needle: String) -> QueryPlan {
    .set(columns.labels.tracks(field, containing: needle, capacity: columns.count))
  }

  private func names(_ names: TrackColumns.Names, _ needle: String) -> QueryPlan {
    if needle.isEmpty {
      let hits = (0..<names.folded.count).map { UInt8(names.folded[$0].isEmpty ? 0 : 1) }
      return .names(NamesHits(index: names.index, hits: hits))
    }
    guard let hits = names.folded.hits(TextFinder(needle)) else { return .nothing }
    return .names(NamesHits(index: names.index, hits: hits))
  }

  /// Limited to tracks that contain its known parts.
  private func word(_ word: String) -> QueryPlan {
    if word.isEmpty { return .everything }
    if let tracks = known[word] { return .set(tracks) }
    let plan = QueryPlan.word(self.word(word, .whole))
    let parts = known.filter { $0.key.utf8.count > 1 && word.contains(bytesOf: $0.key) }
    return parts.isEmpty ? plan : .all(parts.map { .set($0.value) } + [plan])
  }

  private enum Reach { case whole, path }

  private func word(_ word: String, _ reach: Reach) -> WordPlan {
    let hits = names.hits(word)
    return WordPlan(
      finder: TextFinder(word),
      names: (reach == .path ? hits.prefix(1) : hits[...]).compactMap { $0 },
      border: border(word))
  }

  private func border(_ word: String) -> WordPlan.Border? {
    let bytes = Array(word.utf8)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let ending = bytes[..<slash]
    let folders = columns.folder
    let hits = (0..<folders.folded.count).map { index -> UInt8 in
      let folder = folders.folded[index]
      // Only the root of the file system ends in a slash.
      let end = folder.last == UInt8(ascii: "/") ? folder.dropLast() : folder[...]
      return end.count >= ending.count && end.suffix(ending.count).elementsEqual(ending) ? 1 : 0
    }
    guard hits.contains(1) else { return nil }
    return WordPlan.Border(
      folders: NamesHits(index: folders.index, hits: hits), start: Array(bytes[(slash + 1)...]))
  }

  private func flag(_ flag: TrackQuery.Flag) -> QueryPlan {
    switch flag {
    case .loved: .reaction(UInt8(Reaction.loved.rawValue))
    // A loved track counts as liked too.
    case .liked: .reaction(UInt8(Reaction.liked.rawValue))
    case .missing: .flags(.missing)
    case .offline: .flags(.offline)
    case .compilation: .flags(.compilation)
    case .faulty: .flags(.faulty)
    case .analyzed: .flags(.analyzed)
    case .unsteady: .flags(.unsteady)
    case .book: .flags(.book)
    }
  }

  // MARK: Numbers

  private func number(_ field: TrackQuery.NumberField, _ range: TrackQuery.NumberRange)
    -> QueryPlan
  {
    guard let (column, query) = columns.numbers(field) else { return .nothing }
    switch column {
    case .measured(let column): return .measured(column, unit: query.unit, range)
    case .whole(let column):
      let (lower, upper) = (range.lower * query.unit, range.upper * query.unit)
      let (least, most) = (lower.rounded(.up), upper.rounded(.down))
      return whole(
        column,
        max(range.isLowerOpen && least == lower ? least + 1 : least, query.isZeroKnown ? 0 : 1),
        range.isUpperOpen && most == upper ? most - 1 : most)
    }
  }

  private func whole(
    _ column: WholeColumn, _ lower: Double, _ upper: Double, withNever: Bool = false
  ) -> QueryPlan {
    let limit = Double(UInt32.max)
    guard lower <= upper, lower <= limit, upper >= 0 else {
      return withNever ? .whole(column, 0...0, withNever: true) : .nothing
    }
    return .whole(
      column, UInt32(max(0, lower))...UInt32(min(limit, upper)), withNever: withNever)
  }

  private func time(_ field: TrackQuery.TimeField, _ range: TrackQuery.TimeRange) -> QueryPlan {
    guard let column = columns.times(field) else { return .nothing }
    let latest = Double(UInt32.max)
    return switch range {
    case .between(let start, let end):
      whole(column, max(1, Double(start)), end == .max ? latest : Double(end) - 1)
    case .within(let seconds): whole(column, max(1, Double(now - seconds)), latest)
    case .before(let seconds): whole(column, 1, Double(now - seconds) - 1, withNever: true)
    case .never: .whole(column, 0...0, withNever: true)
    }
  }

  /// The ordinals of some tracks by id; ids ascend with the ordinals.
  private func set(_ ids: [Int64]) -> TrackSet {
    var set = TrackSet(capacity: columns.count)
    for id in ids {
      var (low, high) = (0, columns.count)
      while low < high {
        let middle = (low + high) / 2
        if columns.id[middle] < id { low = middle + 1 } else { high = middle }
      }
      if low < columns.count, columns.id[low] == id { set[low] = true }
    }
    return set
  }
}
