import Foundation
import Testing

/// Templates that group lists, as edited by their user.
@Suite("Template journeys", .serialized)
struct TemplateJourneyTests {
  @Test("a template is written with a live preview, saved, undone, and kept over a restart")
  func editing() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("mix", "1", box.music.path).status == 0)
      var player = try box.player(["--output", "null"])
      try player.see("▸ Alpha")
      // The playlist of the first slot, in its pane.
      try player.press("Tab", "Tab", "Tab", "Enter")
      try player.see("Tone 300")
      try player.press("W")
      try player.see("placeholders")
      try player.press("C-u")
      try player.type("{Genre")
      try player.see("Column 1: a { without its }")
      try player.type("}")
      try player.see("2 groups of 10 tracks")
      try player.see("House")
      try player.press("C-u")
      try player.type("{Al")
      // Tab completes the name: AlbumArtist is the first candidate, Album the second.
      try player.press("Tab", "Down", "Enter")
      try player.type(" ({Date})")
      try player.see("4 groups of 10 tracks")
      try player.see("Third Rail (2010)")
      try player.press("C-s")
      try player.see("Save as")
      try player.type("By album")
      try player.press("Enter")
      try player.see("Saved the template By album")
      try player.press("Enter")
      try player.see("▾ First Light (1999)")
      // The first group moves behind the second.
      try player.press("g", "y")
      try player.see("▸ First Light (1999)")
      try player.press("J", "g")
      try player.wait("the second album to lead") { screen in
        guard let second = screen.range(of: "▾ Second Wind (2003)"),
          let first = screen.range(of: "▸ First Light (1999)")
        else { return false }
        return second.lowerBound < first.lowerBound
      }
      try player.press("C-z")
      try player.see("Undid: moved 3 entries")
      try player.press("C-z")
      try player.see("Undid: grouped")
      try player.see(no: "First Light (1999)")
      try player.press("C-r", "C-r")
      try player.see("Redid: moved 3 entries")
      // The songs, grouped by the saved template.
      try player.press("Tab", "]")
      try player.see("Tone 660")
      try player.type(":template by album")
      try player.press("Enter")
      // The playlist beside it has the same groups.
      try player.see("Grouped by Album (Date)")
      try player.see("▾ Fourth Wall (2015)")
      try player.leave()

      player = try box.player(["--output", "null"])
      try player.see("▾ Fourth Wall (2015)")
      try player.see("Second Wind (2003)")
      try player.press("W")
      try player.press("C-u")
      try player.type("{Genre}")
      try player.see("2 groups of 10 tracks")
      try player.press("Escape")
      try player.see("▾ Fourth Wall (2015)")
      try player.leave()
    }
  }
}
