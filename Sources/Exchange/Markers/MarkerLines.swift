import Music

/// The lines of a file of markers, with the results.
struct MarkerLines {
  /// Bytes; more than the markers of any recording are.
  static let maximumBytes = 64 << 20
  static let maximumMarkers = 100_000
  /// With more problems than this, the file is of another format.
  static let maximumProblems = 1_000
  /// Bytes.
  static let maximumLine = 64 << 10

  private(set) var markers: [MixMarker] = []
  private(set) var problems: [DocumentProblem] = []

  /// Calls with each line that is not empty, numbered from 1, and the results to add to.
  ///
  /// - Parameter program: the program of the expected format.
  static func read(
    _ bytes: [UInt8], of program: String,
    _ line: (inout MarkerLines, String, Int) throws(DocumentProblem) -> Void
  ) throws(DocumentProblem) -> (markers: [MixMarker], problems: [DocumentProblem]) {
    guard bytes.count <= maximumBytes else {
      throw DocumentProblem(
        reason: "larger than the \(maximumBytes >> 20) MiB that markers may have")
    }
    let text = try FileText(bytes)
    var lines = MarkerLines()
    var number = 0
    var rest = text.bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex { $0 == newline || $0 == carriageReturn } ?? rest.endIndex
      let piece = rest[..<end]
      number += 1
      let isPair =
        end + 1 < rest.endIndex && rest[end] == carriageReturn && rest[end + 1] == newline
      rest = rest[min(rest.endIndex, end + (isPair ? 2 : 1))...]
      if piece.count > maximumLine {
        try lines.refuse(number, "a line longer than any marker's")
      } else if !piece.allSatisfy({ $0 == UInt8(ascii: " ") }) {
        try line(&lines, text.text(piece), number)
      }
    }
    if lines.markers.isEmpty, let first = lines.problems.first {
      throw DocumentProblem(line: first.line, reason: "no markers of \(program): \(first.reason)")
    }
    return (lines.markers, lines.problems)
  }

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  mutating func add(_ marker: MixMarker, line: Int) throws(DocumentProblem) {
    guard markers.count < MarkerLines.maximumMarkers else {
      throw DocumentProblem(line: line, reason: "more than \(MarkerLines.maximumMarkers) markers")
    }
    markers.append(marker)
  }

  mutating func refuse(_ line: Int, _ reason: String) throws(DocumentProblem) {
    guard problems.count < MarkerLines.maximumProblems else {
      throw DocumentProblem(
        line: line, reason: "more than \(MarkerLines.maximumProblems) lines that are no markers")
    }
    problems.append(DocumentProblem(line: line, reason: reason))
  }
}

extension String {
  /// The fields between separators of one byte.
  func fields(separatedBy separator: Unicode.Scalar) -> [String] {
    utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// Without spaces at its ends.
  var withoutOuterSpaces: Substring {
    let start = utf8.drop { $0 == UInt8(ascii: " ") }
    let end = start.lastIndex { $0 != UInt8(ascii: " ") }
    return Substring(end.map { start[...$0] } ?? start[start.startIndex..<start.startIndex])
  }
}
