import Music

/// Reaper's list of markers and regions, comma separated: `#,Name,Start,End,Length,Color`.
///
/// A marker's kind precedes its name: "Drop: The big one". Our times have a colon, so that Reaper
/// parses them as minutes and seconds whatever its ruler shows.
enum ReaperFormat {
  private static let header = ["#", "Name", "Start", "End", "Length", "Color"]

  static func read(_ bytes: [UInt8]) throws(DocumentProblem)
    -> (markers: [MixMarker], problems: [DocumentProblem])
  {
    var places: [Int?]?
    return try MarkerLines.read(bytes, of: "Reaper") {
      lines, text, line throws(DocumentProblem)
      in
      guard let fields = CommaSeparated.fields(of: text)?.map(FormulaGuard.removed) else {
        return try lines.refuse(line, "a quotation mark without its other half")
      }
      guard let known = places else {
        places = try columns(named: fields, line)
        return
      }
      try add(Fields(places: known, values: fields), to: &lines, line)
    }
  }

  private struct Fields {
    var places: [Int?]
    var values: [String]

    subscript(column: Int) -> String {
      guard let offset = places[column], offset < values.count else { return "" }
      return values[offset]
    }
  }

  private static func columns(named fields: [String], _ line: Int) throws(DocumentProblem)
    -> [Int?]
  {
    let names = fields.map { $0.withoutOuterSpaces.lowercased() }
    let places = header.map { names.firstIndex(of: $0.lowercased()) }
    guard places[1] != nil, places[2] != nil else {
      throw DocumentProblem(
        line: line, reason: "no markers of Reaper: they begin with #,Name,Start,End,Length")
    }
    return places
  }

  private static func add(
    _ fields: Fields, to lines: inout MarkerLines, _ line: Int
  ) throws(DocumentProblem) {
    var times: [Duration?] = []
    for column in 2...4 {
      let text = fields[column].withoutOuterSpaces
      guard !text.isEmpty else {
        times.append(nil)
        continue
      }
      guard let time = MarkerTime.time(text) else {
        return try lines.refuse(line, reason(against: text))
      }
      times.append(time)
    }
    guard let start = times[0] else { return try lines.refuse(line, "has no start") }
    let length = times[1].map { $0 - start } ?? times[2] ?? .zero
    guard length >= .zero else { return try lines.refuse(line, "ends before it starts") }
    let (kind, name) = MarkerName.read(fields[1])
    try lines.add(
      MixMarker(
        kind ?? .cue(.marker), name: name, start: start, length: length,
        color: MarkColor(hexadecimal: fields[5].withoutOuterSpaces)?.rawValue),
      line: line)
  }

  private static func reason(against text: Substring) -> String {
    let advice = "set Reaper's ruler to minutes and seconds and export again"
    let isNumber = text.utf8.allSatisfy { (48...57).contains($0) }
    let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
    let points = text.utf8.count { $0 == UInt8(ascii: ".") }
    return if isNumber {
      "“\(text.prefix(40))” counts samples: \(advice)"
    } else if colons == 0, points >= 2 {
      "“\(text.prefix(40))” is in measures and beats: \(advice)"
    } else if colons == 3 {
      "“\(text.prefix(40))” is in frames: \(advice)"
    } else {
      "“\(text.prefix(40))” is not a time like 1:02.500"
    }
  }

  static func bytes(of markers: [MixMarker]) -> [UInt8] {
    var counts = (markers: 0, regions: 0)
    let lines = markers.map { marker in
      let start = marker.start.wholeMilliseconds
      let end = (max(.zero, marker.start) + max(.zero, marker.length)).wholeMilliseconds
      let isRegion = end > start
      if isRegion { counts.regions += 1 } else { counts.markers += 1 }
      return [
        isRegion ? "R\(counts.regions)" : "M\(counts.markers)",
        MarkerName.text(marker.kind, marker.name.inOneLine),
        MarkerTime.clock(milliseconds: start),
        isRegion ? MarkerTime.clock(milliseconds: end) : "",
        isRegion ? MarkerTime.clock(milliseconds: end - start) : "",
        marker.color.flatMap(MarkColor.init(of:))?.hexadecimal ?? "",
      ]
    }
    return Array(
      ([header] + lines).map { CommaSeparated.line(of: $0.map(FormulaGuard.added)) + "\n" }.joined()
        .utf8)
  }
}
