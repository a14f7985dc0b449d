package import Music

/// Commands to the background analysis.
package enum AnalysisControl: Hashable, Sendable {
  case pause, resume
  case mode(AnalysisMode)
  /// Reports the progress.
  case status
  /// Analyses the selection again.
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
