import Foundation
import Testing

/// The terminal's state while the program runs and after its exit.
@Suite("The terminal", .serialized)
struct TerminalTests {
  private func prepared(_ body: (Sandbox) throws -> Void) throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 20)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      try body(box)
    }
  }

  private func isRestored(_ box: Sandbox) throws -> String {
    try box.tmux(
      "display-message", "-p",
      "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{mouse_sgr_flag} #{keypad_flag}"
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(
    "is given back as it was, however the program ends",
    arguments: [("q", Int32(0)), ("TERM", 143), ("INT", 130), ("SEGV", 139), ("ABRT", 134)])
  func restored(how: String, status: Int32) throws {
    try prepared { box in
      let player = try box.player(["--output", "null"])
      try player.see("One")
      #expect(try isRestored(box) == "1 0 1 1 0")
      switch how {
      case "TERM": player.signal(SIGTERM)
      case "INT": player.signal(SIGINT)
      case "SEGV": player.signal(SIGSEGV)
      case "ABRT": player.signal(SIGABRT)
      default: try player.press("q")
      }
      #expect(try player.left() == status)
      try player.see("--left--")
      #expect(try isRestored(box) == "0 1 0 0 0")
      #expect(try player.screen.contains("Songs") == false)
    }
  }

  @Test("that goes away ends the program quietly, and the place is kept")
  func gone() throws {
    try prepared { box in
      var player = try box.player(["--output", "null"])
      try player.see("One")
      try player.press("Enter")
      try player.reach(seconds: 2)
      let pid = try #require(player.pid)
      box.openTerminal()
      try Program.wait("the program to end") { kill(pid, 0) != 0 }
      player = try box.player(["--output", "null"])
      try player.see("Paused")
      try player.leave()
    }
  }

  @Test(
    "of every kind is drawn on",
    arguments: [
      ["PLAYER_TERM": "xterm-256color", "COLORTERM": ""],
      ["PLAYER_TERM": "xterm", "COLORTERM": ""],
      ["PLAYER_TERM": "linux", "COLORTERM": ""], ["PLAYER_TERM": "tmux-256color"],
      ["PLAYER_TERM": "vt100", "COLORTERM": ""], ["NO_COLOR": "1"],
    ])
  func kinds(environment: [String: String]) throws {
    try prepared { box in
      let player = try box.player(["--output", "null"], columns: 80, rows: 24, extra: environment)
      try player.see("One")
      try player.press("Enter")
      try player.see("▶")
      try player.leave()
    }
  }

  @Test("that is unknown is said in one line")
  func unknown() throws {
    try prepared { box in
      let player = try box.player(extra: ["PLAYER_TERM": "no-such-terminal"])
      #expect(try player.left() == 1)
      try player.see("nothing is known about the terminal")
    }
  }

  @Test("shows a mistake in a skin or a key file as one message with file and line")
  func mistakes() throws {
    try prepared { box in
      let folder = box.folder.appendingPathComponent("home/.config/tritone")
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("themes"), withIntermediateDirectories: true)
      try "name = \"Mine\"\n[faces]\ntittle = \"#fff\"\n".write(
        to: folder.appendingPathComponent("themes/mine.toml"), atomically: true, encoding: .utf8)
      try "\nshuffel = \"j\"\n".write(
        to: folder.appendingPathComponent("keys.toml"), atomically: true, encoding: .utf8)
      let player = try box.player(["--output", "null"])
      try player.see("keys.toml:2: there is no command “shuffel”")
      try player.type(":skin mine")
      try player.press("Enter")
      try player.see("mine.toml:3: there is no face “tittle”")
      try player.leave()
    }
  }

  @Test("is left to others while the program is stopped, and drawn anew when it goes on")
  func stopped() throws {
    try prepared { box in
      let player = try box.player(["--output", "null"])
      try player.see("One")
      player.signal(SIGTSTP)
      try Program.wait("the terminal to be free") { try isRestored(box).hasPrefix("0 1 0") }
      player.signal(SIGCONT)
      try player.see("One")
      try player.press("Enter")
      try player.see("▶")
      try player.leave()
    }
  }
}
