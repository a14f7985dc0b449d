import Foundation
import Glibc
import Synchronization

/// A sound server of one test's own, with one sink that goes nowhere and can be recorded.
final class PulseServer {
  let folder: URL

  var address: String { "unix:" + file("native") }

  init() throws {
    // The path of a socket has to be short.
    folder = URL(fileURLWithPath: "/tmp/tp-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The arguments of a module that makes a sink.
  static func sink(_ name: String = "test", rate: Int = 44100) -> String {
    "module-null-sink sink_name=\(name) format=float32le rate=\(rate) channels=2 norewinds=1 "
      + "sink_properties=device.description=The-\(name)"
  }

  /// Starts it with modules besides the one for the connections, and waits until it answers.
  func start(modules: [String] = [PulseServer.sink()]) async throws {
    unlink(file("native"))
    let process = Process()
    // Behind a shell: the server closes all it inherits, by which Foundation would take it to have
    // ended, and then block every other Process until it really does.
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      [
        "-c", "/usr/bin/pulseaudio \"$@\" & echo $! >pid.new; mv pid.new pid; wait $!", "sh", "-n",
        "--daemonize=no", "--fail=yes", "--use-pid-file=no", "--exit-idle-time=-1",
        "--disable-shm=yes", "--realtime=no", "--high-priority=no", "--log-level=error",
      ] + modules.flatMap { ["-L", $0] } + [
        "-L", "module-native-protocol-unix auth-anonymous=1 socket=" + file("native"),
      ]
    process.currentDirectoryURL = folder
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try await eventually("server") { (try? await self.control("info")) != nil }
  }

  /// Ends it as a crash would.
  func kill() {
    signal(SIGKILL)
    unlink(file("pid"))
  }

  /// Has it stand still, its connections open.
  func freeze() { signal(SIGSTOP) }

  func thaw() { signal(SIGCONT) }

  private func signal(_ signal: Int32) {
    guard let text = try? String(contentsOfFile: file("pid"), encoding: .utf8),
      let pid = Int32(text.split(separator: "\n").first ?? "")
    else { return }
    Glibc.kill(pid, signal)
  }

  /// Makes one more sink; the number of its module.
  @discardableResult
  func load(_ module: String) async throws -> String {
    let arguments = ["load-module"] + module.split(separator: " ").map(String.init)
    return try await control(arguments).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  @discardableResult
  func control(_ arguments: String...) async throws -> String { try await control(arguments) }

  private func control(_ arguments: [String]) async throws -> String {
    try await run(
      "/usr/bin/env", ["PULSE_SERVER=" + address, "HOME=" + folder.path, "pactl"] + arguments)
  }

  var environment: [String: String] {
    [
      "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PULSE_RUNTIME_PATH": folder.path,
      "PULSE_STATE_PATH": folder.path, "PULSE_SERVER": address,
      "DBUS_SESSION_BUS_ADDRESS": "/dev/null", "PATH": "/usr/bin:/bin", "LC_ALL": "C",
    ]
  }
}

/// What came out of the sink of a server, with the time it came.
final class Recording: Sendable {
  private struct State {
    /// Bytes that make no whole frame yet.
    var rest = Data()
    var reader: CodedReader
    var numbers: [Int?] = []
    var count = 0
    var sound = Data()
    /// Frames by the earliest time at which so many had arrived: they come in bursts, of which the
    /// promptest counts.
    var origin = -Double.infinity
  }

  private let state: Mutex<State>
  private let process: Process
  /// Frames that the sink hands over before they are due.
  private static let period = 0.05
  private let rate: Double
  private let keepsSound: Bool

  /// - Parameters:
  ///   - rate: the sink's own, or what is recorded is not what was played.
  ///   - keepsSound: for sound that is not coded.
  init(
    of server: PulseServer, sink: String = "test", rate: Int = 44100, keepsSound: Bool = false
  ) async throws {
    self.rate = Double(rate)
    state = Mutex(State(reader: CodedReader(rate: rate)))
    self.keepsSound = keepsSound
    let process = Process()
    self.process = process
    process.executableURL = URL(fileURLWithPath: "/usr/bin/parec")
    process.arguments = [
      "-d", sink + ".monitor", "--raw", "--format=float32le", "--rate=\(rate)", "--channels=2",
      "--process-time-msec=10",
    ]
    process.environment = server.environment
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let reading = output.fileHandleForReading
    Thread.detachNewThread { [weak self] in
      while true {
        let data = reading.availableData
        if data.isEmpty { return }
        self?.note(data)
      }
    }
    try await eventually("recording") { !self.numbers.isEmpty }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  private func note(_ data: Data) {
    let now = Recording.now
    state.withLock {
      $0.rest.append(data)
      let whole = $0.rest.count / 8 * 8
      let frames = Data($0.rest.prefix(whole))
      let heard = frames.withUnsafeBytes { Array($0.bindMemory(to: SIMD2<Float>.self)) }
      $0.numbers += $0.reader.read(heard)
      $0.count += whole / 8
      if keepsSound { $0.sound += frames }
      $0.rest = Data($0.rest.dropFirst(whole))
      $0.origin = max($0.origin, Double($0.count) - now * rate)
    }
  }

  /// Seconds of the clock that the player's reports are in.
  static var now: Double { seconds(.now) }

  static func seconds(_ instant: ContinuousClock.Instant) -> Double {
    epoch.duration(to: instant) / .seconds(1)
  }

  private static let epoch = ContinuousClock.now

  /// The number of each recorded frame; nil is silence.
  var numbers: [Int?] { state.withLock { $0.numbers } }

  /// How often the sound was let in or out within a few milliseconds.
  var ramps: (entries: Int, exits: Int) {
    state.withLock { ($0.reader.entries, $0.reader.exits) }
  }

  /// The samples of each recorded frame, where they are kept.
  var samples: [SIMD2<Float>] {
    state.withLock(\.sound).withUnsafeBytes { Array($0.bindMemory(to: SIMD2<Float>.self)) }
  }

  /// The frames that were not silent.
  var frames: [Int] { numbers.compactMap { $0 } }

  /// When the frame at an index of `numbers` was due to be heard.
  func heard(at index: Int) -> Double {
    (Double(index) + Self.period * rate - state.withLock { $0.origin }) / rate
  }
}
