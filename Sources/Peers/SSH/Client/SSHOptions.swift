internal import Music

/// How ssh is started.
package struct SSHOptions: Equatable, Sendable {
  /// The program and its first arguments.
  package var program = ["ssh"]
  /// The program on the other machine, for its shell; nil for `tritone`.
  package var remoteCommand: String?
  /// Whether ssh may ask on the terminal: for a password, or whether a host is the right one.
  package var mayAsk = false

  package init(remoteCommand: String? = nil) { self.remoteCommand = remoteCommand }

  /// The words of $TRITONE_SSH in place of `ssh`, separated by blanks.
  package mutating func readProgram(from environment: [String: String]) {
    let words = (environment["TRITONE_SSH"] ?? "").split { $0 == " " || $0 == "\t" }
    if !words.isEmpty { program = words.map(String.init) }
  }

  static let standardCommand = "tritone"

  /// The words of the command. Nothing in them is of a user's making but the address, which has
  /// been checked, and the device's remote command.
  func words(for address: SSHAddress) -> [String] {
    var words = program
    words += ["-T", "-x", "-a"]
    var settings = [
      "ConnectTimeout=10", "ServerAliveInterval=5", "ServerAliveCountMax=3",
      "ClearAllForwardings=yes", "PermitLocalCommand=no", "RemoteCommand=none", "RequestTTY=no",
      "Compression=no",
    ]
    if !mayAsk { settings.insert("BatchMode=yes", at: 0) }
    for setting in settings { words += ["-o", setting] }
    if let port = address.port { words += ["-p", "\(port)"] }
    // The other side's shell takes this apart. A key that is bound to a command has that in its place,
    // and with it the default library alone.
    var command = "\(remoteCommand ?? Self.standardCommand) sync --serve"
    if address.library != nil { command += " --any-library" }
    return words + ["--", address.destination, command]
  }
}
