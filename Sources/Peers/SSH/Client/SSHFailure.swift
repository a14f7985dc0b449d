internal import Music

/// The facts of a connection that did not come about.
struct SSHFailure {
  var address: SSHAddress
  /// The program on the other machine.
  var command: String
  /// Nil while ssh still runs.
  var status: SSHStatus?
  var errors: [UInt8]
  /// The bytes that came in place of the greeting.
  var noise: [UInt8]

  private static let maximumLine = 200

  private var host: String { CleanText.line(address.host, to: 80) }

  /// ssh's own command for this address, to be typed.
  private var words: String {
    "ssh " + (address.port.map { "-p \($0) " } ?? "") + address.destination
  }

  /// ssh's name of the host in its list of keys, which it tells for a changed key.
  private var keyName: String {
    let text = String(decoding: errors, as: UTF8.self)
    if let match = text.firstMatch(of: #/ssh-keygen .*-R "([\[\]A-Za-z0-9._:%-]{1,255})"/#) {
      return String(match.1)
    }
    return address.port.map { "[\(host)]:\($0)" } ?? host
  }

  /// The sentence for the user, with what to do.
  var sentence: String {
    let text = String(decoding: errors, as: UTF8.self)
    if let sentence = Self.messages.first(where: { text.contains($0.text) })?.sentence(self) {
      return sentence
    }
    switch status {
    case nil: return stillRunning
    case .code(127): return notFound
    case .code(126): return "\(program) on \(host) cannot be run: \(lastLine ?? "no permission")"
    case .code(255): return "no connection to \(host): \(lastLine ?? "ssh gives no reason")"
    case .code(let code):
      let ended = "\(program) on \(host) ended with \(code)"
      return lastLine.map { "\(ended): \($0)" } ?? ended + noiseText
    case .signal(let number): return "ssh to \(host) was ended by signal \(number)"
    case .unknown: return "ssh to \(host) ended" + (lastLine.map { ": \($0)" } ?? noiseText)
    }
  }

  private struct Message: Sendable {
    var text: String
    var sentence: @Sendable (SSHFailure) -> String
  }

  /// The messages of ssh, which are not translated, in the order of their meaning.
  private static let messages: [Message] = [
    Message(text: "REMOTE HOST IDENTIFICATION HAS CHANGED") {
      "the host key of \($0.host) has changed: somebody may be in between. If the machine was set "
        + "up anew, run ssh-keygen -R \($0.keyName)"
    },
    Message(text: "host key is known for") { $0.unknownHost },
    Message(text: "Host key verification failed") { $0.unknownHost },
    Message(text: "Permission denied (") {
      "\($0.host) takes none of the keys here: run "
        + "ssh-copy-id\($0.words.dropFirst("ssh".count)), or check the name of the user"
    },
    Message(text: "Too many authentication failures") {
      "\($0.host) was offered too many keys: name the right one in ~/.ssh/config"
    },
    Message(text: "Could not resolve hostname") {
      "there is no host \($0.host): check its name and the network"
    },
    Message(text: "Connection refused") {
      "\($0.host) refuses the connection: check that its SSH server runs"
        + ($0.address.port.map { " at port \($0)" } ?? "")
    },
    Message(text: "Connection timed out") { $0.noAnswer },
    Message(text: "Operation timed out") { $0.noAnswer },
    Message(text: "No route to host") { $0.noAnswer },
    Message(text: "Network is unreachable") { "no network leads to \($0.host)" },
    Message(text: "not responding") { $0.noAnswer },
  ]

  private var noAnswer: String {
    "\(host) does not answer: check that it is on, and on the network"
  }

  private var unknownHost: String {
    "the host key of \(host) is not known here yet: run \(words) once and compare it"
  }

  private var program: String { "“\(CleanText.line(command, to: 80))”" }

  private var notFound: String {
    "\(host) does not find \(program): install Tritone there, or set the device’s remote command to "
      + "the path of the program"
  }

  private var stillRunning: String {
    noise.isEmpty
      ? "\(host) does not answer: its Tritone, or ssh, has said nothing"
      : "\(host) answers with something else than Tritone" + noiseText
  }

  /// The text that start files printed.
  private var noiseText: String {
    let line = String(decoding: noise.prefix(1_024), as: UTF8.self)
      .split(whereSeparator: \.isNewline).map { CleanText.line(String($0), to: 60) }
      .first { !$0.isEmpty }
    guard let line else { return "" }
    return "; the start files of its shell may print text: “\(line)”"
  }

  /// The last line on standard error.
  private var lastLine: String? {
    String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { CleanText.line(String($0), to: Self.maximumLine) }.last { !$0.isEmpty }
  }
}
