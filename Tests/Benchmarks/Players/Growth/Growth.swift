/// Figures of one player at several sizes of its library.
struct Growth {
  /// One line of a chart, and one column of the table.
  private struct Curve {
    var chart: String
    var title: String
    /// The title of the measure, and the part of its values.
    var measure: String
    var quantile = 0.5
    var points: [Chart.Point] = []
  }

  private static let titles: [(name: String, title: String, unit: String)] = [
    ("start", "Start to the first full screen", "ms"),
    ("memory", "Memory of a player that shows all tracks", "MB"),
    ("scan", "Processor of a scan", "µs a track"),
    ("letter", "A letter of the filter, key to screen", "ms"),
    ("order", "Another order, key to screen", "ms"),
  ]

  private var curves = [
    Curve(chart: "start", title: "median", measure: "start, first full screen"),
    Curve(chart: "memory", title: "RSS", measure: "memory, resident (RSS)"),
    Curve(chart: "memory", title: "PSS", measure: "memory, shared divided (PSS)"),
    Curve(chart: "scan", title: "scan", measure: "scan, processor"),
    Curve(chart: "scan", title: "rescan", measure: "rescan, processor"),
    Curve(chart: "letter", title: "p50", measure: "key to screen: filter, a letter"),
    Curve(
      chart: "letter", title: "p99", measure: "key to screen: filter, a letter", quantile: 0.99),
    Curve(chart: "order", title: "p50", measure: "key to screen: another order"),
    Curve(chart: "order", title: "p99", measure: "key to screen: another order", quantile: 0.99),
  ]

  mutating func take(_ measure: Measure, _ values: [Double], at tracks: Int) {
    guard !values.isEmpty else { return }
    for index in curves.indices where curves[index].measure == measure.title {
      let value = Measure.part(curves[index].quantile, of: values)
      curves[index].points.append(Chart.Point(x: Double(tracks), y: value))
    }
  }

  var charts: [Chart] {
    Self.titles.map { name, title, unit in
      let lines = curves.filter { $0.chart == name }.map {
        Chart.Line(title: $0.title, points: $0.points)
      }
      return Chart(name: name, title: title, unit: unit, lines: lines)
    }
  }

  var table: String {
    let sizes = Set(curves.flatMap { $0.points.map(\.x) }).sorted()
    let head =
      ["tracks"]
      + curves.map { curve in
        let unit = Self.titles.first { $0.name == curve.chart }?.unit ?? ""
        return "\(curve.chart), \(curve.title) [\(unit)]"
      }
    let rows = sizes.map { size in
      [Chart.whole(size)]
        + curves.map { curve in
          curve.points.first { $0.x == size }.map { Chart.text($0.y) } ?? "-"
        }
    }
    return ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }
}
