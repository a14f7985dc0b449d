package import Music

/// The beginning of a name, found by bisection in rows that are in the order of their names.
package struct NameBeginning: Sendable {
  /// A row, and whether its name begins so; else it is the next one in order.
  package struct Found: Equatable, Sendable {
    package var index: Int
    package var isMatch: Bool
  }

  typealias Text = UnsafeBufferPointer<UInt8>

  /// Folded, without spaces in front. Zeros in front of a number do not count in any order.
  private let text: [UInt8]
  /// Whether any name is meant that begins with neither letter nor digit.
  private let isSign: Bool
  /// Numbers that begin with its last digits are longer by up to so many.
  private static let moreDigits = 6

  /// Creates nothing of a text of spaces.
  package init?(_ text: String) {
    self.text = Array(SortKey.folded(text).utf8.drop { $0 == 0x20 })
    isSign = self.text == [UInt8(ascii: "#")]
    if self.text.isEmpty { return nil }
  }

  /// The first row in an order; nil where no row has a name.
  ///
  /// - Parameter name: The folded name of a row; nil for none, which are the last rows.
  func find(in count: Int, isDescending: Bool, name: (Int) -> Text?) -> Found? {
    let known = TrackColumns.Names.partitionIndex(in: 0..<count) { name($0) != nil }
    guard known > 0 else { return nil }
    func first(while holds: (Text) -> Bool) -> Int {
      TrackColumns.Names.partitionIndex(in: 0..<known) { name($0).map(holds) ?? false }
    }
    func isFound(_ index: Int) -> Bool { index < known && name(index).map(begins) ?? false }
    if isSign {
      // Signs are in front of digits, in front of letters, and behind the basic letters.
      let bounds: [UInt8] = isDescending ? [0x80, 0x61, 0x30] : [0, 0x3A, 0x7B]
      let index = bounds.map { bound in
        first { (compare($0, [bound]) < 0) != isDescending }
      }.first(where: isFound)
      return Found(index: index ?? 0, isMatch: index != nil)
    }
    var nearest: Int?
    let more = Array(0...(endsInDigit ? NameBeginning.moreDigits : 0))
    for digits in isDescending ? more.reversed() : more {
      let index: Int
      if isDescending {
        let last = text + [UInt8](repeating: 0x39, count: digits)
        index = first { compare($0, last) > 0 && !begins($0, last) }
      } else {
        let least = text + [UInt8](repeating: 0x30, count: digits)
        index = first { compare($0, least) < 0 }
      }
      if isFound(index) { return Found(index: index, isMatch: true) }
      if digits == 0 { nearest = index }
    }
    return Found(index: min(nearest ?? 0, known - 1), isMatch: false)
  }

  /// The first row of few, in whatever order; else the one with the least name behind the text.
  package func find(in names: [String]) -> Found? {
    let names = names.map { Array(SortKey.folded($0).utf8) }
    if let index = names.firstIndex(where: { $0.withUnsafeBufferPointer(begins) }) {
      return Found(index: index, isMatch: true)
    }
    let behind = names.indices.filter {
      names[$0].withUnsafeBufferPointer { compare($0, text) > 0 }
    }
    let next = behind.min { left, right in
      names[left].withUnsafeBufferPointer { compare($0, names[right]) < 0 }
    }
    guard let index = next ?? names.indices.last else { return nil }
    return Found(index: index, isMatch: false)
  }

  private var endsInDigit: Bool { text.last.map(NameBeginning.isDigit) ?? false }

  private func begins(_ name: Text) -> Bool {
    guard isSign else { return begins(name, text) }
    guard let first = name.first(where: { $0 != 0x20 }) else { return false }
    return first < 0x80 && !NameBeginning.isDigit(first) && !(0x61...0x7A).contains(first)
  }

  private func begins(_ name: Text, _ text: [UInt8]) -> Bool {
    name.drop { $0 == 0x20 }.starts(with: text)
  }

  private func compare(_ name: Text, _ text: [UInt8]) -> Int {
    text.withUnsafeBufferPointer { NaturalOrder.compare(name, $0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

extension Catalog {
  /// The first track of a list whose name begins so, by the names that the list is sorted by.
  ///
  /// - Parameter isOneFolder: Whether all tracks are in one folder.
  package func find(
    _ beginning: NameBeginning, in list: TrackList, sort: SortColumn, isDescending: Bool,
    isOneFolder: Bool
  ) -> (jump: ListJump, index: Int?) {
    guard let tracks = list.ordinals(among: columns.id), !tracks.isEmpty else {
      return (.empty, nil)
    }
    let columns = columns
    func text(_ names: TrackColumns.Names, _ track: Int) -> NameBeginning.Text? {
      names.sortText(ofName: Int(names.index[track]))
    }
    let name: (Int) -> NameBeginning.Text?
    switch sort {
    case .title:
      name = {
        let title = columns.sortTitle($0)
        return NaturalOrder.isNone(title) ? nil : title
      }
    case .artist where !isOneFolder: name = { text(columns.artist, $0) }
    case .album: name = { text(columns.album, $0) }
    case .artist, .path:
      guard isOneFolder else { return (.unsorted, nil) }
      name = { columns.name($0) }
    case .year, .bpm, .key, .duration, .rating, .plays, .added, .played, .energy, .loudness,
      .category, .collection, .mood, .tracks:
      return (.unsorted, nil)
    }
    return withExtendedLifetime(columns) {
      ListJump.result(
        beginning.find(in: tracks.count, isDescending: isDescending) { name(Int(tracks[$0])) })
    }
  }
}

extension GroupList {
  /// The first row whose name begins so, by the names that the list is sorted by.
  ///
  /// - Parameter isOfOneArtist: Whether it lists the albums of one artist.
  package func find(
    _ beginning: NameBeginning, sort: SortColumn, isDescending: Bool, isOfOneArtist: Bool
  ) -> (jump: ListJump, index: Int?) {
    let isByName = sort == .artist && !isOfOneArtist
    guard isByName || sort == .album && kind == .albums else { return (.unsorted, nil) }
    return ListJump.result(
      beginning.find(in: count, isDescending: isDescending) { index in
        isByName
          ? names.sortText(ofName: Int(self[index].name))
          : albums.sortText(ofName: Int(self[index].album))
      })
  }
}

extension FolderList {
  package func find(_ beginning: NameBeginning, isDescending: Bool) -> (
    jump: ListJump, index: Int?
  ) {
    let names = foldedNames
    return ListJump.result(
      beginning.find(in: count, isDescending: isDescending) { names[position(of: $0)] })
  }
}

extension ListJump {
  package static func result(_ found: NameBeginning.Found?) -> (jump: ListJump, index: Int?) {
    found.map { ($0.isMatch ? .found : .next, $0.index) } ?? (.empty, nil)
  }
}

extension TrackColumns.Names {
  /// The folded text by which a name is sorted; nil for the absent name, which is last.
  func sortText(ofName name: Int) -> UnsafeBufferPointer<UInt8>? {
    isNone(name) ? nil : sortText(Int(same[name]))
  }
}
