import Foundation

/// The real program in a real terminal.
final class Player {
  private let sandbox: Sandbox
  private let statusFile: URL
  private let pidFile: URL
  /// Of its terminal.
  private let number: Int

  init(
    _ sandbox: Sandbox, _ arguments: [String], columns: Int, rows: Int, extra: [String: String],
    binary: String = Sandbox.binary, isHosted: Bool = false, isBeside: Bool = false,
    folder: String? = nil
  ) throws {
    self.sandbox = sandbox
    let id = UUID().uuidString.prefix(6)
    statusFile = sandbox.folder.appendingPathComponent("status-\(id)")
    pidFile = sandbox.folder.appendingPathComponent("pid-\(id)")
    // A shell stays in the window, so that the terminal can be read after the program's exit.
    let set = extra.map { $1.isEmpty ? "unset \($0);" : "export \($0)=\(Player.quoted($1));" }
    let words = ([binary] + (isHosted ? [] : ["--no-host"]) + arguments).map(Player.quoted).joined(
      separator: " ")
    // The program waits for the recording.
    let gate = sandbox.recordsScreens ? "\(sandbox.folder.path)/recorded-\(id)" : "/"
    let script = """
      while [ ! -e \(gate) ]; do sleep 0.02; done
      \(set.joined()) export TERM=${PLAYER_TERM:-xterm-256color}; export COLORTERM=\(
        extra["COLORTERM"] ?? "truecolor")
      \(folder.map { "cd \(Player.quoted($0))" } ?? "")
      trap : INT  # a shell at a terminal outlives what it runs
      sh -c 'echo $$ > \(pidFile.path); exec "$@"' sh \(words)
      echo $? > \(statusFile.path).part; mv \(statusFile.path).part \(statusFile.path)
      trap - INT; echo "--left--"; exec cat
      """
    let file = sandbox.folder.appendingPathComponent("start-\(id).sh")
    try script.write(to: file, atomically: true, encoding: .utf8)
    number = sandbox.openTerminal(beside: isBeside)
    var start = ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
    for (name, value) in sandbox.environment { start += ["-e", "\(name)=\(value)"] }
    _ = try tmux(start + ["sh \(file.path)"])
    _ = try tmux("set", "-g", "status", "off")
    _ = try tmux("set", "-ga", "terminal-overrides", ",*:Tc")
    if sandbox.recordsScreens {
      _ = try tmux("pipe-pane", "-O", "exec cat > \(gate).part")
      try Program.wait("the recording") {
        FileManager.default.fileExists(atPath: gate + ".part")
      }
      try Data().write(to: URL(fileURLWithPath: gate))
    }
    try Program.wait("the program to start") { self.pid != nil }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  var pid: pid_t? {
    (try? String(contentsOf: pidFile, encoding: .utf8))
      .flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// The exit status, nil while the program runs.
  var status: Int32? {
    (try? String(contentsOf: statusFile, encoding: .utf8))
      .flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  private func tmux(_ arguments: [String]) throws -> String {
    try sandbox.tmux(arguments, ofTerminal: number)
  }

  /// Closes the terminal with all programs in it.
  func closeTerminal() throws { _ = try tmux("kill-server") }

  /// Keys by tmux's names ("Enter", "C-z", "BTab") or single characters.
  func press(_ keys: String...) throws {
    _ = try tmux(["send-keys"] + keys.map { $0 == ";" ? "\\;" : $0 })
  }

  /// Presses a key that edits a row, again where it was refused: on a busy machine the edit before
  /// may still be under way.
  func edit(with key: String, _ what: String, _ isDone: () throws -> Bool) throws {
    try press(key)
    var refusals = 0
    try Program.wait(what) {
      if try isDone() { return true }
      refusals = try self.screen.contains("is still being") ? refusals + 1 : 0
      // The line stays for a while.
      if refusals % 100 == 1 { try self.press(key) }
      return false
    } state: {
      (try? self.screen) ?? ""
    }
  }

  func type(_ text: String) throws { _ = try tmux("send-keys", "-l", text) }

  func resize(columns: Int, rows: Int) throws {
    _ = try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  func signal(_ signal: Int32) { if let pid { kill(pid, signal) } }

  var lines: [String] {
    get throws {
      try tmux("capture-pane", "-p").split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
    }
  }

  var screen: String { get throws { try lines.joined(separator: "\n") } }

  /// All true colours on the screen, foreground and background.
  var colors: Set<String> {
    get throws {
      let text = try tmux("capture-pane", "-p", "-e")
      return Set(text.matches(of: #/[34]8;2;\d+;\d+;\d+/#).map { String($0.output) })
    }
  }

  /// The seconds of the position that a screen shows, nil where there is none below a minute.
  static func seconds(on screen: String) -> Int? {
    screen.firstMatch(of: #/\b0:(\d\d) \/ /#).flatMap { Int($0.1) }
  }

  /// Waits until a position is reached; returns the seconds shown then.
  @discardableResult
  func reach(seconds: Int, within limit: Double = Program.patience) throws -> Int {
    var reached = 0
    try wait("the position 0:\(seconds)", within: limit) {
      reached = Player.seconds(on: $0) ?? 0
      return reached >= seconds
    }
    return reached
  }

  /// Waits until the screen shows a text.
  func see(_ text: String, within limit: Double = Program.patience) throws {
    try wait("“\(text)”", within: limit) { $0.contains(text) }
  }

  func see(no text: String, within limit: Double = Program.patience) throws {
    try wait("“\(text)” to go", within: limit) { !$0.contains(text) }
  }

  func wait(
    _ what: String, within limit: Double = Program.patience, _ condition: (String) throws -> Bool
  ) throws {
    var last = ""
    try Program.wait(what, within: limit) {
      last = try self.screen
      return try condition(last)
    } state: {
      "the screen was:\n\(last)\nstatus \(self.status.map(String.init) ?? "running")"
    }
  }

  /// Quits with q and waits for the exit.
  func leave() throws {
    try press("q")
    try left()
  }

  @discardableResult
  func left(within limit: Double = Program.patience) throws -> Int32 {
    try Program.wait("the program to leave", within: limit) {
      self.status != nil
    } state: {
      (try? self.screen) ?? ""
    }
    return status ?? -1
  }
}
