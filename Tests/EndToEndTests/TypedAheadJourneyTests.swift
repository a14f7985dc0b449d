import Foundation
import Testing

/// Keys that a terminal sends in one piece, as over a slow line or in fast typing.
@Suite("Keys sent in one piece", .serialized)
struct TypedAheadJourneyTests {
  private func rated(_ box: Sandbox) throws -> String {
    try box.sql("SELECT title FROM tracks JOIN marks ON marks.track = id WHERE rating > 0")
  }

  private func songs(_ box: Sandbox) throws -> Player {
    for title in ["First Frost", "Ferry at Six", "Gale"] {
      try box.tone("\(title).flac", 440, seconds: 1, tags: ["title": title])
    }
    #expect(try box.tritone("scan", box.music.path).status == 0)
    let player = try box.player(["--output", "null"])
    try player.see("Songs")
    try player.type(":browse songs")
    try player.press("Enter")
    try player.see("Gale")
    return player
  }

  @Test("a key behind a filter is about what the filter finds")
  func filter() throws {
    try Sandbox.with(sound: false) { box in
      let player = try songs(box)
      try player.type("/Ferry\r*")
      try player.see("Rated: ★")
      #expect(try rated(box) == "Ferry at Six")
      try player.leave()
    }
  }

  @Test("what is typed behind the key that leaves is not done")
  func leaving() throws {
    try Sandbox.with(sound: false) { box in
      let player = try songs(box)
      try player.type("q*")
      #expect(try player.left() == 0)
      #expect(try rated(box) == "")
    }
  }
}
