/// When the library is analysed in the background; what the user chose.
package enum AnalysisMode: String, Sendable, CaseIterable {
  case on
  /// Not while the machine runs on its battery.
  case ac
  case off

  package static let standard = AnalysisMode.ac
}
