import Music
import Screen

/// The columns of a list of tracks, fitted to its width: the least important go first.
struct TrackColumns {
  enum Kind: Equatable {
    case state, row, number, title, artist, album, year, bpm, key, energy, loudness, plays, rating,
      badges, time
  }

  struct Column: Equatable {
    var kind: Kind
    var start: Int
    var width: Int
  }

  let columns: [Column]

  /// `numbered` shows the track's number before its title and no album.
  ///
  /// - Parameter rowDigits: the digits of the rows' own numbers; 0 for rows without.
  init(width: Int, numbered: Bool = false, keys: KeyNotation = .both, rowDigits: Int = 0) {
    var fixed: [(Kind, Int)] = [(.state, 2)]
    if rowDigits > 0, !numbered, width >= 40 { fixed.append((.row, rowDigits + 2)) }
    if numbered { fixed.append((.number, 4)) }
    let ending: [(Kind, Int)] =
      switch width {
      case ..<26: [(.badges, 4)]
      case ..<40: [(.badges, 4), (.time, 8)]
      case ..<68: [(.bpm, 5), (.key, 5), (.badges, 4), (.time, 8)]
      case ..<110: [(.bpm, 5), (.key, 5), (.energy, 3), (.rating, 8), (.badges, 4), (.time, 8)]
      case ..<124:
        [
          (.year, 6), (.bpm, 5), (.key, 5), (.energy, 3), (.plays, 6), (.rating, 8), (.badges, 4),
          (.time, 8),
        ]
      default:
        [
          (.year, 6), (.bpm, 7), (.key, keys == .both ? 9 : 5), (.energy, 7), (.loudness, 6),
          (.plays, 6), (.rating, 8), (.badges, 4), (.time, 8),
        ]
      }
    // Shares of the remaining width, in tenths.
    var shares: [(Kind, Int)] = [(.title, 10)]
    // Beside tempo and key there is room for the artist from here on.
    if (34..<40).contains(width) || width >= 50 { shares = [(.title, 6), (.artist, 4)] }
    if width >= 90, !numbered { shares = [(.title, 4), (.artist, 3), (.album, 3)] }
    let room = width - (fixed + ending).reduce(0) { $0 + $1.1 }
    let total = shares.reduce(0) { $0 + $1.1 }
    var left = room
    var flexible: [(Kind, Int)] = []
    for (kind, share) in shares.reversed() {
      let width = kind == .title ? left : room * share / total
      left -= width
      flexible.insert((kind, max(0, width)), at: 0)
    }
    var start = 0
    columns = (fixed + flexible + ending).map { kind, width in
      defer { start += width }
      return Column(kind: kind, start: start, width: width)
    }
  }

  /// The column headings above the list, with an arrow at the sort column.
  func drawHeadings(on line: Canvas, query: ListQuery?, hasLines: Bool = false) {
    for column in columns {
      if hasLines, column.kind.hasLine {
        line.put("│", .border, at: column.start + column.width - 1)
      }
      guard let (name, sort) = TrackColumns.heading(column.kind) else { continue }
      let isSorted = query.map { $0.sort == sort && $0.sortColumns.contains($0.sort) } ?? false
      line.columns(from: column.start, count: column.width - 1).put(
        (column.width < 5 ? String(name.prefix(2)) : name) + (isSorted ? query?.arrow ?? "" : ""),
        isSorted ? .accent : .dimmed,
        align: column.kind.isNumber || column.kind == .key && column.width < 6 ? .right : .left)
    }
  }

  /// The order of the heading at a column.
  func sort(at column: Int) -> SortColumn? {
    columns.first { ($0.start..<$0.start + $0.width).contains(column) }
      .flatMap { TrackColumns.heading($0.kind)?.1 }
  }

  private static func heading(_ kind: Kind) -> (String, SortColumn?)? {
    switch kind {
    case .state, .badges: nil
    case .row: ("#", nil)
    case .number: ("№", .artist)
    case .title: ("Title", .title)
    case .artist: ("Artist", .artist)
    case .album: ("Album", .album)
    case .year: ("Year", .year)
    case .bpm: ("BPM", .bpm)
    case .key: ("Key", .key)
    case .energy: ("Energy", .energy)
    case .loudness: ("LUFS", .loudness)
    case .plays: ("Plays", .plays)
    case .rating: ("Rating", .rating)
    case .time: ("Time", .duration)
    }
  }
}

extension TrackColumns.Kind {
  /// Whether a line may stand in the last of its columns, which is blank.
  var hasLine: Bool {
    switch self {
    case .state, .row, .time: false
    case .number, .title, .artist, .album, .year, .bpm, .key, .energy, .loudness, .plays, .rating,
      .badges:
      true
    }
  }

  var isNumber: Bool {
    switch self {
    case .row, .number, .year, .bpm, .energy, .loudness, .plays, .time: true
    case .state, .title, .artist, .album, .key, .rating, .badges: false
    }
  }
}
