import Music

/// Audacity's labels: start, end and label, in seconds, separated by tabs; an optional line that
/// begins with a backslash follows, with a frequency range, which is dropped.
///
/// A marker's kind precedes its name, its colour follows it: "Drop: The big one [red]".
enum AudacityFormat {
  static func read(_ bytes: [UInt8]) throws(DocumentProblem)
    -> (markers: [MixMarker], problems: [DocumentProblem])
  {
    try MarkerLines.read(bytes, of: "Audacity") { lines, text, line throws(DocumentProblem) in
      if text.utf8.first == UInt8(ascii: "\\") { return }
      let fields = text.fields(separatedBy: "\t")
      let times = fields.prefix(2).map { MarkerTime.time($0.withoutOuterSpaces) }
      guard let start = times.first.flatMap({ $0 }) else {
        return try lines.refuse(line, "does not begin with a time in seconds and a tab")
      }
      guard times.count == 2, let end = times[1], end >= start else {
        return try lines.refuse(line, "has no end that is a time, or one before its start")
      }
      let (color, label) = ColorTag.readTrailing(
        fields.dropFirst(2).joined(separator: " "))
      let (kind, name) = MarkerName.read(label)
      try lines.add(
        MixMarker(
          kind ?? .cue(.marker), name: name, start: start, length: end - start, color: color),
        line: line)
    }
  }

  static func bytes(of markers: [MixMarker]) -> [UInt8] {
    markers.flatMap { marker in
      let name = MarkerName.text(marker.kind, marker.name.inOneLine)
      let label = ColorTag.trailing(marker.color, name)
      let start = MarkerTime.seconds(microseconds: marker.start.nearestMicroseconds)
      let end = MarkerTime.seconds(
        microseconds: (max(.zero, marker.start) + max(.zero, marker.length)).nearestMicroseconds)
      return Array("\(start)\t\(end)\t\(label)\n".utf8)
    }
  }
}
