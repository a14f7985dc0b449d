import Foundation
import ServerHarness
import Testing

/// The sub-commands of the real program.
@Suite("Sub-commands", .serialized)
struct CommandTests {
  private func objects(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("scan, search, mix and playlist tell the same story, in words and as JSON")
  func story() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      let scan = try box.tritone("scan", "--json", box.music.path)
      #expect(try objects(scan.output).first?["added"] as? Int == 10)
      let again = try objects(try box.tritone("scan", "--json").output)
      #expect(again.first?["unchanged"] as? Int == 10)

      let found = try objects(try box.tritone("search", "--json", "alpha", "second").output)
      #expect(found.count == 2)
      let first = try #require(found.first)
      #expect(first["title"] as? String == "Tone 420")
      #expect(first["album"] as? String == "Second Wind")
      #expect(first["year"] as? Int == 2003)
      #expect(first["codec"] as? String == "flac")
      #expect(first["sampleRate"] as? Int == 44100)
      #expect(abs((first["duration"] as? Double ?? 0) - 1) < 0.01)
      #expect((first["path"] as? String)?.hasPrefix(box.music.path) == true)
      #expect(try objects(try box.tritone("search", "--json", "").output).count == 10)

      #expect(try box.tritone("mix", "2", box.music.path + "/Beta").output.contains("Added 3"))
      let repeated = try box.tritone("mix", "2", box.music.path + "/Beta").output
      #expect(repeated.contains("Added 0") && repeated.contains("3 already there"))
      let lists = try objects(try box.tritone("playlist", "list", "--json").output)
      #expect(lists.first?["name"] as? String == "Mix 2")
      let unknown = try box.tritone("playlist", "show", "Nothing")
      #expect(unknown.status == 1 && unknown.errors.contains("there is no playlist “Nothing”"))
      let shown = try objects(try box.tritone("playlist", "show", "Mix 2", "--json").output)
      let entries = try #require(shown.first?["entries"] as? [[String: Any]])
      #expect(entries.map { $0["position"] as? Int } == [1, 2, 3])
      #expect(entries.compactMap { $0["title"] as? String }.first == "Tone 500")
    }
  }

  @Test("playlists and slots are made, filled, renamed, frozen and deleted by sub-commands")
  func lists() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      func run(_ arguments: String...) throws -> String {
        let result = try Program.run(
          Sandbox.binary, arguments, environment: box.environment)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return result.output
      }
      #expect(try run("playlist", "create", "Friday") == "Made Friday\n")
      #expect(
        try run("playlist", "add", "friday", box.music.path + "/Beta") == "Added 3 to Friday\n")
      #expect(
        try run("playlist", "add", "friday", box.music.path + "/Beta")
          == "Added 0 to Friday, 3 already there\n")
      #expect(try run("playlist", "rename", "Friday", "Saturday") == "Renamed to Saturday\n")
      #expect(
        try run(
          "playlist", "smart", "House", "genre:house", "--sort", "year", "--descending", "--limit",
          "3") == "Made House: 3 tracks\n")
      let smart = try #require(
        try objects(try run("playlist", "list", "--json")).first {
          $0["name"] as? String == "House"
        })
      #expect(smart["tracks"] as? Int == 3 && smart["duration"] as? Double == 3)
      let query = try #require(smart["smart"] as? [String: Any])
      #expect(query["query"] as? String == "genre:house" && query["limit"] as? Int == 3)
      #expect(query["sort"] as? String == "year" && query["descending"] as? Bool == true)
      let shown = try run("playlist", "show", "House")
      #expect(shown.hasPrefix("1\tAlpha\tTone 4") && shown.split(separator: "\n").count == 3)
      #expect(
        try run("playlist", "freeze", "House", "--as", "Kept") == "Made Kept of 3 tracks\n")
      #expect(try run("mix", "assign", "3", "kept") == "Slot 3 is now Kept\n")
      #expect(try run("mix", "add", "3", box.music.path + "/Gamma") == "Added 2 to Kept\n")
      #expect(try run("mix", "list").split(separator: "\n").last == "3\tKept\t5 tracks\t0:05")
      let slots = try objects(try run("mix", "list", "--json"))
      #expect(slots.map { $0["playlist"] as? String } == [nil, nil, "Kept"])
      #expect(try run("mix", "empty", "3") == "Slot 3 is empty\n")
      for (arguments, status, text) in [
        (["playlist", "add", "House", box.music.path], Int32(1), "House is smart"),
        (["mix", "assign", "1", "House"], 1, "House is smart"),
        (["playlist", "freeze", "Kept"], 1, "Kept is not smart"),
        (["playlist", "create", "kept"], 1, "There already is a playlist named Kept"),
        (["playlist", "create", "X", "--folder", "None"], 1, "there is no folder of playlists"),
        (["playlist", "smart", "Kept", "genre:house"], 1, "There already is a playlist"),
        (["playlist", "smart", "Y", "in:y"], 1, "Y → Y"),
        (["playlist", "smart", "Y", "artst:x"], 2, "column 1 of the query"),
        (["playlist", "smart", "Y", "x", "--sort", "length"], 2, "--sort is one of artist"),
        (["playlist", "smart", "Y", "x", "--limit", "-4"], 2, "--limit"),
        (["playlist", "delete", "Kept", "None"], 1, "there is no playlist “None”"),
        (["mix", "assign", "4", "Kept"], 2, "not 4"),
      ] {
        let result = try Program.run(
          Sandbox.binary, arguments, environment: box.environment)
        #expect(result.status == status && result.errors.contains(text), "\(result.errors)")
      }
      #expect(try run("playlist", "delete", "Kept", "House") == "Deleted 2 playlists\n")
      #expect(try run("playlist", "list") == "Saturday\t3 tracks\t0:03\n")
    }
  }

  @Test(
    "misuse gives 2, failure 1, and each one clear line on standard error",
    arguments: [
      (["scan", "/dev/null/x"], Int32(1), "there is no file or folder /dev/null/x"),
      (["scan", "--bogus"], 2, "Unknown option"), (["mix", "4", "x"], 2, "not 4"),
      (["playlist", "show", "Nothing"], 1, "there is no library"),
      (["--output", "tape"], 2, "--output is pulse, null or file:PATH.wav"),
      (["scan"], 1, "the library has no folder yet"), ([], 1, "needs a terminal"),
      (["/dev/null/song.mp3"], 1, "there is no file or folder"),
      (["--output", "file:/etc/hostname"], 2, "--output is pulse, null or file:PATH.wav"),
      (["scan", ""], 2, "a path is empty"), (["search", "x"], 1, "there is no library"),
    ])
  func errors(arguments: [String], status: Int32, text: String) throws {
    try Sandbox.with(sound: false) { box in
      let result = try Program.run(Sandbox.binary, arguments, environment: box.environment)
      #expect(result.status == status)
      #expect(result.errors.contains(text), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.output.isEmpty)
    }
  }

  @Test("a library that is damaged, newer or unreadable is said and left as it is")
  func badLibraries() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let file = box.folder.appendingPathComponent("other.db")

      try Data("this is a letter, not a library".utf8).write(to: file)
      var result = try box.tritone("--library", file.path, "search", "x")
      #expect(result.status == 1 && result.errors.contains("is not a Tritone library"))
      #expect(try Data(contentsOf: file).count == 31)

      // Not a copy of the file: a part of the library may still be in its log.
      try FileManager.default.removeItem(at: file)
      _ = try box.sql("VACUUM INTO '\(file.path)'")
      _ = try Program.check(
        "sqlite3", [file.path, "INSERT INTO grdb_migrations VALUES ('99')"])
      result = try box.tritone("--library", file.path, "search", "x")
      #expect(result.status == 1 && result.errors.contains("newer Tritone"), "\(result.errors)")

      result = try box.tritone("--library", "/proc/none/library.db", "search", "x")
      #expect(result.status == 1 && result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("what cannot be read is named, and a file that was asked for by name is a failure")
  func unreadable() throws {
    try Sandbox.with(sound: false) { box in
      try BrokenFiles.make(in: box.music)
      try box.tone("good.flac", 440, seconds: 1)
      let all = try box.tritone("scan", box.music.path)
      #expect(all.status == 0)
      #expect(all.errors.contains("unreadable: \(box.music.path)/noise.flac"))
      #expect(!all.errors.contains("good.flac"))
      let one = try box.tritone("scan", box.music.path + "/empty.mp3")
      #expect(
        one.status == 1
          && one.errors == "unreadable: \(box.music.path)/empty.mp3: an empty file\n")
      let listed = try box.tritone("unreadable").output
      #expect(listed.contains("\(box.music.path)/text.ogg\tnot an audio file\n"))
      let json = try objects(try box.tritone("scan", "--json").output).first
      let named = try #require(json?["unreadable"] as? [[String: Any]])
      #expect(listed.split(separator: "\n").count == named.count && named.count > 5)
      #expect(named.allSatisfy { $0["reason"] is String && $0["path"] is String })
      #expect(named.count { $0["pathBytes"] is String } == 1)
    }
  }

  @Test("a file that is no music is said with its reason, and leaves nothing behind")
  func mistaken() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("good.flac", 440, seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let counts = "SELECT (SELECT count(*) FROM roots), count(*) FROM rejects"
      for command in [["scan"], ["mix", "1"]] {
        let said = try Program.run(
          Sandbox.binary, command + ["/etc/passwd"], environment: box.environment)
        #expect(said.status == 1 && said.errors.contains("/etc/passwd: not an audio file"))
        #expect(try box.sql(counts) == "1|0")
      }
      let player = try box.player(["--output", "null", "/etc/passwd"], columns: 160, rows: 40)
      try player.see("passwd: not an audio file")
      try player.type(":open /etc/group")
      try player.press("Enter")
      try player.see("group: not an audio file")
      try player.type(":unreadable")
      try player.press("Enter")
      try player.see("Every file could be read")
      try player.leave()
      #expect(try box.sql(counts) == "1|0")
      #expect(try box.tritone("scan").output.hasSuffix(" 0 missing, 0 unreadable\n"))
    }
  }

  @Test("rendering never replaces a file")
  func noReplacing() throws {
    try Sandbox.with(sound: false) { box in
      let song = try box.tone("song.wav", 440, seconds: 1)
      let before = try Data(contentsOf: song)
      let result = try box.tritone("--output", "file:\(song.path)", box.music.path)
      #expect(result.status == 1 && result.errors.contains("there already is a file"))
      #expect(try Data(contentsOf: song) == before)
    }
  }

  @Test("Ctrl-C ends a rendering, and leaves nothing of it")
  func stoppedRendering() throws {
    try Sandbox.with(sound: false) { box in
      let song = try box.tone("song.flac", 440, seconds: 3_600)
      #expect(try box.tritone("playlist", "create", "Long").status == 0)
      #expect(try box.tritone("playlist", "add", "Long", song.path).status == 0)
      let folder = box.folder.appendingPathComponent("mixes")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
      let run = try Spawned(
        Sandbox.binary, ["render", "Long", "-o", folder.path + "/mix.wav"],
        environment: box.environment)
      try Program.wait("the rendering to begin") { try !names().isEmpty }
      kill(run.pid, SIGINT)
      try Program.wait("the end") { run.poll() != nil }
      #expect(run.status == 1)
      #expect(try names().isEmpty)
    }
  }

  @Test("nothing in a tag can steer the terminal that a list is printed to")
  func hostileTags() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("x.flac", 440, seconds: 1, tags: ["title": "a\u{1B}]0;owned\u{7}\u{9B}31mb"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let output = try box.tritone("search", "").output
      #expect(output.contains("owned"))
      #expect(
        !output.unicodeScalars.contains {
          ($0.value < 32 && $0 != "\n" && $0 != "\t") || (0x7F...0x9F).contains($0.value)
        })
    }
  }

  @Test("doctor finds what is wrong and what is fine")
  func doctor() throws {
    try Sandbox.with { box in
      let fine = try box.tritone("doctor")
      #expect(fine.status == 0, "\(fine.output)")
      box.killSound()
      let trouble = try box.tritone("doctor")
      #expect(trouble.status == 1)
      #expect(trouble.output.contains("sound       trouble"))
    }
  }

  @Test("the demo crate is a dozen tracks that the library knows by tempo and key")
  func demo() throws {
    try Sandbox.with(sound: false) { box in
      let folder = box.music.appendingPathComponent("Demo").path
      #expect(try box.tritone("demo", folder).status == 0)
      #expect(try box.tritone("scan", folder).status == 0)
      let tracks = try objects(try box.tritone("search", "--json", "").output)
      #expect(tracks.count == 12)
      // RIFF and MP4 have no field for a key; their comment has tempo and key.
      #expect(tracks.count { $0["bpm"] is Double && $0["key"] is String } == 9)
      #expect(Set(tracks.compactMap { $0["codec"] as? String }).count >= 5)
      #expect(tracks.contains { $0["hasArt"] as? Bool == true })
    }
  }

  @Test("file output renders what is played, as fast as it can")
  func rendering() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("1.flac", 500, seconds: 30)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      try box.tone("2.flac", 600, seconds: 30)
      let wave = box.folder.appendingPathComponent("out.wav").path
      // One track is known, one is new: playback must not restart at the end of the scan.
      let player = try box.player(["--output", "file:\(wave)", box.music.path])
      try Program.wait("both tracks to be played") {
        try box.sql("SELECT count(*) FROM marks WHERE plays = 1") == "2"
      }
      try player.leave()
      let length = try Program.check(
        "ffprobe", ["-v", "error", "-show_entries", "stream=duration", "-of", "csv=p=0", wave])
      let seconds = Double(length.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
      try #require(abs(seconds - 60) < 0.01, "length \(seconds) s")
    }
  }
}
