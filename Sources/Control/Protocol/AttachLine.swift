internal import CLinux
internal import Glibc
internal import JSON
package import Music

/// What a terminal says of itself as it attaches, beside its descriptors.
package struct AttachLine: Equatable, Sendable {
  package var hello: ControlHello
  /// The options and arguments of its command line, as bytes.
  package var arguments: [[UInt8]]
  package var folder: FilePath
  /// Variables of the terminal's environment.
  package var environment: [String: String]
  /// Whether the arguments are too long for a line, and come in a file of their own.
  private(set) var passesArguments: Bool

  package init(
    hello: ControlHello = ControlHello(), arguments: [[UInt8]], folder: FilePath,
    environment: [String: String]
  ) {
    self.hello = hello
    self.arguments = arguments
    passesArguments = arguments.reduce(0) { $0 + $1.count + 8 } > Self.longestArguments
    // Of a folder that was deleted there is no path.
    self.folder = folder.bytes.first == UInt8(ascii: "/") ? folder : FilePath("/")
    self.environment = environment.filter { Self.isPassed($0.key, $0.value) }
  }

  private static let names: Set<String> = [
    "TERM", "COLORTERM", "TERMINFO", "TERMINFO_DIRS", "NO_COLOR", "LANG", "LANGUAGE", "TMUX",
    "TMUX_PANE", "STY", "VTE_VERSION", "WT_SESSION", "KONSOLE_VERSION", "WEZTERM_PANE", "MLTERM",
    "EDITOR", "VISUAL", "BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS",
  ]
  private static let beginnings = ["LC_", "TERM_PROGRAM", "KITTY_", "SSH_", "GHOSTTY_", "ITERM_"]
  private static let longestValue = 4096
  private static let mostVariables = 64
  /// Bytes of arguments in the line.
  private static let longestArguments = 64 << 10
  /// Bytes of arguments in a file.
  private static let largestFile: Int64 = 64 << 20

  /// Whether a variable says something of a terminal or of its user's programs.
  package static func passes(_ name: String) -> Bool {
    name.utf8.count <= 64
      && (names.contains(name) || beginnings.contains { name.hasPrefix($0) })
  }

  private static func isPassed(_ name: String, _ value: String) -> Bool {
    value.utf8.count <= longestValue && !value.utf8.contains(0) && passes(name)
  }
}

extension AttachLine {
  init(_ node: JSONNode) throws(RequestMistake) {
    guard let version = node["protocol"]?.integer, let build = node["build"]?.text else {
      throw RequestMistake("“attach” needs “protocol” and “build”")
    }
    guard let folder = node["folder"]?.bytes, folder.first == UInt8(ascii: "/") else {
      throw RequestMistake("“folder” has to be an absolute path")
    }
    let given = node["arguments"]?.array ?? []
    let arguments = given.compactMap(\.bytes)
    guard arguments.count == given.count else {
      throw RequestMistake("“arguments” has to be a list of texts")
    }
    var environment: [String: String] = [:]
    if case .object(let members) = node["environment"]?.value {
      guard members.count <= Self.mostVariables else {
        throw RequestMistake("“environment” has more than \(Self.mostVariables) variables")
      }
      for member in members { environment[member.name] = member.node.text }
    }
    self.init(
      hello: ControlHello(version: version, build: build), arguments: arguments,
      folder: FilePath(bytes: folder), environment: environment)
    passesArguments = node["passesArguments"]?.bool ?? false
  }

  /// The arguments as a file has them: with a zero byte behind each.
  var argumentBytes: [UInt8] {
    arguments.reduce(into: []) { bytes, argument in bytes += argument + [0] }
  }

  /// Reads the arguments from a file in memory, which never waits.
  mutating func readArguments(from file: Int32) throws(RequestMistake) {
    let size = tritone_sealed_size(file)
    guard (0...Self.largestFile).contains(size) else {
      throw RequestMistake(
        "arguments come in a sealed file of at most \(Self.largestFile >> 20) MiB")
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      count = max(0, pread(file, buffer.baseAddress, Int(size), 0))
    }
    arguments = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      Array($0)
    }
    passesArguments = false
  }

  var node: JSONNode {
    let variables = environment.sorted { $0.key < $1.key }.prefix(Self.mostVariables)
    return .object([
      (
        "attach",
        .object([
          ("protocol", .number(hello.version)), ("build", .text(hello.build)),
          ("arguments", passesArguments ? nil : .array(arguments.map { .bytes($0) })),
          ("passesArguments", passesArguments ? .bool(true) : nil),
          ("folder", .bytes(folder.bytes)),
          ("environment", .object(variables.map { ($0.key, .text($0.value)) })),
        ])
      )
    ])
  }
}

/// The reports of a terminal's process to the player: its signals, and one of its own.
package enum TerminalSignal: String, CaseIterable, Sendable {
  case winch, cont, hup, term, int, tstp
  /// The process has taken its terminal back by itself.
  case taken
}

/// How the editor in an attached terminal ended.
package enum EditorReport: Equatable, Sendable {
  /// With its exit status, or a signal with 128 added.
  case ended(Int32)
  /// With the reason, for display.
  case notStarted(String)

  init?(_ node: JSONNode?) {
    if let reason = node?.text {
      self = .notStarted(reason)
    } else if let status = node?.integer.flatMap({ Int32(exactly: $0) }) {
      self = .ended(status)
    } else {
      return nil
    }
  }

  var node: JSONNode {
    switch self {
    case .ended(let status): .number(status)
    case .notStarted(let reason): .text(reason)
    }
  }
}

/// A word of the player to the process of a terminal.
package enum TerminalWord: Equatable, Sendable {
  /// The player draws there from now on.
  case attached(ControlHello)
  /// The terminal is in its own modes: the process shall stop, as Ctrl-Z does it.
  case stop
  /// The terminal is in its own modes: the process shall run the user's editor there, and say how it
  /// ended.
  case edit(FilePath)
  /// The process shall end, with a line for the user.
  case leave(say: String?, status: Int32)

  init?(_ node: JSONNode) {
    if let hello = node["attached"] {
      guard let version = hello["protocol"]?.integer, let build = hello["build"]?.text else {
        return nil
      }
      self = .attached(ControlHello(version: version, build: build))
      return
    }
    switch node["do"]?.text {
    case "stop": self = .stop
    case "edit":
      guard let path = node["path"]?.bytes else { return nil }
      self = .edit(FilePath(bytes: path))
    case "leave":
      let status = node["status"]?.integer.flatMap { Int32(exactly: $0) }
      self = .leave(say: node["say"]?.text, status: status ?? 0)
    default: return nil
    }
  }

  var node: JSONNode {
    switch self {
    case .attached(let hello):
      .object([
        (
          "attached",
          .object([("protocol", .number(hello.version)), ("build", .text(hello.build))])
        )
      ])
    case .stop: .object([("do", .text("stop"))])
    case .edit(let path): .object([("do", .text("edit")), ("path", .bytes(path.bytes))])
    case .leave(let say, let status):
      .object([
        ("do", .text("leave")), ("say", say.map { .text($0) }), ("status", .number(status)),
      ])
    }
  }
}
