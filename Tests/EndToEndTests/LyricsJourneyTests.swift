import Foundation
import Glibc
import TestServers
import Testing

/// Lyrics in the real program: beside a file and in its tags.
@Suite("Lyrics journeys", .serialized)
struct LyricsJourneyTests {
  @Test("lyrics beside a file and in its tags show with what plays, and a line is gone to")
  func shown() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("A/One.flac", 440, seconds: 200, tags: ["title": "One"])
      try Data("[00:00.00]First of all\n[01:40.00]Then another\n[03:00.00]\u{1B}[31mThe end\n".utf8)
        .write(to: box.music.appendingPathComponent("A/One.LRC"))
      try box.tone(
        "A/Two.flac", 550, seconds: 200, tags: ["title": "Two", "lyrics": "Words without times"])
      try box.tone("A/Zero.flac", 660, seconds: 200, tags: ["title": "Zero"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null", box.music.appendingPathComponent("A").path])
      try player.see("▶")
      try player.press("\"")
      try player.see("First of all")
      try player.see("[31mThe end")
      try player.press("Space")
      try player.see("Paused")
      try player.press("Down", "Enter")
      try player.see("1:40 / 3:20")
      try player.press(">")
      try player.see("Words without times")
      try player.press(">")
      try player.see("No lyrics")
      // At a small size the lyrics have the screen for themselves.
      try player.press("<")
      try player.resize(columns: 80, rows: 24)
      try player.see("Words without times")
      try player.leave()
      // The tab is there again.
      let again = try box.player(["--output", "null"])
      try again.see("Words without times")
      try again.leave()
    }
  }

  @Test("lyrics are fetched for many by a sub-command, and for what plays once that is chosen")
  func fetched() throws {
    let server = try LoopbackServer { exchange in
      let target = exchange.request.target
      let isThere = target.contains("track_name=One") || target.contains("track_name=Two")
      let text = #"{"syncedLyrics": "[00:00.00]From the net\u001b[31m", "duration": 200}"#
      return target.hasPrefix("/api/search")
        ? exchange.answer(200, [], Array("[]".utf8))
        : exchange.answer(isThere ? 200 : 404, [], Array(isThere ? text.utf8 : "".utf8))
    }
    try Sandbox.with(sound: false) { box in
      for (name, tags) in [
        ("One", ["artist": "Ola"]), ("Two", ["artist": "Ola", "lyrics": "In the file"]),
        ("Three", ["artist": "Ola"]), ("Four", [:]),
      ] {
        try box.tone(
          "A/\(name).flac", 440, seconds: 200, tags: tags.merging(["title": name]) { $1 })
      }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      box.set("TRITONE_LRCLIB", "http://127.0.0.1:\(server.port)")
      // Off, the net is not asked.
      let quiet = try box.player(["--output", "null", box.music.appendingPathComponent("A").path])
      try quiet.see("▶")
      try quiet.leave()
      #expect(server.requests.isEmpty)

      let found = try box.tritone("lyrics", "fetch", "artist:ola")
      #expect(found.status == 0, "\(found)")
      #expect(
        found.output.contains("synced\tOla — One") && found.output.contains("none\tOla — Three"))
      #expect(!found.output.contains("Two"))
      #expect(
        found.output.contains("1 track with lyrics, 1 of them with times; 1 without, 0 failed"))
      #expect(server.requests.count == 3)
      let known = try box.tritone("lyrics", "fetch", "--json")
      #expect(known.output.contains(#""lyrics":"synced""#) && server.requests.count == 3)

      let player = try box.player(
        ["--output", "null", box.music.appendingPathComponent("A/One.flac").path])
      try player.see("▶")
      try player.press("\"")
      try player.see("No lyrics")
      try player.press(":")
      try player.type("lyrics-fetch on")
      try player.press("Enter")
      try player.see("[31m")
      try player.see("From the net")
      try player.leave()
      // A server that is gone leaves everything as it is, and says so once asked.
      box.set("TRITONE_LRCLIB", "http://127.0.0.1:1")
      let refused = try box.tritone("lyrics", "fetch", "--again", "three")
      #expect(refused.status == 1 && refused.output.contains("refuses the connection"))
    }
  }

  @Test("the editor has the terminal to itself, and the edited lyrics show at once")
  func edited() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("A/One.flac", 440, seconds: 200, tags: ["title": "One", "lyrics": "Old words"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      // An editor that shows its file, waits for a line and writes.
      let editor = box.folder.appendingPathComponent("my editor")
      try Data(
        """
        #!/bin/sh
        echo "Editing: $(cat "$2")"; read line
        [ "$line" = no ] && exit 3
        echo "[00:00.00]$line" > "$2"
        """.utf8
      ).write(to: editor)
      chmod(editor.path, 0o755)
      let player = try box.player(
        ["--output", "null", box.music.appendingPathComponent("A").path],
        extra: ["EDITOR": "'\(editor.path)' -x"])
      try player.see("▶")
      try player.press("\"")
      try player.see("Old words")
      try player.press(":")
      try player.type("lyrics-edit")
      try player.press("Enter")
      try player.see("Editing: Old words")
      try player.see(no: "Now Playing")
      try player.type("New words")
      try player.press("Enter")
      try player.see("Wrote One.lrc")
      try player.see("New words")
      try player.see(no: "Editing")
      let file = box.music.appendingPathComponent("A/One.lrc")
      #expect(try String(contentsOf: file, encoding: .utf8) == "[00:00.00]New words\n")
      // An editor that fails changes nothing.
      try player.press(":")
      try player.type("lyrics-edit")
      try player.press("Enter")
      try player.see("Editing: [00:00.00]New words")
      try player.type("no")
      try player.press("Enter")
      try player.see("The editor failed (3), and nothing was written")
      #expect(try String(contentsOf: file, encoding: .utf8) == "[00:00.00]New words\n")
      try player.leave()
    }
  }
}
