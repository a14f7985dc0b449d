package import JSON
internal import Music

// Writing: values of JSON as lines.
extension JSONNode {
  package static func text(_ text: String) -> JSONNode { JSONNode(.text(text)) }
  package static func bool(_ isTrue: Bool) -> JSONNode { JSONNode(.bool(isTrue)) }
  package static func array(_ nodes: [JSONNode]) -> JSONNode { JSONNode(.array(nodes)) }

  package static func number(_ number: some BinaryInteger) -> JSONNode {
    JSONNode(.number(Double(number)))
  }

  package static func number(_ number: Double) -> JSONNode { JSONNode(.number(number)) }

  /// Seconds to the millisecond.
  static func seconds(_ time: Duration) -> JSONNode {
    .number((time.seconds * 1000).rounded() / 1000)
  }

  /// An object without the members that are nil.
  package static func object(_ members: [(String, JSONNode?)]) -> JSONNode {
    JSONNode(
      .object(
        members.compactMap { name, node in node.map { JSONMember(name: name, node: $0) } }))
  }

  /// One line, with its end.
  package var line: [UInt8] {
    var text = ""
    write(to: &text)
    return Array(text.utf8) + [UInt8(ascii: "\n")]
  }

  private func write(to text: inout String) {
    switch value {
    case .null: text += "null"
    case .bool(let isTrue): text += isTrue ? "true" : "false"
    case .number(let number): text += Self.text(of: number)
    case .text(let content): Self.write(content, to: &text)
    case .array(let nodes):
      text += "["
      for (index, node) in nodes.enumerated() {
        if index > 0 { text += "," }
        node.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.node.write(to: &text)
      }
      text += "}"
    }
  }

  private static func text(of number: Double) -> String {
    if let whole = Int64(exactly: number) { return "\(whole)" }
    // JSON has neither infinity nor anything that is no number.
    return number.isFinite ? "\(number)" : "null"
  }

  private static func write(_ content: String, to text: inout String) {
    text += "\""
    for scalar in content.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case _ where JSONEscapes.isEscaped(scalar): text += JSONEscapes.escape(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

// Reading.
extension JSONNode {
  package var text: String? {
    guard case .text(let text) = value else { return nil }
    return text
  }

  package var bool: Bool? {
    guard case .bool(let isTrue) = value else { return nil }
    return isTrue
  }

  package var number: Double? {
    guard case .number(let number) = value, number.isFinite else { return nil }
    return number
  }

  package var integer: Int? { number.flatMap { Int(exactly: $0) } }

  package var array: [JSONNode]? {
    guard case .array(let nodes) = value else { return nil }
    return nodes
  }

  var isObject: Bool {
    guard case .object = value else { return false }
    return true
  }
}
