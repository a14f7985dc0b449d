import Music

/// Evaluates a plan for a range of tracks, 64 in a word.
struct QuerySweep {
  typealias Words = [UInt64]

  let columns: TrackColumns
  /// The range of words of 64 tracks.
  let words: Range<Int>
  /// The tracks that do not share all of their names with the one before; nil where unknown.
  var nameStarts: TrackSet?

  /// The tracks among some that match the plan.
  func matching(_ plan: QueryPlan, among: Words) -> Words {
    switch plan {
    case .everything: return among
    case .nothing: return Words(repeating: 0, count: among.count)
    case .word(let plan): return word(plan, among, isPath: false)
    case .path(let plan): return word(plan, among, isPath: true)
    case .title(let finder): return titles(finder, among)
    case .names(let names): return gather([names], among)
    case .whole(let column, let range, let withNever):
      return whole(column, range, withNever, among)
    case .measured(let column, let unit, let range): return measured(column, unit, range, among)
    case .keys(let keys): return each(columns.key, among) { keys >> UInt32($0) & 1 != 0 }
    case .reaction(let least): return each(columns.reaction, among) { $0 >= least }
    case .flags(let flags): return each(columns.flags, among) { $0.contains(flags) }
    case .set(let set): return combined(among, set.words[words]) { $0 & $1 }
    case .not(let inner): return combined(among, matching(inner, among: among)[...]) { $0 & ~$1 }
    case .all(let parts):
      var rest = among
      for part in parts {
        rest = matching(part, among: rest)
        if rest.allSatisfy({ $0 == 0 }) { break }
      }
      return rest
    case .any(let parts):
      var (rest, found) = (among, Words(repeating: 0, count: among.count))
      for part in parts {
        let hits = matching(part, among: rest)
        rest = combined(rest, hits[...]) { $0 & ~$1 }
        found = combined(found, hits[...]) { $0 | $1 }
      }
      return found
    }
  }

  private func combined(
    _ left: Words, _ right: ArraySlice<UInt64>, _ operation: (UInt64, UInt64) -> UInt64
  ) -> Words {
    var result = left
    for (index, other) in zip(result.indices, right) {
      result[index] = operation(result[index], other)
    }
    return result
  }

  // MARK: Texts

  private func word(_ plan: WordPlan, _ among: Words, isPath: Bool) -> Words {
    var found = gatherShared(plan.names, among)
    if let border = plan.border {
      let folders = gather([border.folders], rest(among, found))
      found = combined(found, each(folders) { begins($0, with: border.start) }[...]) { $0 | $1 }
    }
    let rest = rest(among, found)
    if isPath {
      return combined(found, each(rest) { plan.finder.occurs(in: columns.name($0)) }[...]) {
        $0 | $1
      }
    }
    found.withUnsafeMutableBufferPointer { found in
      rest.withUnsafeBufferPointer { rest in
        guard let found = found.baseAddress, let rest = rest.baseAddress else { return }
        columns.text.search(plan.finder, words: words, among: rest, into: found)
      }
    }
    return found
  }

  /// The text first, which is fast, and then whether the match is in the title.
  private func titles(_ finder: TextFinder, _ among: Words) -> Words {
    var found = Words(repeating: 0, count: among.count)
    found.withUnsafeMutableBufferPointer { found in
      among.withUnsafeBufferPointer { among in
        guard let found = found.baseAddress, let among = among.baseAddress else { return }
        columns.text.search(finder, words: words, among: among, into: found)
      }
    }
    return each(found) { finder.occurs(in: columns.title($0)) }
  }

  private func begins(_ ordinal: Int, with start: [UInt8]) -> Bool {
    columns.name(ordinal).starts(with: start)
  }

  private func rest(_ among: Words, _ found: Words) -> Words {
    combined(among, found[...]) { $0 & ~$1 }
  }

  /// The tracks among some that satisfy a condition, one by one.
  private func each(_ among: Words, _ holds: (Int) -> Bool) -> Words {
    var found = among
    for index in found.indices {
      var bits = among[index]
      while bits != 0 {
        let ordinal = (words.lowerBound + index) << 6 + bits.trailingZeroBitCount
        if !holds(ordinal) { found[index] &= ~(bits & (~bits + 1)) }
        bits &= bits - 1
      }
    }
    return found
  }

  // MARK: Columns

  /// Tracks with a hit in one of their shared names.
  private func gather(_ names: [NamesHits], _ among: Words) -> Words {
    var found = Words(repeating: 0, count: among.count)
    for names in names {
      let index = UnsafeBufferPointer(names.index.values)
      let hits = UnsafeBufferPointer(names.hits.values)
      fill(&found, rest(among, found)) { hits[Int(index[$0])] != 0 }
    }
    return found
  }

  /// As `gather`, for the names that a word is searched in: of adjacent tracks that share them all
  /// only the first is checked.
  private func gatherShared(_ names: [NamesHits], _ among: Words) -> Words {
    guard let nameStarts else { return gather(names, among) }
    var found = Words(repeating: 0, count: among.count)
    let lists = names.map { (index: $0.index.values, hits: $0.hits.values) }
    withExtendedLifetime(names) {
      lists.withUnsafeBufferPointer { lists in
        for index in among.indices where among[index] != 0 {
          let first = (words.lowerBound + index) << 6
          var starts = nameStarts.words[words.lowerBound + index] | 1
          var bits: UInt64 = 0
          while starts != 0 {
            let position = starts.trailingZeroBitCount
            let here = ~UInt64(0) << UInt64(position)
            starts &= starts - 1
            guard lists.contains(where: { $0.hits[Int($0.index[first + position])] != 0 }) else {
              continue
            }
            bits |= starts == 0 ? here : here & ((starts & (~starts &+ 1)) &- 1)
          }
          found[index] = bits & among[index]
        }
      }
    }
    return found
  }

  /// Adds the tracks that satisfy `holds`, checking all 64 of a word that has any: skipping some
  /// would cost more.
  @inline(__always)
  private func fill(_ found: inout Words, _ among: Words, _ holds: (Int) -> Bool) {
    for index in among.indices where among[index] != 0 {
      let first = (words.lowerBound + index) << 6
      let last = min(first + 64, columns.count)
      var bits: UInt64 = 0
      if among[index].nonzeroBitCount > 8 {
        for ordinal in first..<last {
          bits |= (holds(ordinal) ? 1 : 0) << UInt64(truncatingIfNeeded: ordinal - first)
        }
      } else {
        var left = among[index]
        while left != 0 {
          let position = left.trailingZeroBitCount
          if holds(first + position) { bits |= 1 << UInt64(position) }
          left &= left - 1
        }
      }
      found[index] |= bits & among[index]
    }
  }

  @inline(__always)
  private func each<Value>(_ column: Column<Value>, _ among: Words, _ holds: (Value) -> Bool)
    -> Words
  {
    var found = Words(repeating: 0, count: among.count)
    let values = UnsafeBufferPointer(column.values)
    fill(&found, among) { holds(values[$0]) }
    return found
  }

  private func whole(
    _ column: WholeColumn, _ range: ClosedRange<UInt32>, _ withNever: Bool, _ among: Words
  ) -> Words {
    func holds(_ number: UInt32) -> Bool {
      range.contains(number) || withNever && number == 0
    }
    return switch column {
    case .bytes(let column): each(column, among) { holds(UInt32($0)) }
    case .halves(let column): each(column, among) { holds(UInt32($0)) }
    case .words(let column): each(column, among, holds)
    }
  }

  private func measured(
    _ column: MeasuredColumn, _ unit: Double, _ range: TrackQuery.NumberRange, _ among: Words
  ) -> Words {
    switch column {
    case .bytes(let column):
      each(column, among) { $0 != .min && range.contains(Double($0) / unit) }
    case .halves(let column):
      each(column, among) { $0 != .min && range.contains(Double($0) / unit) }
    case .floats(let column):
      each(column, among) { $0 > 0 && range.contains(Double($0) / unit) }
    }
  }
}
