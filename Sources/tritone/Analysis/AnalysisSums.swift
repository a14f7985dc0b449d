import Music

/// How many tracks came to which end.
struct AnalysisSums: Encodable, Sendable {
  var analysed = 0
  var failed = 0
  /// Nothing new was to be found in them.
  var unchanged = 0
  /// Another Tritone is at them.
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
