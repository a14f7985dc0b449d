/// Effects on the background analysis.
package enum AnalysisEffect: Equatable, Sendable {
  case control(AnalysisControl)
  /// Analyses tracks again, even those with findings.
  case analyze(Selection)
}
