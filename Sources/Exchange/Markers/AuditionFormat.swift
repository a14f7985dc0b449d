import Music

/// Adobe Audition's list of markers: tab-separated columns, though its files are called .csv.
///
/// Starts of tracks are of the type "CD Track", cues of the type "Cue", with their kind before
/// their name: "Drop: The big one". The description has the notes, behind the colour in square
/// brackets.
enum AuditionFormat {
  private static let header = [
    "Name", "Start", "Duration", "Time Format", "Type", "Description",
  ]
  private static let trackType = "CD Track"

  static func read(_ bytes: [UInt8]) throws(DocumentProblem)
    -> (markers: [MixMarker], problems: [DocumentProblem])
  {
    var columns: Columns?
    return try MarkerLines.read(bytes, of: "Audition") {
      lines, text, line throws(DocumentProblem)
      in
      let fields = text.fields(separatedBy: "\t").map(FormulaGuard.removed)
      guard let known = columns else {
        let (found, isHeader) = try Columns.found(in: fields, line: line)
        columns = found
        if !isHeader { try add(fields, found, to: &lines, line) }
        return
      }
      try add(fields, known, to: &lines, line)
    }
  }

  private static func add(
    _ fields: [String], _ columns: Columns, to lines: inout MarkerLines, _ line: Int
  ) throws(DocumentProblem) {
    let clock: Clock
    do throws(DocumentProblem) {
      clock = try Clock(columns[.format, fields].withoutOuterSpaces)
    } catch {
      return try lines.refuse(line, error.reason)
    }
    guard let start = clock.time(columns[.start, fields].withoutOuterSpaces) else {
      return try lines.refuse(line, "its start is not a time like 1:02.500")
    }
    let duration = columns[.duration, fields].withoutOuterSpaces
    guard let length = duration.isEmpty ? .zero : clock.time(duration) else {
      return try lines.refuse(line, "its duration is not a time like 1:02.500")
    }
    let (color, notes) = ColorTag.readLeading(columns[.description, fields])
    var marker = MixMarker(
      name: columns[.name, fields], start: start, length: length, notes: notes, color: color)
    if columns[.type, fields].withoutOuterSpaces.lowercased() == trackType.lowercased() {
      marker.kind = .track
    } else {
      let (kind, name) = MarkerName.read(marker.name)
      marker.kind = kind ?? .cue(.marker)
      marker.name = name
    }
    try lines.add(marker, line: line)
  }

  static func bytes(of markers: [MixMarker]) -> [UInt8] {
    let lines = [header] + markers.map(fields)
    return Array(
      lines.map { $0.map(FormulaGuard.added).joined(separator: "\t") + "\n" }.joined().utf8)
  }

  private static func fields(of marker: MixMarker) -> [String] {
    let start = marker.start.wholeMilliseconds
    // Both ends are rounded, so that adjacent markers stay adjacent.
    let end = (max(.zero, marker.start) + max(.zero, marker.length)).wholeMilliseconds
    let name = marker.name.inOneLine
    let isTrack = marker.kind == .track
    return [
      isTrack ? name : MarkerName.text(marker.kind, name),
      MarkerTime.clock(milliseconds: start), MarkerTime.clock(milliseconds: end - start),
      "decimal", isTrack ? trackType : "Cue",
      ColorTag.leading(marker.color, marker.notes.inOneLine),
    ]
  }

  /// The columns of the fields.
  private struct Columns {
    enum Column: Int, CaseIterable { case name, start, duration, format, type, description }

    private let places: [Int?]

    subscript(column: Column, fields: [String]) -> String {
      guard let offset = places[column.rawValue], offset < fields.count else { return "" }
      return fields[offset]
    }

    /// By the names in the header; a header in another language has the same columns, and without
    /// one the first line is a marker.
    static func found(in fields: [String], line: Int) throws(DocumentProblem)
      -> (Columns, isHeader: Bool)
    {
      let names = fields.map { $0.withoutOuterSpaces.lowercased() }
      let places = header.map { names.firstIndex(of: $0.lowercased()) }
      if places[Column.name.rawValue] != nil, places[Column.start.rawValue] != nil {
        return (Columns(places: places), true)
      }
      let standard = Columns(places: Array(0..<header.count))
      guard fields.count >= 3 else {
        throw DocumentProblem(
          line: line,
          reason: "no markers of Audition: they begin with Name, Start, Duration between tabs")
      }
      let isHeader = !fields[1].utf8.contains { (48...57).contains($0) }
      guard !isHeader || fields.count >= 5 else {
        throw DocumentProblem(
          line: line, reason: "no markers of Audition: neither its header nor a time")
      }
      return (standard, isHeader)
    }
  }

  /// The unit of a line's times.
  private enum Clock {
    case decimal
    /// Samples a second.
    case samples(Int64)

    init(_ format: Substring) throws(DocumentProblem) {
      let words = format.lowercased().split(separator: " ")
      if words.isEmpty || words[0] == "decimal" {
        self = .decimal
      } else if words.count == 2, words[1] == "hz", let rate = MarkerTime.number(words[0].utf8),
        rate > 0
      {
        self = .samples(rate)
      } else {
        throw DocumentProblem(
          reason: "times as “\(format.prefix(40))”: set Audition's time display to decimal and"
            + " export again")
      }
    }

    func time(_ text: Substring) -> Duration? {
      switch self {
      case .decimal: return MarkerTime.time(text)
      case .samples(let rate):
        guard (1...18).contains(text.utf8.count),
          text.utf8.allSatisfy({ (48...57).contains($0) }), let samples = Int64(text)
        else { return nil }
        let seconds = samples / rate
        guard seconds < EntryPlayback.latest.components.seconds else { return nil }
        let nanoseconds = (samples % rate * 1_000_000_000 + rate / 2) / rate
        return .seconds(seconds) + .nanoseconds(nanoseconds)
      }
    }
  }
}
