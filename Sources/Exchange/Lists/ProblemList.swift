import Music

/// The problems in a file, as many as somebody would read.
struct ProblemList {
  static let maximumCount = 1_000
  private var problems: [DocumentProblem] = []
  private var more = 0

  mutating func add(line: Int?, _ reason: String) {
    if problems.count < ProblemList.maximumCount {
      problems.append(DocumentProblem(line: line, reason: reason))
    } else {
      more += 1
    }
  }

  /// In the order of the lines.
  var all: [DocumentProblem] {
    let ordered = problems.enumerated().sorted {
      ($0.element.line ?? .max, $0.offset) < ($1.element.line ?? .max, $1.offset)
    }.map(\.element)
    return more == 0 ? ordered : ordered + [DocumentProblem(reason: "and \(more) more problems")]
  }
}

/// Bounds for reading, of whatever format.
enum DocumentBounds {
  static let maximumTracks = 2_000_000

  static func check(_ tracks: Int, line: Int?) throws(DocumentProblem) {
    guard tracks < maximumTracks else {
      throw DocumentProblem(line: line, reason: "more than \(maximumTracks) entries")
    }
  }
}
