import Foundation
import Testing

/// Names from right to left in terminals that reorder rows. What is not there is skipped, and the
/// run counts it.
@Suite("Right-to-left names in real terminals", .serialized)
struct BidiTerminalTests {
  enum Emulator: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case mlterm, konsole
    /// A terminal of VTE.
    case sakura

    var testDescription: String { rawValue }
    var isThere: Bool { RealScreen.isThere(with: [rawValue]) }

    func command(_ program: [String]) -> [String] {
      switch self {
      case .mlterm: ["mlterm", "--fontsize=12", "-g", "120x40", "-e"] + program
      case .konsole:
        [
          "konsole", "--nofork", "--hide-menubar", "-p", "TerminalColumns=120", "-p",
          "TerminalRows=40", "-e",
        ] + program
      case .sakura:
        ["sakura", "--font=DejaVu Sans Mono 8", "-c", "120", "-r", "40", "-e"] + program
      }
    }
  }

  /// A skin whose stars are the only yellow.
  private static let skin = """
    name = "Stars"
    [faces]
    text = "#ffffff"
    rating = "#ffff00"
    [grounds]
    base = "#000000"
    selected = "#202040"
    """

  @Test(
    "the columns beside them stay where they are, and do not where that is off",
    .enabled("no terminal that reorders rows, X server, ImageMagick or xdotool is installed") {
      Emulator.allCases.contains(where: \.isThere)
    }, arguments: Emulator.allCases.filter(\.isThere))
  func columns(emulator: Emulator) throws {
    try Sandbox.with(sound: false) { box in
      let names = [("Plain", "Artist"), ("שיר השירים", "עברי לידר"), ("أغنية", "فيروز")]
      for (index, (title, artist)) in names.enumerated() {
        try box.tone("\(index).flac", 440, seconds: 2, tags: ["title": title, "artist": artist])
      }
      let themes = box.folder.appendingPathComponent("home/.config/tritone/themes")
      try FileManager.default.createDirectory(at: themes, withIntermediateDirectories: true)
      try Self.skin.write(
        to: themes.appendingPathComponent("stars.toml"), atomically: true, encoding: .utf8)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      _ = try box.sql("INSERT INTO marks (track, rating) SELECT id, 5 FROM tracks")
      let screen = try RealScreen(
        box,
        emulator.command([
          Sandbox.binary, "play", "--no-host", "--output", "null", "--theme", "Stars",
        ]))
      defer { screen.close() }
      try check(screen)
    }
  }

  @Test("tmux keeps isolates as parts of its cells, and drops them with the cells")
  func tmux() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("1.flac", 440, seconds: 2, tags: ["title": "שיר השירים", "artist": "עברי לידר"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      box.openTerminal()
      let player = try box.player(["--output", "null", "--bidi", "on"])
      try player.see("\u{2068}שיר השירים\u{2069}")
      try player.see("\u{2068}עברי לידר\u{2069}")
      try player.type(":bidi auto")
      try player.press("Enter")
      try player.see(no: "\u{2068}")
      try player.see("שיר השירים")
      try player.leave()
    }
  }

  private func check(_ screen: RealScreen) throws {
    // One row of five stars below the other.
    let stars = try screen.wait("the stars", polls: 4) { $0.pixels > 0 }
    #expect(stars.width < 70 && stars.height > 24, "\(stars)")
    try screen.type(":bidi off")
    _ = try screen.wait("the columns in disorder") { $0.width > 2 * stars.width }
    try screen.type(":bidi auto")
    try screen.wait("the columns in order", until: stars)
    // A window over the names, and gone again.
    try screen.press("question")
    _ = try screen.wait("the window") { $0 != stars }
    try screen.press("Escape")
    try screen.wait("the columns in order again", until: stars)
    try screen.press("q")
  }
}
