internal import Music

extension TrackColumns {
  /// Texts shared by many tracks: each is stored once.
  struct Names {
    /// The text of each track: an index into `folded`, by ordinal.
    var index = Column<UInt32>()
    var folded = TextColumn()
    /// As displayed.
    var shown = TextColumn()
    /// By name: its rank by sort name, or by name where none applies; equal for names that are
    /// written differently but sort alike, and unique otherwise; the absent name is last.
    var ranks = Column<UInt32>()
    /// By name: the first that sorts alike, which never changes.
    var same = Column<UInt32>()
    /// All names in order of folded text, whatever their sort names.
    var sorted = Column<UInt32>()
    var sortNames = SortNames()

    enum Order { case natural, folders }

    let order: Order
    private var table = NameTable()
    private var refolded: [Int: [UInt8]] = [:]

    init() { order = .natural }
    init(order: Order) { self.order = order }

    var count: Int { shown.count }

    /// Whether a searched text has changed, until `reorder` has run.
    var isRefolded: Bool { !refolded.isEmpty }

    /// The rank of the absent name, or one behind all ranks.
    var noneRank: UInt32 {
      guard order == .natural, sorted.count > 0 else { return .max }
      let last = Int(sorted[sorted.count - 1])
      return NaturalOrder.isNone(folded[last]) ? ranks[last] : .max
    }

    func isNone(_ name: Int) -> Bool {
      order == .natural && NaturalOrder.isNone(folded[name])
    }

    /// The index of a name with a sort name, which is added when it is new.
    ///
    /// - Parameters:
    ///   - sortName: As `SortNames.sortName(_:of:)` has it.
    ///   - folding: Returns the searched text of the name, and the folded sort name.
    mutating func find(
      _ name: UnsafeBufferPointer<UInt8>,
      sortName: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0),
      folding: (UnsafeBufferPointer<UInt8>) -> [UInt8]
    ) -> UInt32 {
      if let known = table.find(name, sortName, in: shown, sortNames) {
        if order == .folders {
          let text = folding(name)
          let isKnown =
            refolded[Int(known)].map { $0 == text } ?? folded[Int(known)].elementsEqual(text)
          if !isKnown { refolded[Int(known)] = text }
        }
        return known
      }
      folded.append(folding(name))
      shown.append(name)
      if !sortName.isEmpty {
        sortNames.append(sortName, folded: folding(sortName), of: shown.count - 1)
      }
      return table.insert(UInt32(shown.count - 1), in: shown, sortNames)
    }

    /// Sorts new names in, and names with another sort name anew.
    ///
    /// - Parameters:
    ///   - tracks: All present tracks.
    ///   - isMoved: Whether any came, went or has a new name.
    /// - Returns: By name, for the first of those that sort alike: whether its former position is
    ///   wrong now. Empty for none.
    mutating func reorder(_ tracks: TrackSet, isMoved: Bool) -> [Bool] {
      if !refolded.isEmpty {
        folded = folded.replacing(refolded)
        refolded = [:]
      }
      let (known, before) = (sorted.count, ranks)
      if known < count { arrange() }
      guard sortNames.count > 0, isMoved || known < count else { return [] }
      let hadAny = sortNames.holding.count > 0
      let turned = cacheSortNames(of: tracks, known: known)
      let hasAny = sortNames.holding.count > 0
      guard hadAny || hasAny, known < count || !turned.isEmpty else { return turned }
      let plain = known < count || !hadAny ? ranks : plainRanks
      ranks = hasAny ? ranksBySortNames(plain, before, known: known, turned: turned) : plain
      return turned
    }

    /// The ranks of names without sort names.
    private var plainRanks: Column<UInt32> {
      let plain = Column<UInt32>(repeating: 0, count: count)
      var (last, rank): (UInt32?, UInt32) = (nil, 0)
      for name in sorted.values {
        let first = same[Int(name)]
        if let last, last != first { rank += 1 }
        plain[Int(name)] = rank
        last = first
      }
      return plain
    }

    /// Sorts new names in, by folded text alone.
    private mutating func arrange() {
      let known = sorted.count
      let keys = order == .folders ? folderKeys(known..<count) : TextColumn()
      func compare(_ left: Int, _ right: Int) -> Int {
        guard order == .folders else { return NaturalOrder.compare(folded[left], folded[right]) }
        guard left < known || right < known else {
          return Names.compare(keys[left - known], keys[right - known])
        }
        return Names.compare(
          left < known ? folderKey(left) : Array(keys[left - known]),
          right < known ? folderKey(right) : Array(keys[right - known]))
      }
      let added = (known..<count).sorted { (compare($0, $1), $0) < (0, $1) }
      var merged: [UInt32] = []
      merged.reserveCapacity(count)
      var start = 0
      for name in added {
        let index = Names.partitionIndex(in: start..<known) { compare(Int(sorted[$0]), name) <= 0 }
        merged += sorted.values[start..<index]
        merged.append(UInt32(name))
        start = index
      }
      merged += sorted.values[start..<known]
      (ranks, same) = ranked(merged, known: known, compare)
      sorted = Column(merged)
    }

    /// The ranks of all names, and for each the first that sorts alike.
    private func ranked(_ merged: [UInt32], known: Int, _ compare: (Int, Int) -> Int)
      -> (ranks: Column<UInt32>, same: Column<UInt32>)
    {
      let fresh = Column<UInt32>(repeating: 0, count: count)
      let first = Column<UInt32>(repeating: 0, count: count)
      var rank: UInt32 = 0
      var start = 0
      for index in merged.indices {
        let name = Int(merged[index])
        if index > 0 {
          let last = Int(merged[index - 1])
          let isAlike =
            last < known && name < known ? ranks[last] == ranks[name] : compare(last, name) == 0
          if !isAlike {
            rank += 1
            start = index
          }
        }
        fresh[name] = rank
        // Among equal names the older ones come first.
        first[name] = merged[start]
      }
      return (fresh, first)
    }

    /// The first name that sorts like a text.
    func first(like text: String) -> Int? {
      let wanted = Array(SortKey.folded(text).utf8)
      return wanted.withUnsafeBufferPointer { wanted in
        let index = Names.partitionIndex(in: 0..<sorted.count) {
          NaturalOrder.compare(folded[Int(sorted[$0])], wanted) < 0
        }
        guard index < sorted.count else { return nil }
        let name = Int(sorted[index])
        return NaturalOrder.compare(folded[name], wanted) == 0 ? name : nil
      }
    }

    /// The range in `sorted` of a folder and all below it; folders whose names differ in case only
    /// may be among them.
    func places(below folder: FilePath) -> Range<Int> {
      let key = FolderKey.key(folder)
      let before = Array(key.dropLast())
      let start = Names.partitionIndex(in: 0..<sorted.count) {
        Names.compare(FolderKey.key(path(Int(sorted[$0]))), before) <= 0
      }
      let end = Names.partitionIndex(in: start..<sorted.count) {
        Names.compare(FolderKey.key(path(Int(sorted[$0]))), key) <= 0
      }
      return start..<end
    }

    func path(_ name: Int) -> FilePath { FilePath(bytes: Array(shown[name])) }

    private func folderKey(_ name: Int) -> [UInt8] {
      // Where only the case differs, the path decides, so that each folder has a unique key.
      FolderKey.key(path(name)) + Array(shown[name])
    }

    /// The keys of several folders. Siblings are contiguous: their parent's key is built once.
    private func folderKeys(_ names: Range<Int>) -> TextColumn {
      var keys = TextColumn()
      var last: (path: ArraySlice<UInt8>, key: [UInt8])?
      for name in names {
        let path = Array(shown[name])
        let cut = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
        var key: [UInt8]
        if cut > 0, cut < path.count - 1 {
          if last?.path != path[..<cut] {
            last = (path[..<cut], FolderKey.key(FilePath(bytes: Array(path[..<cut]))))
          }
          key = FolderKey.folder(Array(path[(cut + 1)...]), in: last?.key ?? [])
        } else {
          key = FolderKey.key(FilePath(bytes: path))
        }
        keys.append(key + path)
      }
      return keys
    }

    /// The first index in a range at which a condition no longer holds.
    static func partitionIndex(in range: Range<Int>, while holds: (Int) -> Bool) -> Int {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = (low + high) / 2
        if holds(middle) { low = middle + 1 } else { high = middle }
      }
      return low
    }

    private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
      left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { compare(left, $0) }
      }
    }

    private static func compare(
      _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> Int {
      for index in 0..<min(left.count, right.count) where left[index] != right[index] {
        return Int(left[index]) - Int(right[index])
      }
      return left.count - right.count
    }
  }
}
