import Music
import Screen

/// The columns of a table of tracks to be mixed, fitted to a width.
struct MixTable {
  enum Kind: Equatable {
    case number, at, was, score, scoreBar, title, artist, change, bpm, key, energy, longEnergy
    case time, join, clash, badges, played
  }

  struct Column: Equatable {
    let kind: Kind
    let start: Int
    let width: Int
  }

  let columns: [Column]

  /// The title gets at least this much before another column shows.
  private static let minimumTitle = 17

  /// - Parameters:
  ///   - kinds: In their order, with a title.
  ///   - last: The kinds that give way to the title, the first one first.
  ///   - digits: The width of numbers.
  init(_ kinds: [Kind], width whole: Int, givingWay last: [Kind], digits: Int = 2) {
    func width(of kind: Kind) -> Int { kind.width ?? (kind == .number ? digits : digits + 4) }
    func used(_ kinds: [Kind]) -> Int {
      kinds.reduce(0) {
        $0 + ($1 == .title || $1 == .artist ? 0 : width(of: $1)) + $1.gap
      } - (kinds.last?.gap ?? 0)
    }
    var kept = kinds
    for kind in last {
      // An artist without room for some letters is not worth a column.
      let needed = kept.contains(.artist) ? Self.minimumTitle + 11 : Self.minimumTitle
      guard whole - used(kept) < needed else { break }
      kept.removeAll { $0 == kind }
    }
    let room = max(0, whole - used(kept))
    let title = kept.contains(.artist) ? room * 58 / 100 : room
    var (start, columns) = (0, [Column]())
    for kind in kept {
      let size = kind == .title ? title : kind == .artist ? room - title : width(of: kind)
      columns.append(Column(kind: kind, start: start, width: size))
      start += size + kind.gap
    }
    self.columns = columns
  }

  func drawHeadings(on line: Canvas) {
    for column in columns {
      line.columns(from: column.start, count: column.width)
        .put(column.kind.heading, .header, align: column.kind.isNumber ? .right : .left, keep: nil)
    }
  }
}

extension MixTable.Kind {
  /// Nil for kinds that are as wide as there is room, or as their numbers.
  fileprivate var width: Int? {
    switch self {
    case .number, .was, .title, .artist: nil
    case .at: 7
    case .score: 3
    case .scoreBar, .longEnergy: 10
    case .change, .bpm: 5
    case .key: 4
    case .energy: 8
    case .time: 6
    case .played: 10
    case .join: 8
    case .badges: 3
    case .clash: 1
    }
  }

  fileprivate var gap: Int { self == .score || self == .badges ? 1 : 2 }

  fileprivate var heading: String {
    switch self {
    case .number: "#"
    case .at: "At"
    case .was: "Was"
    case .score: "Fit"
    case .scoreBar, .clash: ""
    case .title: "Title"
    case .artist: "Artist"
    case .change: "Δ %"
    case .bpm: "BPM"
    case .key: "Key"
    case .energy, .longEnergy: "Energy"
    case .time: "Time"
    case .join: "Join"
    case .badges: "Mix"
    case .played: "Played"
    }
  }

  var isNumber: Bool {
    switch self {
    case .number, .at, .was, .score, .change, .bpm, .key, .time, .played: true
    case .scoreBar, .title, .artist, .energy, .longEnergy, .join, .badges, .clash: false
    }
  }
}

/// The cells that the tables of tracks to be mixed have in common.
struct MixCells {
  let app: App

  /// "+1.6", "−0.8", "0.0"; a dash where a tempo is unknown.
  static func change(_ difference: Double?) -> String {
    guard let difference else { return "—" }
    let tenths = Int((difference * 1_000).rounded())
    let sign = tenths == 0 ? "" : tenths < 0 ? "−" : "+"
    return sign + "\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }

  func put(_ key: MusicalKey?, of track: Track, on cell: Canvas, isBold: Bool = false) {
    let text = FindingsText(track: track, notation: app.keyNotation).keyColumn(width: 4)
    guard let key, app.hasColors else {
      cell.put(text, .dimmed, align: .right)
      return
    }
    cell.put(
      text, .dimmed, align: .right,
      colors: key.textColors(on: cell.ground, in: app.skins.theme, isBold: isBold))
  }

  /// A line of so many of ten parts, the rest of it fainter.
  func putLine(_ glyph: Character, _ part: Double, _ face: Face, on cell: Canvas) {
    let filled = min(cell.columns, max(0, Int((part * Double(cell.columns)).rounded())))
    if app.hasColors { cell.fill(glyph, .progressRest) }
    cell.columns(from: 0, count: filled).fill(glyph, face)
  }

  /// Five parts, and the number.
  func putEnergy(_ energy: Int?, on cell: Canvas) {
    guard let energy else {
      cell.put("—", .dimmed, align: .right)
      return
    }
    putLine("▬", Double(energy) / 10, .progress, on: cell.columns(from: 0, count: 5))
    cell.put("\(energy)", .dimmed, align: .right)
  }

  func putBadges(_ slots: Set<MixSlot>, on cell: Canvas) {
    for slot in slots { cell.put("\(slot.rawValue)", slot.badge, at: slot.rawValue - 1) }
  }
}
