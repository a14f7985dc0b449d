import Music
import Screen
import Testing

@testable import Interface

/// Commands while no terminal shows the player, and those that lack something.
@Suite("Commands without a terminal")
struct UnseenTests {
  /// A stage whose terminal is gone.
  private static func stage() -> Stage {
    var stage = Stage.playing()
    _ = stage.app.detach()
    return stage
  }

  @Test("no command opens a window that nobody sees, or asks for the terminal")
  func windows() {
    for name in CommandLineReader.names {
      var stage = Self.stage()
      let outcome = stage.order(.line(name))
      #expect(outcome.answer != nil || outcome.awaited > 0, "\(name)")
      #expect(stage.app.overlays.isEmpty, "\(name)")
      let asks = outcome.effects.filter { $0.needsTerminal }
      #expect(asks.isEmpty, "\(name): \(asks)")
    }
  }

  @Test("the answer says that a terminal is needed, or which argument does without")
  func needs() {
    var stage = Self.stage()
    let needed = "needs a terminal that shows the player: tritone attach"
    for line in ["storage", "help", "command", "skins", "log error", "info", "relocate /a"] {
      let name = line.prefix { $0 != " " }
      #expect(stage.order(.line(line)).answer == .failed("“\(name)” \(needed)"), "\(line)")
    }
    let form = CommandLineReader.usages.first { $0.name == "sleep" }?.form ?? ""
    #expect(
      stage.order(.line("sleep")).answer
        == .failed("“sleep” \(needed); or an argument: \(form)"))
    #expect(
      stage.order(.line("leave")).answer == .failed("No terminal shows the player; :quit ends it"))
    // What shows when the next terminal comes is none of these.
    #expect(stage.order(.line("browse albums")).answer == .done(nil))
    #expect(stage.order(.line("volume 30")).answer == .done("Volume 30 %"))
  }

  @Test("with a terminal the window opens there")
  func seen() {
    var stage = Stage.playing()
    #expect(stage.order(.line("help")).answer == .done(nil))
    #expect(!stage.app.overlays.isEmpty)
  }

  @Test("an import or export without a path names what is missing, wherever it comes from")
  func paths() {
    for var stage in [Self.stage(), Stage.playing()] {
      #expect(
        stage.order(.line("import")).answer == .failed("An argument is missing: import FILE"))
      #expect(
        stage.order(.line("export")).answer
          == .failed("An argument is missing: export FORMAT|FILE [--force]"))
      #expect(stage.app.overlays.isEmpty)
    }
  }

  @Test("an export replaces a file that is there where --force is behind its name")
  func force() {
    #expect(
      CommandLineReader.read("export ~/a b.m3u8  --force")
        == .command(.exchange(.export("~/a b.m3u8", replaces: true))))
    #expect(
      CommandLineReader.read("export a--force") == .command(.exchange(.export("a--force"))))
    let refused = Event.exchange(.exportRefused(PlaylistID(1), path: "/a.m3u8", format: "m3u8"))
    var stage = Stage.playing()
    #expect(
      stage.end(with: refused)
        == .failed("/a.m3u8 is there already; --force behind its name replaces it"))
  }

  @Test("a line without a command, and one with control characters, is refused")
  func mistakes() {
    var stage = Stage.playing()
    for line in ["", "  "] {
      #expect(
        stage.order(.line(line)).answer
          == .failed("A command is missing; tritone keys lists them"))
    }
    for line in [
      "note a\u{1B}[31mb", "save-queue a\nb", "tag a\tb", "skin \u{7F}", "vol\u{85}ume 3",
    ] {
      #expect(
        stage.order(.line(line)).answer
          == .failed("A command has no control characters, line ends and tabs among them"),
        "\(line.debugDescription)")
    }
  }

  @Test("a column is as wide as columns are, and another width is named")
  func widths() {
    var stage = Stage.playing()
    let least = TrackColumns.Kind.title.minimumWidth
    for width in ["999", "0", "-3", "99999999"] {
      #expect(
        stage.order(.line("columns artist title:\(width)")).answer
          == .failed("The column title is \(least) to 60 wide"), "\(width)")
    }
    #expect(stage.order(.line("columns title:60 artist")).answer?.isFailure == false)
    #expect(
      stage.order(.line("columns title:x")).answer?.isFailure == true)
  }

  @Test("an edit that changes nothing says so, and is no failure")
  func unchanged() {
    var stage = Stage.playing()
    #expect(
      stage.end(with: .done(.tracks(.unchanged(1))))
        == .done("Nothing changed: the track was so before"))
    #expect(
      stage.end(with: .done(.tracks(.unchanged(1_200))))
        == .done("Nothing changed: the 1,200 tracks were so before"))
  }
}
