import Foundation

/// Curves over a logarithmic axis of sizes, as an SVG that is readable on light and dark pages.
struct Chart {
  struct Point {
    var x: Double
    var y: Double
  }

  struct Line {
    var title: String
    var points: [Point]
  }

  /// Of the file, without its extension.
  var name: String
  var title: String
  /// Of the vertical axis.
  var unit: String
  var lines: [Line]

  private static let width = 640.0
  private static let height = 320.0
  /// The area of the curves within the picture.
  private static let left = 56.0
  private static let right = 570.0
  private static let top = 48.0
  private static let bottom = 270.0

  private static let style = """
    <style>
      text { font: 12px sans-serif; fill: #57606a; }
      .title { font-size: 14px; font-weight: 600; fill: #1f2328; }
      .grid { stroke: #d0d7de; stroke-width: 1; }
      .line { fill: none; stroke-width: 2; }
      .c0 { stroke: #0969da; } .d0 { fill: #0969da; }
      .c1 { stroke: #bc4c00; } .d1 { fill: #bc4c00; }
      @media (prefers-color-scheme: dark) {
        text { fill: #8b949e; }
        .title { fill: #e6edf3; }
        .grid { stroke: #30363d; }
        .c0 { stroke: #58a6ff; } .d0 { fill: #58a6ff; }
        .c1 { stroke: #ffa657; } .d1 { fill: #ffa657; }
      }
    </style>
    """

  var svg: String {
    let points = lines.flatMap(\.points)
    guard let least = points.map(\.x).min(), let most = points.map(\.x).max() else {
      return document([])
    }
    // At least a decade, so that a single size has a place, too.
    let (start, end) = (log10(least), max(log10(most), log10(least) + 1))
    let step = Self.step(of: points.map(\.y).max() ?? 1)
    let ceiling = step * max(1, ((points.map(\.y).max() ?? 1) / step).rounded(.up))
    func place(_ point: Point) -> (x: Double, y: Double) {
      let across = (log10(point.x) - start) / (end - start)
      return (
        Self.left + across * (Self.right - Self.left),
        Self.bottom - point.y / ceiling * (Self.bottom - Self.top)
      )
    }
    var parts: [String] = []
    for value in stride(from: 0, through: ceiling + step / 2, by: step) {
      let y = place(Point(x: least, y: value)).y
      parts.append(
        "<line class=\"grid\" x1=\"\(Self.left)\" y1=\"\(Self.text(y))\" "
          + "x2=\"\(Self.right)\" y2=\"\(Self.text(y))\"/>")
      parts.append(Self.label(Self.text(value), x: Self.left - 8, y: y + 4, anchor: "end"))
    }
    for size in Set(points.map(\.x)).sorted() {
      let x = place(Point(x: size, y: 0)).x
      parts.append(Self.label(Self.short(size), x: x, y: Self.bottom + 20, anchor: "middle"))
    }
    for (index, line) in lines.enumerated() where !line.points.isEmpty {
      let places = line.points.map(place)
      let path = places.map { "\(Self.text($0.x)),\(Self.text($0.y))" }.joined(separator: " ")
      parts.append("<polyline class=\"line c\(index)\" points=\"\(path)\"/>")
      for (x, y) in places {
        parts.append(
          "<circle class=\"d\(index)\" cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"3\"/>")
      }
      if let last = places.last {
        parts.append(Self.label(line.title, x: last.x + 8, y: last.y + 4, anchor: "start"))
      }
    }
    return document(parts)
  }

  private func document(_ parts: [String]) -> String {
    let head = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Int(Self.width)) "
        + "\(Int(Self.height))\" role=\"img\">",
      "<title>\(title)</title>", Self.style,
      "<text class=\"title\" x=\"\(Int(Self.left))\" y=\"24\">\(title) [\(unit)]</text>",
      Self.label("tracks", x: Self.right, y: Self.height - 12, anchor: "end"),
    ]
    return (head + parts + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private static func label(_ text: String, x: Double, y: Double, anchor: String) -> String {
    "<text x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" text-anchor=\"\(anchor)\">\(text)</text>"
  }

  /// A step of 1, 2 or 5 times a power of ten, with three to six lines below the greatest value.
  private static func step(of most: Double) -> Double {
    let rough = max(most, 0.001) / 5
    let power = pow(10, log10(rough).rounded(.down))
    let steps = [1, 2, 5, 10].map { $0 * power }
    return steps.first { $0 >= rough } ?? 10 * power
  }

  /// Without decimals that say nothing.
  static func text(_ value: Double) -> String {
    String(format: value.rounded() == value || value >= 100 ? "%.0f" : "%.1f", value)
  }

  /// As 10k and 2M, for which the axis has room.
  private static func short(_ size: Double) -> String {
    for (unit, letter) in [(1e6, "M"), (1e3, "k")] where size >= unit {
      return text(size / unit) + letter
    }
    return text(size)
  }

  /// 1,000,000.
  static func whole(_ value: Double) -> String {
    var (digits, text) = (String(format: "%.0f", value), "")
    while digits.count > 3 {
      text = ",\(digits.suffix(3))\(text)"
      digits.removeLast(3)
    }
    return digits + text
  }
}
