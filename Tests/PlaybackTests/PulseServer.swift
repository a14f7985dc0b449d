import Foundation
import Glibc
import Synchronization

/// A sound server for one test, with one null sink that can be recorded.
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

  /// The arguments of a module that creates a sink.
  static func sink(_ name: String = "test", rate: Int = 44100) -> String {
    "module-null-sink sink_name=\(name) format=float32le rate=\(rate) channels=2 norewinds=1 "
      + "sink_properties=device.description=The-\(name)"
  }

  /// Starts the server with modules besides the protocol's, and waits until it answers.
  func start(modules: [String] = [PulseServer.sink()]) async throws {
    unlink(file("native"))
    let process = Process()
    // Behind a shell: the server closes all inherited descriptors, which Foundation takes for its
    // end, and then blocks every other Process until the real one.
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

  /// Ends the server as a crash would.
  func kill() {
    signal(SIGKILL)
    unlink(file("pid"))
  }

  /// Suspends the server, its connections open.
  func freeze() { signal(SIGSTOP) }

  func thaw() { signal(SIGCONT) }

  private func signal(_ signal: Int32) {
    guard let text = try? String(contentsOfFile: file("pid"), encoding: .utf8),
      let pid = Int32(text.split(separator: "\n").first ?? "")
    else { return }
    Glibc.kill(pid, signal)
  }

  /// Loads one more module; returns its number.
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

/// A recording of a sink's output, with the time of arrival.
final class Recording: Sendable {
  private struct State {
    /// Bytes of an incomplete frame.
    var rest = Data()
    var reader: CodedReader
    var numbers: [Int?] = []
    var count = 0
    var sound = Data()
    /// The frame count at time 0, extrapolated from the promptest arrival: frames come in bursts.
    var origin = -Double.infinity
  }

  private let state: Mutex<State>
  private let process: Process
  /// Seconds by which the sink hands frames over before they are due.
  private static let period = 0.05
  private let rate: Double
  private let keepsSound: Bool

  /// - Parameters:
  ///   - rate: the sink's own, or the recording is resampled.
  ///   - keepsSound: stores the samples of sound that is not coded.
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

  /// The current time, in seconds of the clock of the player's reports.
  static var now: Double { seconds(.now) }

  static func seconds(_ instant: ContinuousClock.Instant) -> Double {
    epoch.duration(to: instant) / .seconds(1)
  }

  private static let epoch = ContinuousClock.now

  /// The number of each recorded frame; nil is silence.
  var numbers: [Int?] { state.withLock { $0.numbers } }

  /// The number of entry and exit ramps.
  var ramps: (entries: Int, exits: Int) {
    state.withLock { ($0.reader.entries, $0.reader.exits) }
  }

  /// The samples of each recorded frame, with `keepsSound`.
  var samples: [SIMD2<Float>] {
    state.withLock(\.sound).withUnsafeBytes { Array($0.bindMemory(to: SIMD2<Float>.self)) }
  }

  /// The numbers of the frames that were not silent.
  var frames: [Int] { numbers.compactMap { $0 } }

  /// The time at which the frame at an index of `numbers` was due, in seconds.
  func heard(at index: Int) -> Double {
    (Double(index) + Self.period * rate - state.withLock { $0.origin }) / rate
  }
}
