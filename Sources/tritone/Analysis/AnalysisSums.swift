import Music

/// Tracks by outcome.
struct AnalysisSums: Encodable, Sendable {
  var analysed = 0
  var failed = 0
  /// Already analysed.
  var unchanged = 0
  /// Claimed by another Tritone.
  var elsewhere = 0
  var isStopped = false

  var text: String {
    var text = "\(analysed.grouped) analysed"
    if failed > 0 { text += ", \(failed.grouped) failed" }
    if unchanged > 0 { text += ", \(unchanged.grouped) unchanged" }
    if elsewhere > 0 { text += ", \(elsewhere.grouped) left to another Tritone" }
    return text
  }
}
