/// Orders to the analysis that goes on in the background.
package enum AnalysisOrder: Equatable, Sendable {
  case control(AnalysisControl)
  /// Looks into tracks again, whatever is known of them.
  case analyze(Selection)
}
