internal import Foundation
internal import Glibc

/// A real Subsonic server on 127.0.0.1 with a database and a library of its own, which ends with
/// this value. Needs the Debian packages supysonic and gunicorn.
package final class SupysonicServer {
  package static let user = "alice"
  package static let password = "sesame & <more>"

  package static var isInstalled: Bool {
    ["supysonic-cli", "supysonic-server", "gunicorn", "ffmpeg", "sqlite3"].allSatisfy {
      access("/usr/bin/\($0)", X_OK) == 0
    }
  }

  package struct Failure: Error { package let reason: String }

  /// A track of the library, whose sound is a sine.
  package struct Song: Sendable {
    package var artist: String
    package var album: String
    package var number: Int
    package var title: String
    package var seconds: Double
    package var hertz: Int
    /// The extension, by which ffmpeg chooses the format.
    package var format: String

    package init(
      _ artist: String, _ album: String, _ number: Int, _ title: String, seconds: Double = 1,
      hertz: Int = 440, format: String = "flac"
    ) {
      self.artist = artist
      self.album = album
      self.number = number
      self.title = title
      self.seconds = seconds
      self.hertz = hertz
      self.format = format
    }

    /// Below the library's folder.
    package var path: String { "\(artist)/\(album)/\(number).\(format)" }
  }

  package let port: Int
  package let folder: String
  private let server: Process

  package var address: String { "http://127.0.0.1:\(port)" }
  package var library: String { folder + "/library" }

  package init(_ songs: [Song]) throws {
    var template = Array((NSTemporaryDirectory() + "/supysonic-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure(reason: "no temporary folder") }
    let folder = String(cString: made)
    self.folder = folder
    for song in songs { try Self.make(song, in: folder + "/library") }
    try FileManager.default.createDirectory(
      atPath: folder + "/.config/supysonic", withIntermediateDirectories: true)
    try """
    [base]
    database_uri = sqlite:///\(folder)/database
    [webapp]
    cache_dir = \(folder)/cache
    mount_webui = off
    [daemon]
    socket = \(folder)/daemon
    """.write(
      toFile: folder + "/.config/supysonic/supysonic.conf", atomically: true, encoding: .utf8)
    let cli = "/usr/bin/supysonic-cli"
    try Self.run(cli, ["user", "add", Self.user, "-p", Self.password], home: folder)
    try Self.run(cli, ["folder", "add", "Library", folder + "/library"], home: folder)
    try Self.run(cli, ["folder", "scan", "--foreground", "Library"], home: folder)
    // Port 0 lets the kernel choose; the server's log names the port.
    let log = folder + "/log"
    server = Self.process(
      "/usr/bin/setpriv",
      [
        "--pdeathsig", "KILL", "/usr/bin/supysonic-server", "-S", "gunicorn", "-h", "127.0.0.1",
        "-p", "0", "--threads", "4",
      ], home: folder, log: log)
    try server.run()
    port = try Self.port(log, server)
  }

  deinit {
    // Threads of tests block signals, which children inherit, so that only these cannot be missed.
    let pid = server.processIdentifier
    let children = "/proc/\(pid)/task/\(pid)/children"
    // because they may have ended
    let workers = (try? String(contentsOfFile: children, encoding: .utf8)) ?? ""
    kill(pid, SIGKILL)
    for worker in workers.split(separator: " ") {
      if let worker = pid_t(worker) { kill(worker, SIGKILL) }
    }
    server.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)  // because the system clears it anyway
  }

  /// Files that were added or taken away since.
  package func scan() throws {
    try Self.run(
      "/usr/bin/supysonic-cli", ["folder", "scan", "--foreground", "Library"], home: folder)
  }

  package func add(_ song: Song) throws { try Self.make(song, in: library) }

  /// Rows of the server's own database, their columns joined by "|".
  package func rows(_ query: String) throws -> [String] {
    // The server may write meanwhile: its lock is waited for, up to a minute.
    let text = try Self.run(
      "/usr/bin/sqlite3", ["-cmd", ".timeout 60000", folder + "/database", query], home: folder)
    return text.split(separator: "\n").map(String.init)
  }

  private static func make(_ song: Song, in library: String) throws {
    let path = library + "/" + song.path
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try run(
      "/usr/bin/ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "sine=frequency=\(song.hertz):duration=\(song.seconds)", "-metadata",
        "title=\(song.title)", "-metadata", "artist=\(song.artist)", "-metadata",
        "album=\(song.album)", "-metadata", "track=\(song.number)", path,
      ], home: library)
  }

  private static func port(_ log: String, _ server: Process) throws -> Int {
    // Two minutes, on however busy a machine.
    for _ in 0..<6_000 where server.isRunning {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""  // because it comes soon
      if let start = text.range(of: "Listening at: http://127.0.0.1:"), text.contains("Booting") {
        let digits = text[start.upperBound...].prefix { $0.isNumber }
        if let port = Int(digits) { return port }
      }
      usleep(20_000)
    }
    throw Failure(reason: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "no log")
  }

  private static func process(
    _ program: String, _ arguments: [String], home: String, log: String
  ) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    // The server finds its settings below the home folder.
    process.environment = ["HOME": home, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    let handle = FileHandle(forWritingAtPath: log)
    process.standardOutput = handle
    process.standardError = handle
    process.standardInput = FileHandle.nullDevice
    return process
  }

  @discardableResult
  private static func run(_ program: String, _ arguments: [String], home: String) throws -> String {
    let log = NSTemporaryDirectory() + "/supysonic-\(UUID().uuidString)"
    defer { unlink(log) }
    let process = process(program, arguments, home: home, log: log)
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOfFile: log, encoding: .utf8)
    guard process.terminationStatus == 0 else {
      throw Failure(reason: "\(program) \(arguments.first ?? ""): \(text)")
    }
    return text
  }
}
