internal import JSON
internal import Music

/// The name that a program gives to a request, returned with the answer.
package enum RequestName: Equatable, Sendable {
  case number(Double)
  case text(String)

  init?(_ node: JSONNode?) {
    switch node?.value {
    case .number(let number) where number.isFinite: self = .number(number)
    case .text(let text): self = .text(text)
    default: return nil
    }
  }

  var node: JSONNode {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    }
  }
}

/// What changes of which a program is told.
package enum ControlTopic: String, CaseIterable, Sendable {
  case player, queue
}

/// A line from a program.
enum ControlLine {
  /// - Parameter until: the time after which nobody waits for its answer any more; nil for never.
  case request(ControlRequest, RequestName?, until: MonotonicTime?)
  case status(RequestName?)
  case subscribe([ControlTopic], RequestName?)
  case hello(ControlHello, RequestName?)
  case attach(AttachLine)
  case mistake(String, RequestName?)

  /// Whether a line is none, and gets no answer.
  static func isBlank(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }
  }

  /// Deeper than any request.
  private static let deepest = 8

  init(_ bytes: [UInt8]) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      self = .mistake("a line is not UTF-8", nil)
      return
    }
    let node: JSONNode
    do {
      node = try JSONReader.read(bytes, depth: Self.deepest)
    } catch {
      self = .mistake("not JSON: \(error.reason)", nil)
      return
    }
    guard node.isObject else {
      self = .mistake("a line has to be an object", nil)
      return
    }
    let name = RequestName(node["id"])
    do {
      self = try Self.read(node, name)
    } catch {
      self = .mistake(error.reason, name)
    }
  }

  private static let kinds = ["do", "command", "get", "subscribe", "hello", "attach"]

  private static func read(
    _ node: JSONNode, _ name: RequestName?
  ) throws(RequestMistake) -> ControlLine {
    let named = kinds.filter { node[$0] != nil }
    guard named.count == 1, let kind = named.first, let value = node[kind] else {
      throw RequestMistake("a line needs one of " + kinds.map { "“\($0)”" }.joined(separator: ", "))
    }
    let arguments = RequestArguments(node)
    switch kind {
    case "do":
      let command = try PlayerCommand(arguments, named: value)
      return .request(.perform(command), name, until: try arguments.end())
    case "command":
      guard let line = value.text else { throw RequestMistake("“command” has to be a text") }
      let command = PlayerCommand.line(line, folder: try arguments.folder())
      return .request(.perform(command), name, until: try arguments.end())
    case "get": return try get(value, arguments, name)
    case "subscribe":
      guard let topics = value.array else { throw RequestMistake("“subscribe” has to be a list") }
      var chosen: [ControlTopic] = []
      for topic in topics { chosen.append(try RequestMistake.choice(topic, "subscribe")) }
      return .subscribe(chosen, name)
    case "hello":
      guard let version = value["protocol"]?.integer, let build = value["build"]?.text else {
        throw RequestMistake("“hello” needs “protocol” and “build”")
      }
      return .hello(ControlHello(version: version, build: build), name)
    default: return .attach(try AttachLine(value))
    }
  }

  private enum Readable: String, CaseIterable { case status, queue, outputs }

  private static func get(
    _ value: JSONNode, _ arguments: RequestArguments, _ name: RequestName?
  ) throws(RequestMistake) -> ControlLine {
    let what: Readable = try RequestMistake.choice(value, "get")
    switch what {
    case .status: return .status(name)
    case .outputs: return .request(.listOutputs, name, until: nil)
    case .queue:
      let from = try arguments.integer("from", in: 0...Int(Int32.max)) ?? 0
      let most = QueueListing.maximumItems
      let count = try arguments.integer("count", in: 0...Int(Int32.max)) ?? most
      return .request(.listQueue(from: from, count: min(count, most)), name, until: nil)
    }
  }
}

/// The reason why a line is no request.
struct RequestMistake: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }

  /// One of the values of an enumeration by its name.
  static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ node: JSONNode, _ name: String
  ) throws(RequestMistake) -> Choice {
    guard let choice = node.text.flatMap({ Choice(rawValue: $0) }) else {
      let names = Choice.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
      throw RequestMistake("“\(name)” has to be one of \(names)")
    }
    return choice
  }
}
