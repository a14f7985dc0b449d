import ArgumentParser
import FoundationEssentials
import Library
import Log
import Music
import Screen

extension Log {
  /// The log of this process, whose entries wait until the library's settings are known.
  static func ofProcess() -> Log {
    let wanted = ProcessInfo.processInfo.environment["TRITONE_LOG"]
    return Log(
      in: Directories.here.log, level: wanted.flatMap { LogLevel(rawValue: $0) } ?? .info,
      hidesPrivate: nil)
  }

  /// Tells the start of a command: its options without their values, which may be personal.
  func started(_ arguments: [String]) {
    let command = arguments.first.flatMap { ArgumentOrder.named($0, in: Tritone.self) }
    info(
      .program, "started",
      [
        LogField("version", Tritone.configuration.version),
        LogField("command", command?.configuration.commandName ?? "play"),
        LogField("options", arguments.compactMap(Log.option).joined(separator: " ")),
      ])
  }

  /// The name of an option; nil for a value or a path.
  private static func option(_ argument: String) -> String? {
    guard argument.hasPrefix("-"), argument != "-", argument != "--" else { return nil }
    let name = argument.prefix { $0 != "=" }
    return name.drop { $0 == "-" }.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
      ? String(name) : nil
  }

  func opened(_ size: Size) {
    let environment = ProcessInfo.processInfo.environment
    let session =
      environment["TMUX"] != nil
      ? "tmux"
      : environment["SSH_CONNECTION"] != nil ? "ssh" : environment["XDG_SESSION_TYPE"] ?? "unknown"
    info(
      .terminal, "opened",
      [
        LogField("terminal", environment["TERM"] ?? ""), LogField("columns", size.columns),
        LogField("rows", size.rows), LogField("session", session),
      ])
  }

  /// - Parameter time: since the opening began.
  func opened(_ library: FilePath, after time: Duration) {
    info(
      .library, "opened", [LogField("file", private: library), LogField("seconds", time.logText)])
  }

  func backedUp(_ backup: FilePath) {
    info(.library, "backed up", [LogField("file", private: backup)])
  }

  func note(_ notice: OpeningNotice) {
    switch notice {
    case .backingUp: info(.library, "backing up before an upgrade")
    case .upgrading(let done): if done >= 1 { info(.library, "upgraded") }
    case .backupFailed(let error):
      self.error(.library, "the backup failed", [LogField("reason", sentence: error.message)])
    case .checking: warning(.library, "checking all of it, since something was found broken")
    case .recovering: error(.library, "damaged; looking for the newest good backup")
    case .recovered(let recovery):
      warning(.library, "recovered", [LogField("how", sentence: recovery.message)])
    }
  }
}

extension Duration {
  /// Seconds with milliseconds.
  var logText: String {
    let milliseconds = Int(self / .milliseconds(1))
    return "\(milliseconds / 1000).\((milliseconds % 1000).zeroPadded(to: 3))"
  }
}
