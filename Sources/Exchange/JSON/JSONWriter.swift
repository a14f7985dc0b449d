internal import JSON
internal import Music

/// Writes JSON, a value per line, in the given order, so that unchanged values stay the same to the
/// byte.
struct JSONWriter {
  private var bytes: [UInt8] = []
  private var depth = 0

  static func bytes(of node: JSONNode) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(node)
    writer.add("\n")
    return writer.bytes
  }

  private mutating func write(_ node: JSONNode) {
    switch node.value {
    case .null: add("null")
    case .bool(let value): add(value ? "true" : "false")
    case .number(let value): add(JSONWriter.text(of: value))
    case .text(let text): add(text: text)
    case .array(let elements):
      list("[", "]", elements) { writer, element in writer.write(element) }
    case .object(let members):
      list("{", "}", members) { writer, member in
        writer.add(text: member.name)
        writer.add(": ")
        writer.write(member.node)
      }
    }
  }

  private mutating func list<Element>(
    _ opening: String, _ closing: String, _ elements: [Element],
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    add(opening)
    depth += 1
    for (offset, element) in elements.enumerated() {
      if offset > 0 { add(",") }
      startLine()
      write(&self, element)
    }
    depth -= 1
    if !elements.isEmpty { startLine() }
    add(closing)
  }

  private mutating func startLine() {
    add("\n")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }

  private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func add(text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": add("\\\"")
      case "\\": add("\\\\")
      case "\n": add("\\n")
      case "\r": add("\\r")
      case "\t": add("\\t")
      case _ where JSONEscapes.isEscaped(scalar): add(JSONEscapes.escape(scalar))
      default: bytes.append(contentsOf: scalar.utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The shortest text that parses as the same number; null for one that JSON cannot express.
  static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    if number == number.rounded(), abs(number) < 1e15 { return "\(Int64(number))" }
    return "\(number)"
  }
}
