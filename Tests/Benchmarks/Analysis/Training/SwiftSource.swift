import Foundation

/// Numbers as lines of Swift, to be pasted into the source of the weights.
enum SwiftSource {
  static func constant(_ name: String, _ values: [Double]) -> String {
    var (lines, line) = (["  static let \(name): [Float] = ["], "    ")
    for value in values {
      let text = String(format: "%.6g, ", value)
      if line.count + text.count > 100 {
        lines.append(trimmed(line))
        line = "    "
      }
      line += text
    }
    lines.append(trimmed(line))
    return (lines + ["  ]"]).joined(separator: "\n")
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
