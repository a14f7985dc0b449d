import Foundation
import ServerHarness

/// A terminal in an X server without a screen, judged by the yellow pixels of its picture.
final class RealScreen {
  /// The yellow part of a picture of the screen, as the disc of a cover.
  struct Disc: Equatable {
    var pixels = 0
    var width = 0
    var height = 0

    var isRound: Bool {
      pixels > 500 && abs(width - height) * 20 <= width
        // A disc fills 79 % of its box: nothing is cut off or left over.
        && abs(Double(pixels) / Double(width * height) - .pi / 4) < 0.03
    }
  }

  private let usesTmux: Bool
  private let server: Spawned
  private var compositor: Spawned?
  private let terminal: Spawned
  private var environment: [String: String]

  /// Whether everything is installed that a terminal of these programs takes.
  static func isThere(with programs: [String]) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (["Xvfb", "import", "xdotool"] + programs).allSatisfy { program in
      folders.contains { access("\($0)/\(program)", X_OK) == 0 }
    }
  }

  init(
    _ box: Sandbox, _ command: [String], inWeston: Bool = false, usesTmux: Bool = false,
    hasTrueColor: Bool = true
  ) throws {
    self.usesTmux = usesTmux
    environment = box.environment
    environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
    environment["TMUX"] = nil
    environment["COLORTERM"] = hasTrueColor ? "truecolor" : nil
    let number = (90..<190).first { number in
      ["/tmp/.X\(number)-lock", "/tmp/.X11-unix/X\(number)"].allSatisfy {
        !FileManager.default.fileExists(atPath: $0)
      }
    }
    environment["DISPLAY"] = ":\(number ?? 190)"
    server = try Spawned(
      "Xvfb", [environment["DISPLAY"] ?? "", "-screen", "0", "1100x800x24", "-nolisten", "tcp"],
      environment: environment)
    let socket = "/tmp/.X11-unix/X\(number ?? 190)"
    try Program.wait("the X server") { FileManager.default.fileExists(atPath: socket) }
    if inWeston {
      environment["WAYLAND_DISPLAY"] = "real"
      compositor = try Spawned(
        "weston",
        [
          "--backend=x11-backend.so", "--width=1090", "--height=790", "--socket=real",
          "--no-config", "--shell=kiosk-shell.so",
        ], environment: environment)
      let socket = (environment["XDG_RUNTIME_DIR"] ?? "") + "/real"
      try Program.wait("the compositor") { FileManager.default.fileExists(atPath: socket) }
    }
    terminal = try Spawned(command[0], Array(command.dropFirst()), environment: environment)
  }

  func tmux(_ arguments: String...) throws -> Program.Result {
    try Program.run("tmux", ["-L", "real"] + arguments, environment: environment)
  }

  func type(_ text: String) throws {
    try Program.check("xdotool", ["type", text], environment: environment)
    try press("Return")
  }

  func press(_ keys: String...) throws {
    for key in keys { try Program.check("xdotool", ["key", key], environment: environment) }
  }

  /// Makes the terminal's window a part of its size.
  ///
  /// - Returns: what gives it its old size back.
  func shrink(to part: Double) throws -> () throws -> Void {
    let found = try Program.check(
      "xdotool", ["search", "--maxdepth", "1", "--onlyvisible", "--name", ".*"],
      environment: environment)
    // The root is the first.
    let window = found.split(separator: "\n").last.map(String.init) ?? ""
    let shape = try Program.check(
      "xdotool", ["getwindowgeometry", "--shell", window], environment: environment)
    // "WIDTH=726".
    let values = shape.split(separator: "\n").reduce(into: [Substring: Int]()) {
      let parts = $1.split(separator: "=")
      if parts.count == 2 { $0[parts[0]] = Int(parts[1]) }
    }
    let (width, height) = (values["WIDTH"] ?? 0, values["HEIGHT"] ?? 0)
    func resize(_ part: Double) throws {
      let sides = [width, height].map { "\(Int(Double($0) * part))" }
      try Program.check("xdotool", ["windowsize", window] + sides, environment: environment)
    }
    try resize(part)
    return { try resize(1) }
  }

  func disc() throws -> Disc {
    let file = "/tmp/tt-screen-\(UUID().uuidString).ppm"
    defer { unlink(file) }
    try Program.check(
      "import", ["-window", "root", "-depth", "8", file], environment: environment)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    // "P6", width, height and 255 on lines of their own.
    let header = bytes.prefix(64).split(separator: 0x0A, maxSplits: 3)
    let size = String(decoding: header[1], as: UTF8.self).split(separator: " ")
    guard let columns = size.first.flatMap({ Int($0) }) else { return Disc() }
    let start = header[0].count + header[1].count + header[2].count + 3
    var (left, right, top, bottom, count) = (Int.max, -1, Int.max, -1, 0)
    for index in 0..<(bytes.count - start) / 3 {
      let place = start + 3 * index
      guard bytes[place] > 225, bytes[place + 1] > 225, bytes[place + 2] < 60 else { continue }
      let (column, row) = (index % columns, index / columns)
      (left, right) = (min(left, column), max(right, column))
      (top, bottom) = (min(top, row), max(bottom, row))
      count += 1
    }
    return count == 0
      ? Disc() : Disc(pixels: count, width: right - left + 1, height: bottom - top + 1)
  }

  /// Waits until the screen stands still, and a condition holds.
  ///
  /// - Parameter polls: fifths of a second for which it is the same.
  func wait(_ what: String, polls: Int = 1, _ condition: (Disc) -> Bool) throws -> Disc {
    var (last, seen) = (Disc(), 0)
    try Program.wait(what) {
      let disc = try self.disc()
      seen = disc == last ? seen + 1 : 0
      last = disc
      usleep(200_000)
      return seen >= polls && condition(disc)
    } state: {
      "\(last)"
    }
    return last
  }

  func wait(_ what: String, until disc: Disc) throws { _ = try wait(what) { $0 == disc } }

  /// Ends everything; repeated calls do nothing.
  func close() {
    // The server outlives its clients.
    if usesTmux { _ = try? tmux("kill-server") }
    terminal.end()
    compositor?.end()
    server.end()
  }
}
