/// The sort names of names, from tags; empty where no tag has one.
///
/// A name with two sort names is among the names twice. Which one applies to all that sort alike is
/// decided by `TrackColumns.Names.cacheSortNames`.
struct SortNames {
  /// By name: one more than the index of its sort name, 0 for none; ends with the last name that
  /// has one.
  var index = Column<UInt32>()
  /// As written, for looking them up again.
  var shown = TextColumn()
  var folded = TextColumn()
  /// By the first of the names that sort alike: one more than the index of the sort name that
  /// applies to them, 0 for none. Empty where none applies to any.
  var holding = Column<UInt32>()

  var count: Int { shown.count }

  /// The sort name where it differs from the name; else empty.
  @inline(__always)
  static func sortName(
    _ sortName: UnsafeBufferPointer<UInt8>, of name: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    sortName.isEmpty || name.isEmpty || Occurrence.isEqual(sortName, name)
      ? UnsafeBufferPointer(start: nil, count: 0) : sortName
  }

  /// The sort name of a name; empty for none.
  func sortName(of name: Int) -> UnsafeBufferPointer<UInt8> {
    guard name < index.count, index[name] > 0 else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return shown[Int(index[name]) - 1]
  }

  @inline(__always)
  func isSortName(_ sortName: UnsafeBufferPointer<UInt8>, of name: Int) -> Bool {
    // Most libraries have none.
    guard name < index.count else { return sortName.isEmpty }
    return Occurrence.isEqual(self.sortName(of: name), sortName)
  }

  /// Stores the sort name of the name added last.
  mutating func append(_ sortName: UnsafeBufferPointer<UInt8>, folded text: [UInt8], of name: Int) {
    shown.append(sortName)
    folded.append(text)
    index.reserve(name + 1)
    while index.count < name { index.append(0) }
    index.append(UInt32(shown.count))
  }
}

extension TrackColumns.Names {
  /// Decides which sort names apply: of those that the tracks have for names that sort alike, the
  /// first in sort order, whichever was read first. One that sorts as the name does is ignored.
  ///
  /// - Parameters:
  ///   - tracks: All present tracks, missing ones included.
  ///   - known: How many names had positions before.
  /// - Returns: By name, for the first of those that sort alike: whether its former position is
  ///   wrong now. Empty for none.
  mutating func cacheSortNames(of tracks: TrackSet, known: Int) -> [Bool] {
    guard sortNames.count > 0 else { return [] }
    var isUsed = [Bool](repeating: false, count: count)
    let ofTrack = index.values
    isUsed.withUnsafeMutableBufferPointer { isUsed in
      tracks.forEach { isUsed[Int(ofTrack[$0])] = true }
    }
    let before = sortNames.holding
    var isAny = false
    let holding = Column<UInt32>(repeating: 0, count: count)
    for name in 0..<sortNames.index.count where sortNames.index[name] > 0 && isUsed[name] {
      let (sortName, first) = (sortNames.index[name], Int(same[name]))
      let text = sortNames.folded[Int(sortName) - 1]
      guard !NaturalOrder.isNone(text), !isNone(name),
        NaturalOrder.compare(text, folded[name]) != 0
      else { continue }
      let held = holding[first]
      if held == 0 || NaturalOrder.compare(text, sortNames.folded[Int(held) - 1]) < 0 {
        holding[first] = sortName
        isAny = true
      }
    }
    sortNames.holding = isAny ? holding : Column()
    var turned: [Bool] = []
    for name in 0..<known where Int(same[name]) == name {
      let (old, new) = (name < before.count ? before[name] : 0, holding[name])
      guard old != new else { continue }
      let isAlike =
        old > 0 && new > 0
        && NaturalOrder.compare(
          sortNames.folded[Int(old) - 1], sortNames.folded[Int(new) - 1]) == 0
      guard !isAlike else { continue }
      if turned.isEmpty { turned = Array(repeating: false, count: count) }
      turned[name] = true
    }
    return turned
  }

  /// The ranks of all names by sort name, and by name where that is the same.
  ///
  /// - Parameters:
  ///   - plain: Their ranks by name.
  ///   - before: The sort names that apply among names whose former positions are right.
  ///   - known: How many names had positions before.
  ///   - turned: Those of them whose positions are wrong now.
  func ranksBySortNames(
    _ plain: Column<UInt32>, _ before: Column<UInt32>, known: Int, turned: [Bool]
  ) -> Column<UInt32> {
    var (named, sortNamed): ([UInt32], [UInt32]) = ([], [])
    named.reserveCapacity(count)
    for name in sorted.values where same[Int(name)] == name {
      if sortNames.holding[Int(name)] == 0 { named.append(name) } else { sortNamed.append(name) }
    }
    func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
      let (l, r) = (Int(left), Int(right))
      if l < known, r < known, turned.isEmpty || !turned[l] && !turned[r] {
        return before[l] < before[r]
      }
      let order = NaturalOrder.compare(sortText(l), sortText(r))
      return order != 0 ? order < 0 : plain[l] < plain[r]
    }
    sortNamed.sort(by: precedes)
    let ranks = Column<UInt32>(repeating: 0, count: count)
    var (next, rank) = (0, UInt32(0))
    func index(_ name: UInt32) {
      ranks[Int(name)] = rank
      rank += 1
    }
    for name in sortNamed {
      while next < named.count, precedes(named[next], name) {
        index(named[next])
        next += 1
      }
      index(name)
    }
    for name in named[next...] { index(name) }
    for name in 0..<count { ranks[name] = ranks[Int(same[name])] }
    return ranks
  }

  /// The text by which the first of names that sort alike is sorted.
  func sortText(_ name: Int) -> UnsafeBufferPointer<UInt8> {
    let sortName = name < sortNames.holding.count ? Int(sortNames.holding[name]) : 0
    return sortName == 0 ? folded[name] : sortNames.folded[sortName - 1]
  }
}
