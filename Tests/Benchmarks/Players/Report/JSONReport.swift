import Foundation

/// All measurements with the single values, as one JSON object.
struct JSONReport: Encodable {
  struct Line: Encodable {
    var gate: String
    var tracks: Int
    var measure: String
    var unit: String
    var limit: String
    var ratio: String
    var verdict: String
    var shown: [String: String]
    var values: [String: [Double]]
  }

  var date = Date.now.ISO8601Format()
  var machine: String
  var loadBefore: String
  var loadAfter: String
  var rows: [Line]

  init(rows: [Row], machine: String, loadBefore: String, loadAfter: String) {
    self.machine = machine
    self.loadBefore = loadBefore
    self.loadAfter = loadAfter
    self.rows = rows.map { row in
      let values = row.readings.compactMap { entrant, reading in
        if case .values(let values) = reading { (entrant.rawValue, values) } else { nil }
      }
      return Line(
        gate: row.gate, tracks: row.tracks, measure: row.measure.title, unit: row.measure.unit,
        limit: row.limit, ratio: row.ratio, verdict: row.verdict.rawValue,
        shown: Dictionary(
          uniqueKeysWithValues: row.readings.keys.map { ($0.rawValue, row.cell(of: $0)) }),
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
