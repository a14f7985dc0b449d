import Music
import Screen

/// The columns of a list of tracks, fitted to its width: the least important go first.
package struct TrackColumns {
  struct Column: Equatable {
    var kind: Kind
    var start: Int
    var width: Int
  }

  let columns: [Column]
  /// Columns of the row in front of the first one, which a cover takes.
  let indent: Int

  /// `numbered` shows the track's number before its title and no album.
  ///
  /// - Parameters:
  ///   - rowDigits: the digits of the rows' own numbers; 0 for rows without.
  ///   - hasNamesBelow: whether artist and album have a line of their own.
  init(
    width: Int, numbered: Bool = false, keys: KeyNotation = .both, rowDigits: Int = 0,
    hasNamesBelow: Bool = false, indent: Int = 0
  ) {
    let width = width - indent
    var fixed: [(Kind, Int)] = [(.state, 2)]
    if rowDigits > 0, !numbered, width >= 40 { fixed.append((.row, rowDigits + 2)) }
    if numbered { fixed.append((.number, 4)) }
    let ending: [(Kind, Int)] =
      switch width {
      case ..<26: [(.badges, 4)]
      case ..<40: [(.badges, 4), (.time, 8)]
      case ..<68: [(.bpm, 5), (.key, 5), (.badges, 4), (.time, 8)]
      case ..<110: [(.bpm, 5), (.key, 5), (.energy, 3), (.rating, 9), (.badges, 4), (.time, 8)]
      case ..<124:
        [
          (.year, 6), (.bpm, 5), (.key, 5), (.energy, 3), (.plays, 6), (.rating, 9), (.badges, 4),
          (.time, 8),
        ]
      default:
        [
          (.year, 6), (.bpm, 7), (.key, keys == .both ? 9 : 5), (.energy, 7), (.loudness, 6),
          (.plays, 6), (.rating, 9), (.badges, 4), (.time, 8),
        ]
      }
    // Shares of the remaining width, in tenths.
    var shares: [(Kind, Int)] = [(.title, 10)]
    // Beside tempo and key there is room for the artist from here on.
    if (34..<40).contains(width) || width >= 50 { shares = [(.title, 6), (.artist, 4)] }
    if width >= 90, !numbered { shares = [(.title, 4), (.artist, 3), (.album, 3)] }
    if hasNamesBelow { shares = [(.title, 10)] }
    let room = width - (fixed + ending).reduce(0) { $0 + $1.1 }
    let total = shares.reduce(0) { $0 + $1.1 }
    var left = room
    var flexible: [(Kind, Int)] = []
    for (kind, share) in shares.reversed() {
      let width = kind == .title ? left : room * share / total
      left -= width
      flexible.insert((kind, max(0, width)), at: 0)
    }
    self.indent = indent
    var start = indent
    columns = (fixed + flexible + ending).map { kind, width in
      defer { start += width }
      return Column(kind: kind, start: start, width: width)
    }
  }

  /// Chosen columns in their order, as far as they fit; the slots are before a time at the end.
  init(width: Int, chosen: [ChosenColumn], rowDigits: Int = 0, indent: Int = 0) {
    let width = width - indent
    var fixed: [(Kind, Int)] = [(.state, 2)]
    if rowDigits > 0, width >= 40 { fixed.append((.row, rowDigits + 2)) }
    var kept = chosen
    let badges = Kind.badges.minimumWidth
    let room = width - fixed.reduce(badges) { $0 + $1.1 }
    func isTooWide() -> Bool {
      kept.reduce(0) { $0 + ($1.width ?? $1.kind.minimumWidth) } > room
    }
    for kind in Kind.givingWay where isTooWide() { kept.removeAll { $0.kind == kind } }
    if isTooWide() { kept = kept.map { ChosenColumn($0.kind) } }
    if isTooWide() { kept.removeAll { $0.kind == .time } }
    // The least widths first; the rest is divided among the columns of names.
    var widths = kept.map { $0.width ?? $0.kind.minimumWidth }
    let free = max(0, room - widths.reduce(0, +))
    let shares = kept.map { $0.width == nil ? $0.kind.share ?? 0 : 0 }
    let total = max(1, shares.reduce(0, +))
    for index in kept.indices { widths[index] += free * shares[index] / total }
    if let index = shares.lastIndex(where: { $0 > 0 }) {
      widths[index] += room - widths.reduce(0, +)
    }
    var all = fixed + zip(kept.map(\.kind), widths)
    let hasTimeLast = kept.last?.kind == .time
    all.insert((.badges, badges), at: hasTimeLast ? all.count - 1 : all.count)
    self.indent = indent
    var start = indent
    columns = all.map { kind, width in
      defer { start += width }
      return Column(kind: kind, start: start, width: width)
    }
  }

  /// The column at which the name of a row begins.
  func start(of row: ListRow?) -> Int {
    row?.track == nil ? 2 : columns.first { $0.kind == .title }?.start ?? 2
  }

  /// The column headings above the list, with an arrow at the sort column.
  func drawHeadings(on line: Canvas, query: ListQuery?, hasLines: Bool = false) {
    for column in columns {
      if hasLines, column.kind.hasLine {
        line.put("│", .border, at: column.start + column.width - 1)
      }
      guard let (name, sort) = column.kind.heading else { continue }
      let isSorted = query.map { $0.order == sort && $0.sortColumns.contains($0.sort) } ?? false
      line.columns(from: column.start, count: column.width - 1).put(
        (column.width < 5 ? String(name.prefix(2)) : name) + (isSorted ? query?.arrow ?? "" : ""),
        isSorted ? .accent : .dimmed,
        align: column.kind.isNumber || column.kind == .key && column.width < 9 ? .right : .left)
    }
  }

  /// The order of the heading at a column.
  func sort(at column: Int) -> SortColumn? {
    columns.first { ($0.start..<$0.start + $0.width).contains(column) }
      .flatMap { $0.kind.heading?.1 }
  }
}
