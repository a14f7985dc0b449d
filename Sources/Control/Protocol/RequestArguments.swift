internal import JSON
internal import Music

/// The arguments of a request, checked one by one; nil for those that are not there.
struct RequestArguments {
  private let node: JSONNode

  init(_ node: JSONNode) { self.node = node }

  func has(_ name: String) -> Bool { node[name] != nil }

  func bool(_ name: String) throws(RequestMistake) -> Bool? {
    guard let value = node[name] else { return nil }
    guard let bool = value.bool else {
      throw RequestMistake("“\(name)” has to be true or false")
    }
    return bool
  }

  func number(
    _ name: String, in range: ClosedRange<Double>
  ) throws(RequestMistake) -> Double? {
    guard let value = node[name] else { return nil }
    guard let number = value.number, range.contains(number) else {
      throw RequestMistake(
        "“\(name)” has to be a number from \(range.lowerBound.shortText) to "
          + range.upperBound.shortText)
    }
    return number
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(RequestMistake) -> Int? {
    guard let value = node[name] else { return nil }
    guard let number = value.integer, range.contains(number) else {
      throw RequestMistake(
        "“\(name)” has to be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String
  ) throws(RequestMistake) -> Choice? {
    guard let value = node[name] else { return nil }
    return try RequestMistake.choice(value, name)
  }

  /// The files, folders and streams of “paths”, at least one.
  func sources() throws(RequestMistake) -> [MediaSource] {
    guard let list = node["paths"]?.array, !list.isEmpty else {
      throw RequestMistake("“paths” has to be a list of files, folders and streams")
    }
    var sources: [MediaSource] = []
    for each in list {
      guard let bytes = each.bytes else { throw RequestMistake("“paths” holds no path") }
      let path = FilePath(bytes: bytes)
      if let address = StreamAddress(path.text) {
        sources.append(.stream(address))
      } else if bytes.first == UInt8(ascii: "/") {
        sources.append(.file(path))
      } else {
        throw RequestMistake("a path has to be absolute: \(path.text)")
      }
    }
    return sources
  }

  /// The folder that relative paths of a line are of; nil where none is named.
  func folder() throws(RequestMistake) -> FilePath? {
    guard let value = node["folder"] else { return nil }
    guard let bytes = value.bytes, bytes.first == UInt8(ascii: "/") else {
      throw RequestMistake("“folder” has to be an absolute path")
    }
    return FilePath(bytes: bytes)
  }

  /// The time after which nobody waits for the answer; nil where none is named.
  func end() throws(RequestMistake) -> MonotonicTime? {
    try number("until", in: 0...1e15).map { MonotonicTime(milliseconds: $0) }
  }

  func needed<Value>(_ value: Value?, _ name: String) throws(RequestMistake) -> Value {
    guard let value else { throw RequestMistake("“\(name)” is missing") }
    return value
  }
}
