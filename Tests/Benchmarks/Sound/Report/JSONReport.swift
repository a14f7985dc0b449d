import Foundation

/// All measurements with the single values, as one JSON object.
struct JSONReport: Encodable {
  struct Line: Encodable {
    var gate: String
    var measure: String
    var unit: String
    var limit: String
    var verdict: String
    var shown: [String: String]
    var values: [String: [Double]]
  }

  var date: String
  var isQuick: Bool
  var machine: String
  var loadBefore: String
  var loadAfter: String
  var versions: [String: String]
  var rows: [Line]

  init(rows: [Row], machine: Machine, loadBefore: String, isQuick: Bool) {
    date = Date.now.ISO8601Format()
    self.isQuick = isQuick
    self.machine = machine.description
    self.loadBefore = loadBefore
    loadAfter = Machine.load
    versions = Dictionary(uniqueKeysWithValues: machine.versions.map { ($0.title, $0.text) })
    self.rows = rows.map { row in
      let shown = Entrant.allCases.map { ($0.rawValue, row.cell(of: $0)) }
      let values = row.readings.compactMap { entrant, reading in
        if case .values(let values) = reading { (entrant.rawValue, values) } else { nil }
      }
      return Line(
        gate: row.gate, measure: row.measure.title, unit: row.measure.unit,
        limit: row.measure.limitText, verdict: row.verdict.rawValue,
        shown: Dictionary(uniqueKeysWithValues: shown),
        values: Dictionary(uniqueKeysWithValues: values))
    }
  }

  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
