import Foundation
import Testing

/// Playlists, folders of them and smart ones, in the real program.
@Suite("Playlist journeys", .serialized)
struct PlaylistJourneyTests {
  private func names(_ box: Sandbox) throws -> [String: (tracks: Int, folder: String?)] {
    var found: [String: (tracks: Int, folder: String?)] = [:]
    for line in try box.tritone("playlist", "list", "--json").output.split(separator: "\n") {
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let name = try #require(object["name"] as? String)
      found[name] = (object["tracks"] as? Int ?? -1, object["folder"] as? String)
    }
    return found
  }

  @Test("a night of three playlists is built from the keyboard alone")
  func night() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Alpha")

      // A folder, and three playlists in it.
      try player.press("BTab", "C-n")
      try player.see("Name of the folder")
      try player.type("Friday night")
      try player.press("Enter")
      try player.see("▾ Friday night")
      for name in ["Warm-up", "Peak", "Closing"] {
        try player.press("g", "A")
        try player.see("Name of the playlist")
        try player.type(name)
        try player.press("Enter")
        try player.see("Made the playlist \(name)")
      }
      #expect(try names(box).values.allSatisfy { $0.folder == "Friday night" })

      // Each gets a slot; the picker shows the folder of each playlist.
      for (number, name) in [("1", "warm"), ("2", "peak"), ("3", "clos")] {
        try player.press("m", number)
        try player.see("Playlist for slot \(number)")
        try player.see("Friday night  0 tracks")
        try player.type(name)
        try player.press("Enter")
        try player.see("Slot \(number) is now")
      }

      // Songs go in with one key each.
      try player.press("Tab", "]")
      try player.see("Tone 660")
      try player.press("g", "1")
      try player.see("Added “Tone 300” to Warm-up (slot 1)")
      try player.press("j", "v", "v", "2")
      try player.see("Added 2 tracks to Peak (slot 2)")
      try player.press("G", "3")
      try player.see("Added “Tone 660” to Closing (slot 3)")

      // One of them is renamed, and the folder is closed and opened.
      try player.press("BTab", "g", "j", "R")
      try player.see("New name")
      try player.press("C-u")
      try player.type("Last dance")
      try player.press("Enter")
      try player.see("Renamed to Last dance")
      try player.press("g", "Enter")
      try player.see("▸ Friday night")
      try player.press("Enter")
      try player.see("▾ Friday night")
      var lists = try names(box)
      #expect(lists.mapValues(\.tracks) == ["Warm-up": 1, "Peak": 2, "Last dance": 1])

      // Five steps are undone and redone.
      for step in [
        "renamed Closing to Last dance", "added Tone 660 to Closing", "added 2 tracks to Peak",
        "added Tone 300 to Warm-up", "set mix 3 to Closing",
      ] {
        try player.press("C-z")
        try player.see("Undid: \(step)")
      }
      lists = try names(box)
      #expect(lists.mapValues(\.tracks) == ["Warm-up": 0, "Peak": 0, "Closing": 0])
      for step in [
        "set mix 3 to Closing", "added Tone 300 to Warm-up", "added 2 tracks to Peak",
        "added Tone 660 to Closing", "renamed Closing to Last dance",
      ] {
        try player.press("C-r")
        try player.see("Redid: \(step)")
      }
      lists = try names(box)
      #expect(lists.mapValues(\.tracks) == ["Warm-up": 1, "Peak": 2, "Last dance": 1])

      // The folder goes, and its playlists stay.
      try player.press("g", "d")
      try player.see("Deleted the folder Friday night; what was in it moved up")
      #expect(try names(box).values.allSatisfy { $0.folder == nil })
      try player.press("C-z")
      try player.see("Undid: deleted the folder Friday night")
      #expect(try names(box).values.allSatisfy { $0.folder == "Friday night" })
      try player.leave()
    }
  }

  @Test("a search is saved as a smart playlist, follows what changes, and is frozen")
  func smart() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Alpha")
      try player.press("C-f")
      try player.type("genre:techno year:>2012")
      try player.see("2 rows")
      try player.press("Enter", ":")
      try player.type("save-search")
      try player.press("Enter")
      try player.see("New smart playlist")
      try player.type("New techno")
      try player.press("Enter")
      try player.see("Made the smart playlist New techno")
      try player.see("✦ New techno")
      // The tracks are counted automatically.
      try player.see("2      0:02")

      try player.press("BTab", "Enter")
      try player.see("◂ ✦ New techno")
      try player.see("Tone 620")
      try player.press("d")
      try player.see("New techno is smart")
      try player.press(":")
      try player.type("freeze Kept")
      try player.press("Enter")
      try player.see("Froze 2 tracks into Kept")

      // A new query from the command line shows in the player automatically.
      let changed = try box.tritone(
        "playlist", "smart", "New techno", "genre:techno", "--sort", "title", "--limit", "3")
      #expect(changed.status == 0 && changed.output == "Changed New techno: 3 tracks\n")
      try player.press("g")
      try player.see("Tone 500")
      #expect(try names(box).mapValues(\.tracks) == ["New techno": 3, "Kept": 2])
      try player.press("C-z")
      try player.see("Undid: changed New techno")
      try player.see(no: "Tone 500 ")
      try player.leave()
    }
  }

  @Test("Ctrl-Z takes back what was queued and what was rated in the order of their making")
  func undoOfBoth() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Alpha")
      try player.press("]", "g")
      try player.see("Tone 660")
      try player.press("*")
      try player.see("Rated: ★")
      try player.press("e")
      try player.see("Queued 1 track")
      try player.press("j", "E")
      try player.see("Next: 1 track")
      try player.press("j", "*")
      try player.see("Rated: ★")
      try player.press("C-z")
      try player.see("Undid: rated")
      try player.press("C-z")
      try player.see("Undid: queued 1 track next")
      try player.press("C-z")
      try player.see(no: "queued 1 track next")
      try player.see("Undid: queued 1 track")
      try player.press("C-z")
      try player.see("Undid: rated")
      try player.press("C-r", "C-r")
      try player.see("Redid: queued 1 track")
      try player.press("BTab", "]")
      try player.see("Queue")
      try player.leave()
      #expect(player.status == 0)
    }
  }

  @Test("tracks are found and added to the open playlist, behind its last entry too")
  func adding() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("playlist", "create", "Peak").status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("Peak")
      try player.press("BTab", "Enter")
      try player.see("This playlist is empty")
      try player.press("C-a")
      try player.see("Add tracks to Peak")
      try player.type("300")
      try player.see("1 track")
      try player.press("Enter")
      try player.see("✓ Tone 300")
      try player.press("Escape")
      try player.see("1 entry")
      // Behind the only entry.
      try player.press("C-a")
      try player.see("behind “Tone 300”")
      try player.type("tone")
      try player.see("10 tracks")
      try player.see("Tone 660")
      // A mark is lost while the rows are read again, as after a change of the library.
      try player.wait("three marks") { screen in
        if (3...10).contains(where: { screen.contains("\($0) marked") }) { return true }
        try player.press("Tab")
        return false
      }
      try player.press("Enter")
      try player.see(no: " marked")
      try player.press("Escape")
      try player.see("entries")
      try player.leave()
      #expect(player.status == 0)
      #expect(try names(box)["Peak"]?.tracks ?? 0 > 2)
    }
  }
}
