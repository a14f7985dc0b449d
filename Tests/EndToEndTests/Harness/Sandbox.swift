import Foundation
import ServerHarness

/// An isolated environment for one journey: home, sound server and terminal, removed afterwards.
final class Sandbox {
  let folder: URL
  let music: URL
  private(set) var environment: [String: String]
  private var terminals = 0
  private let tmuxName = "tritone-test-\(UUID().uuidString.prefix(8))"
  private var server: Spawned?
  private var recorders: [Recorder] = []
  /// What sub-commands printed so far, with the command.
  private(set) var printed: [(String, String)] = []
  private(set) var recordsScreens = false

  /// The program under test: the one that was built with these tests.
  static let binary: String =
    ProcessInfo.processInfo.environment["TRITONE_BINARY"]
    ?? URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("tritone").path

  /// Runs `body` in a new sandbox and removes everything afterwards, also after an error.
  static func with(sound: Bool = true, _ body: (Sandbox) throws -> Void) throws {
    let sandbox = try Sandbox()
    defer { sandbox.close() }
    if sound { try sandbox.startSound() }
    try body(sandbox)
  }

  private init() throws {
    // Short, since the path of a socket has about a hundred bytes.
    folder = URL(fileURLWithPath: "/tmp/tt-\(UUID().uuidString.prefix(8))")
    music = folder.appendingPathComponent("home/Music")
    for name in ["home/Music", "home/.config", "run", "tmux"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    try "XDG_MUSIC_DIR=\"$HOME/Music\"\n".write(
      to: folder.appendingPathComponent("home/.config/user-dirs.dirs"), atomically: true,
      encoding: .utf8)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment = [
      "PATH": path, "HOME": folder.appendingPathComponent("home").path, "LANG": "C.UTF-8",
      "XDG_RUNTIME_DIR": folder.appendingPathComponent("run").path,
      "PULSE_RUNTIME_PATH": folder.appendingPathComponent("run").path,
      "PULSE_STATE_PATH": folder.appendingPathComponent("state").path,
      "PULSE_SERVER": "unix:" + folder.appendingPathComponent("run/native").path,
      "DBUS_SESSION_BUS_ADDRESS": "/dev/null",
      "TMUX_TMPDIR": folder.appendingPathComponent("tmux").path,
      "TERM": "xterm-256color", "COLORTERM": "truecolor", "SHELL": "/bin/sh",
    ]
  }

  var library: String { folder.appendingPathComponent("home/.local/share/tritone/library.db").path }

  private func close() {
    for recorder in recorders { recorder.stop() }
    for number in 0...terminals { _ = try? tmux(["kill-server"], ofTerminal: number) }
    if let host { kill(host, SIGKILL) }
    server?.end()
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: Sound

  func startSound() throws {
    server = try Spawned(
      "pulseaudio",
      [
        "-n", "--daemonize=no", "--fail=yes", "--use-pid-file=no", "--exit-idle-time=-1",
        "--disable-shm=yes", "--realtime=no", "--high-priority=no", "-L",
        "module-null-sink sink_name=test format=float32le rate=44100 channels=2 norewinds=1", "-L",
        "module-native-protocol-unix auth-anonymous=1 socket="
          + folder.appendingPathComponent("run/native").path,
      ], environment: environment)
    try Program.wait("the sound server") {
      try Program.run("pactl", ["info"], environment: self.environment).status == 0
    }
  }

  func killSound() {
    server?.end(SIGKILL)
    server = nil
  }

  func record() throws -> Recorder {
    let recorder = try Recorder(
      to: folder.appendingPathComponent("record-\(recorders.count).raw"), environment: environment)
    recorders.append(recorder)
    return recorder
  }

  // MARK: Programs

  /// Opens a new terminal, and returns its number.
  ///
  /// - Parameter isBeside: whether the previous one stays; else it is closed with its programs.
  @discardableResult
  func openTerminal(beside isBeside: Bool = false) -> Int {
    // No server runs before the first terminal, or after all of its programs have ended.
    if !isBeside { _ = try? tmux("kill-server") }
    terminals += 1
    return terminals
  }

  func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  func tmux(_ arguments: [String]) throws -> String {
    try tmux(arguments, ofTerminal: terminals)
  }

  func tmux(_ arguments: [String], ofTerminal number: Int) throws -> String {
    try Program.check(
      "tmux", ["-u", "-L", "\(tmuxName)-\(number)", "-f", "/dev/null"] + arguments,
      environment: environment)
  }

  /// The process of the player that outlives its terminals; nil for none.
  var host: pid_t? {
    let folder = folder.appendingPathComponent("run/tritone")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasSuffix(".lock") {
      let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let process = text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      // The lock's file stays behind its process, whose number another one may get.
      if let process,
        let words = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8),
        words.contains("tritone\0host")
      {
        return process
      }
    }
    return nil
  }

  /// Sets a variable of all programs that are started from here on.
  func set(_ name: String, _ value: String) { environment[name] = value }

  /// A sub-command of the program, run to its end.
  func tritone(_ arguments: String...) throws -> Program.Result {
    let result = try Program.run(Sandbox.binary, arguments, environment: environment)
    let command = arguments.joined(separator: " ")
    printed += [("output of \(command)", result.output), ("errors of \(command)", result.errors)]
    return result
  }

  /// Keeps all that players write to their terminals from here on, in files of the sandbox.
  func recordScreens() { recordsScreens = true }

  /// The player in a terminal of a size; `extra` changes its environment ("" removes a name).
  ///
  /// - Parameters:
  ///   - isHosted: whether it is a process of its own, which outlives the terminal.
  ///   - isBeside: whether earlier terminals stay open.
  ///   - folder: that in which it is started; nil for that of the test.
  func player(
    _ arguments: [String] = [], columns: Int = 120, rows: Int = 40, extra: [String: String] = [:],
    binary: String = Sandbox.binary, isHosted: Bool = false, isBeside: Bool = false,
    folder: String? = nil
  ) throws -> Player {
    try Player(
      self, arguments, columns: columns, rows: rows, extra: extra, binary: binary,
      isHosted: isHosted, isBeside: isBeside, folder: folder)
  }

  func sql(_ text: String) throws -> String {
    try Program.check("sqlite3", ["-cmd", ".timeout 10000", library, text])
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A value of the stored queue, whose numbers follow behind a line of JSON.
  func storedQueue(_ key: String) throws -> String {
    try sql(
      """
      SELECT substr(value, 3, instr(value, char(10)) - 3) ->> '\(key)' FROM session
      WHERE key = 'queue'
      """)
  }

  // MARK: Music

  /// A sine of a frequency, in the format of the file name's extension.
  @discardableResult
  func tone(
    _ path: String, _ frequency: Int, seconds: Double = 3, tags: [String: String] = [:]
  ) throws -> URL {
    let file = music.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    var arguments = [
      "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
      "sine=frequency=\(frequency):duration=\(seconds):sample_rate=44100", "-af", "volume=8",
      "-ac", "2",
    ]
    for (name, value) in tags { arguments += ["-metadata", "\(name)=\(value)"] }
    if file.pathExtension == "flac" { arguments += ["-sample_fmt", "s16"] }
    try Program.check("ffmpeg", arguments + [file.path])
    return file
  }

  /// Four albums by three artists in two genres; every track has a frequency of its own.
  func fillMusic(seconds: Double = 4) throws {
    let albums: [(String, String, String, String, [Int])] = [
      ("Alpha", "First Light", "House", "1999", [300, 340, 380]),
      ("Alpha", "Second Wind", "House", "2003", [420, 460]),
      ("Beta", "Third Rail", "Techno", "2010", [500, 540, 580]),
      ("Gamma", "Fourth Wall", "Techno", "2015", [620, 660]),
    ]
    for (artist, album, genre, date, tones) in albums {
      for (index, frequency) in tones.enumerated() {
        try tone(
          "\(artist)/\(album)/0\(index + 1) Tone \(frequency).flac", frequency, seconds: seconds,
          tags: [
            "title": "Tone \(frequency)", "artist": artist, "album": album, "genre": genre,
            "date": date, "track": "\(index + 1)",
          ])
      }
    }
  }
}
