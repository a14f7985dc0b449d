internal import JSON
import Music

/// The fields of one object; each invalid one is reported as a problem.
struct TritoneJSONFields {
  let node: JSONNode
  /// The object's description, for problems: "entry 3 of “Peak”".
  let subject: String
  private(set) var problems: [DocumentProblem] = []

  init(_ node: JSONNode, _ subject: String) {
    self.node = node
    self.subject = subject
  }

  mutating func refuse(_ key: String, _ reason: String) {
    problems.append(
      DocumentProblem(line: node[key]?.line ?? node.line, reason: "\(subject): “\(key)” \(reason)"))
  }

  mutating func text(_ key: String) -> String? {
    guard let value = node[key]?.value else { return nil }
    guard case .text(let text) = value else {
      refuse(key, "is not a text")
      return nil
    }
    guard text.utf8.count <= TritoneJSONFormat.maximumText else {
      refuse(key, "is longer than \(TritoneJSONFormat.maximumText >> 10) KiB")
      return nil
    }
    return text
  }

  mutating func flag(_ key: String) -> Bool {
    guard let value = node[key]?.value else { return false }
    guard case .bool(let flag) = value else {
      refuse(key, "is neither true nor false")
      return false
    }
    return flag
  }

  mutating func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
    guard let value = node[key]?.value else { return nil }
    guard case .number(let number) = value, range.contains(number) else {
      refuse(
        key, "is not a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)")
      return nil
    }
    return number
  }

  mutating func wholeNumber(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = node[key]?.value else { return nil }
    guard case .number(let number) = value, let whole = Int(exactly: number), range.contains(whole)
    else {
      refuse(key, "is not a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return whole
  }

  /// Seconds, to the microsecond, which is the library's resolution.
  mutating func time(_ key: String, upTo latest: Duration = EntryPlayback.latest) -> Duration? {
    number(key, in: 0...latest.seconds).map {
      .microseconds(Int64(($0 * 1_000_000).rounded()))
    }
  }

  mutating func path(_ key: String) -> FilePath? {
    guard let text = text(key), !text.isEmpty else { return nil }
    guard !text.utf8.contains(0) else {
      refuse(key, "has a zero byte in it")
      return nil
    }
    guard text.hasPrefix("file:") else { return FilePath(text) }
    guard let path = FileURI.path(of: text.utf8), !path.bytes.contains(0) else {
      refuse(key, "is not an address of a file")
      return nil
    }
    return path
  }

  mutating func list(_ key: String) -> [JSONNode] {
    guard let value = node[key]?.value else { return [] }
    guard case .array(let elements) = value else {
      refuse(key, "is not a list")
      return []
    }
    return elements
  }

  /// Whether the node is an object at all.
  var isObject: Bool { if case .object = node.value { true } else { false } }
}
