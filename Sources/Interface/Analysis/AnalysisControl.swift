package import Music

/// What the user says of the analysis that goes on in the background.
package enum AnalysisControl: Hashable, Sendable {
  case pause, resume
  case mode(AnalysisMode)
  /// Says how far it is.
  case status
  /// Looks into what is selected once more.
  case again
}

extension CommandLineReader {
  static let analysisUsages: [Usage] = [
    Usage(
      form: "analysis pause|resume|on|ac|off",
      summary: "tempo, key and loudness of the library: ac waits while on battery",
      words: ["pause", "resume"] + AnalysisMode.allCases.map(\.rawValue)
    ) { text in
      switch text.lowercased() {
      case "pause": .analysis(.pause)
      case "resume": .analysis(.resume)
      case let name: AnalysisMode(rawValue: name).map { .analysis(.mode($0)) }
      }
    }
  ]
}
