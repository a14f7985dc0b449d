import Music
import Screen
import Testing

@testable import Interface

@Suite("The way to show pictures")
struct ArtTests {
  private static func type(_ line: String, in stage: inout Stage) {
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
  }

  @Test("a chosen way is told, stored and restored")
  func chosen() {
    var stage = Stage()
    #expect(stage.app.art == .auto && stage.app.kept(.screenArt) == nil)
    Self.type("art blocks", in: &stage)
    #expect(stage.app.art == .blocks && stage.app.kept(.screenArt) == .text("blocks"))
    #expect(stage.text.contains("Covers in blocks"))
    var other = Stage()
    other.begin(with: stage.app.keptSettings)
    #expect(other.app.art == .blocks)
    Self.type("art auto", in: &stage)
    #expect(stage.app.art == .auto && stage.app.kept(.screenArt) == nil)
    Self.type("art paint", in: &stage)
    #expect(stage.app.art == .auto && stage.text.contains("Usage: art WAY"))
  }

  @Test("that of the command line holds until another one is chosen, and is not stored")
  func option() {
    var stage = Stage()
    Self.type("art blocks", in: &stage)
    stage.app.covers.option = ArtChoice.none
    #expect(stage.app.art == .none && stage.app.kept(.screenArt) == .text("blocks"))
    stage.begin(with: stage.app.keptSettings)
    #expect(stage.app.art == .none)
    Self.type("art sixel", in: &stage)
    #expect(stage.app.art == .sixel && stage.app.kept(.screenArt) == .text("sixel"))
  }

  @Test("a named way wins over what is known of the terminal, but not over missing colours")
  func traits() {
    let indexed = TerminalTraits(environment: ["TERM": "xterm-256color"], depth: .indexed)
    #expect(ArtChoice.auto.choice(for: indexed) == indexed.choice)
    let named = ArtChoice.iterm2.choice(for: indexed)
    #expect(named == .init(way: .image(.iterm2), reason: "by :art iterm2"))
    #expect(ArtChoice.none.choice(for: indexed).way == .none)
    let kitty = ArtChoice.kitty.choice(for: indexed)
    #expect(kitty.way == indexed.choice.way && kitty.reason.contains("needs 24-bit colours"))
    let direct = TerminalTraits(environment: ["TERM": "xterm-direct"], depth: .direct)
    #expect(ArtChoice.kitty.choice(for: direct).way == .image(.kitty))
    let plain = TerminalTraits(environment: ["TERM": "vt220"], depth: .none)
    #expect(ArtChoice.kitty.choice(for: plain) == plain.choice)
  }
}
