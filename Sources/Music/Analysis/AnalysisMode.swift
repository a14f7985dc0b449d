/// When the library is analysed in the background, by the user's choice.
package enum AnalysisMode: String, Sendable, CaseIterable {
  case on
  /// Not while the machine runs on battery.
  case ac
  case off

  package static let standard = AnalysisMode.ac
}
