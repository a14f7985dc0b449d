import Foundation
import Testing

/// Pictures as terminals on a screen show them. Needs an X server without a screen, ImageMagick, xdotool
/// and the terminals; what is not there is skipped, and the run counts it.
@Suite("Pictures in real terminals", .serialized)
struct RealTerminalTests {
  enum Emulator: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case xterm, mlterm, foot, kitty, tmux

    var testDescription: String { rawValue }

    var isThere: Bool {
      RealScreen.isThere(with: programs)
        // Placeholders came with 0.28; older ones draw blocks, which other tests see.
        && (!programs.contains("kitty") || RealTerminalTests.hasPlaceholders)
    }

    private var programs: [String] {
      switch self {
      case .xterm, .mlterm, .kitty: [rawValue]
      case .foot: ["foot", "weston"]
      case .tmux: ["kitty", "tmux"]
      }
    }

    func command(_ program: [String], configuration: String) -> [String] {
      let kitty = [
        "kitty", "--config", "NONE", "-o", "update_check_interval=0", "-o",
        "linux_display_server=x11", "-o", "remember_window_size=no", "-o",
        "initial_window_width=120c", "-o", "initial_window_height=40c", "-o", "font_size=9",
      ]
      return switch self {
      case .xterm:
        [
          "xterm", "-ti", "vt340", "-tn", "xterm-256color", "-fa", "DejaVu Sans Mono", "-fs", "9",
          "-geometry", "120x40+0+0", "-e",
        ] + program
      case .mlterm: ["mlterm", "--fontsize=12", "-g", "120x40", "-e"] + program
      case .foot:
        ["foot", "-c", "/dev/null", "-o", "main.font=DejaVu Sans Mono:size=7", "-W", "120x40"]
          + program
      case .kitty: kitty + program
      case .tmux:
        // A session that is detached from is attached to again.
        kitty + [
          "sh", "-c", "tmux -L real -f \"$0\" new-session \"$@\"; exec tmux -L real attach",
          configuration,
        ] + program
      }
    }
  }

  private static let hasPlaceholders: Bool = {
    // "kitty 0.41.1 created by …"
    guard let text = try? Program.run("kitty", ["--version"]).output,
      let version = text.split(separator: " ").dropFirst().first?.split(separator: "."),
      version.count > 1, let major = Int(version[0]), let minor = Int(version[1])
    else { return false }
    return (major, minor) >= (0, 28)
  }()

  /// A terminal with a program on a screen of its own.
  private static func screen(
    _ emulator: Emulator, _ box: Sandbox, _ program: [String]
  ) throws -> RealScreen {
    let configuration = box.folder.appendingPathComponent("tmux.conf")
    try """
    set -g allow-passthrough on
    set -g default-terminal tmux-256color
    set -as terminal-features ",*:RGB"
    """.write(to: configuration, atomically: true, encoding: .utf8)
    return try RealScreen(
      box, emulator.command(program, configuration: configuration.path),
      inWeston: emulator == .foot, usesTmux: emulator == .tmux,
      hasTrueColor: emulator != .xterm)
  }

  @Test(
    "the cover is round and whole, goes under a window and comes back, in both views",
    .enabled("no terminal, X server, ImageMagick or xdotool is installed") {
      Emulator.allCases.contains(where: \.isThere)
    }, arguments: Emulator.allCases.filter(\.isThere))
  func shown(emulator: Emulator) throws {
    try Self.withCover { try Self.checkShown(in: emulator, $0) }
  }

  private static func checkShown(in emulator: Emulator, _ box: Sandbox) throws {
    let screen = try screen(
      emulator, box, [Sandbox.binary, "play", "--no-host", "--output", "null", box.music.path])
    defer { screen.close() }
    let first = try screen.wait("the cover", polls: 8) { $0.isRound }
    try screen.press("question")
    let covered = try screen.wait("a window over it") { $0.pixels < first.pixels }
    // foot fills its screen, where the window hides no more than an edge of the cover.
    if emulator != .foot { #expect(!covered.isRound) }
    try screen.press("Escape")
    try screen.wait("the cover again", until: first)
    // Another skin has another ground.
    try screen.press("t")
    try screen.wait("the cover on another ground", until: first)
    let enlarge = try screen.shrink(to: 0.9)
    let smaller = try screen.wait("the cover on a smaller screen") { $0.isRound && $0 != first }
    try enlarge()
    // foot fills its screen from then on.
    let again = try screen.wait("the cover in its old size") {
      emulator == .foot ? $0.isRound && $0 != smaller : $0 == first
    }
    try screen.press("o")
    let large = try screen.wait("the large cover") { $0.isRound && $0.width > again.width }
    #expect(large.pixels > 2 * again.pixels || emulator == .foot)
    try screen.press("o")
    try screen.wait("the small cover, and nothing else", until: again)
    try screen.press("q")
    _ = try screen.wait("the end, without a picture") { $0.pixels == 0 }
  }

  @Test(
    "the cover stands still while a list scrolls beside it",
    .enabled("no terminal, X server, ImageMagick or xdotool is installed") {
      Emulator.allCases.contains(where: \.isThere)
    }, arguments: Emulator.allCases.filter(\.isThere))
  func scrolled(emulator: Emulator) throws {
    try Self.withCover { box in
      let short = try box.tone("More/00.flac", 330, seconds: 1)
      for number in 1..<80 {
        let name = "\(number < 10 ? "0" : "")\(number).flac"
        let copy = short.deletingLastPathComponent().appendingPathComponent(name)
        try FileManager.default.copyItem(at: short, to: copy)
      }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let screen = try Self.screen(
        emulator, box,
        [Sandbox.binary, "play", "--no-host", "--output", "null", box.music.path + "/One.flac"])
      defer { screen.close() }
      _ = try screen.wait("the cover", polls: 8) { $0.isRound }
      try screen.press("bracketright")
      let first = try screen.wait("the cover beside the songs", polls: 8) { $0.isRound }
      for _ in 0..<60 { try screen.press("Down") }
      try screen.wait("the cover as before", until: first)
    }
  }

  @Test(
    "nothing of the cover stays while the program is suspended, and all of it comes back",
    .enabled("no terminal, X server, ImageMagick or xdotool is installed") {
      Emulator.allCases.contains(where: \.isThere)
    }, arguments: Emulator.allCases.filter { $0.isThere && $0 != .tmux })
  func suspended(emulator: Emulator) throws {
    try Self.withCover { box in
      let screen = try Self.screen(emulator, box, ["bash", "--norc", "-i"])
      defer { screen.close() }
      _ = try screen.wait("the shell") { $0.pixels == 0 }
      try screen.type("\(Sandbox.binary) play --output null \(box.music.path)")
      let first = try screen.wait("the cover", polls: 8) { $0.isRound }
      let found = try Program.check("pgrep", ["-f", Self.player(of: box)])
      kill(try #require(pid_t(found.trimmingCharacters(in: .whitespacesAndNewlines))), SIGTSTP)
      _ = try screen.wait("the shell, without a picture") { $0.pixels == 0 }
      try screen.type("fg")
      try screen.wait("the cover again", until: first)
    }
  }

  @Test(
    "in tmux the cover is that of its window, and comes back with it and with the session",
    .enabled("kitty with placeholders, tmux, X server, ImageMagick or xdotool is not installed") {
      Emulator.tmux.isThere
    })
  func windows() throws {
    try Self.withCover { box in
      let screen = try Self.screen(
        .tmux, box, [Sandbox.binary, "play", "--no-host", "--output", "null", box.music.path])
      defer { screen.close() }
      let first = try screen.wait("the cover", polls: 8) { $0.isRound }
      try screen.press("ctrl+b", "c")
      _ = try screen.wait("another window") { $0.pixels == 0 }
      try screen.press("ctrl+b", "p")
      try screen.wait("the cover again", until: first)
      try screen.press("ctrl+b", "d")
      try screen.wait("the cover in a new client", until: first)
      screen.close()
      #expect(try screen.tmux("has-session").status != 0)
      try Program.wait("the end of the player") {
        try Program.run("pgrep", ["-f", Self.player(of: box)]).status == 1
      }
    }
  }

  /// The pattern of the player's command line.
  private static func player(of box: Sandbox) -> String {
    "^\(Sandbox.binary) play .*\(box.music.path)"
  }

  /// One track in a folder with a cover: a yellow disc on red and blue.
  private static func withCover(_ body: (Sandbox) throws -> Void) throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 200, tags: ["title": "One", "album": "Disc"])
      try Program.check(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i",
          "nullsrc=s=300x300,geq=r='if(lt(hypot(X-150,Y-150),90),255,200-Y/2)'"
            + ":g='if(lt(hypot(X-150,Y-150),90),255,0)':b='if(lt(hypot(X-150,Y-150),90),0,Y/2)'",
          "-frames:v", "1", "-pix_fmt", "rgb24", box.music.appendingPathComponent("cover.png").path,
        ])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      try body(box)
    }
  }
}
