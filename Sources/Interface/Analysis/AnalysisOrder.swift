/// Orders to the background analysis.
package enum AnalysisOrder: Equatable, Sendable {
  case control(AnalysisControl)
  /// Analyses tracks again, even those with findings.
  case analyze(Selection)
}
