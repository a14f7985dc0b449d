/// A value of JSON, and the line on which it begins.
package struct JSONNode: Sendable {
  package enum Value: Sendable {
    case null
    case bool(Bool)
    /// Infinite where it is beyond the range of a `Double`.
    case number(Double)
    case text(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  package var value: Value
  private let number: Int32

  package init(_ value: Value, line: Int = 0) {
    self.value = value
    number = Int32(clamping: line)
  }

  /// From 1.
  package var line: Int { Int(number) }

  /// The member of an object, the last of several; nil for none and for null.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value,
      let member = members.last(where: { $0.name == name })
    else { return nil }
    if case .null = member.node.value { return nil }
    return member.node
  }
}

package struct JSONMember: Sendable {
  package var name: String
  package var node: JSONNode

  package init(name: String, node: JSONNode) {
    self.name = name
    self.node = node
  }
}
