/// A value of JSON, and the line on which it begins.
struct JSONNode: Sendable {
  enum Value: Sendable {
    case null
    case bool(Bool)
    /// Infinite where it is beyond the range of a `Double`.
    case number(Double)
    case text(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  var value: Value
  private let number: Int32

  init(_ value: Value, line: Int = 0) {
    self.value = value
    number = Int32(clamping: line)
  }

  /// From 1.
  var line: Int { Int(number) }

  /// The member of an object, the last of several; nil for none and for null.
  subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value,
      let member = members.last(where: { $0.name == name })
    else { return nil }
    if case .null = member.node.value { return nil }
    return member.node
  }
}

struct JSONMember: Sendable {
  var name: String
  var node: JSONNode
}
