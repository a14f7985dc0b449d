import Foundation
import Testing

/// `tritone build` on a catalogue in a file and on one's own library.
@Suite("Building playlists", .serialized)
struct BuildCommandTests {
  /// Two artists with three tracks each, as the original program was tried with.
  private static let catalogue = """
    {"user": "me", "artists": [
      {"id": "metallica", "name": "Metallica", "top": [
        {"id": "m1", "name": "Enter Sandman", "artists": ["Metallica"]},
        {"id": "m2", "name": "Nothing Else Matters", "artists": ["Metallica"]},
        {"id": "m3", "name": "One", "artists": ["Metallica"]}]},
      {"id": "aha", "name": "a-ha", "top": [
        {"id": "aha1", "name": "Take On Me", "artists": ["a-ha"]},
        {"id": "aha2", "name": "The Sun Always Shines on T.V.", "artists": ["a-ha"]},
        {"id": "aha3", "name": "Hunting High and Low", "artists": ["a-ha"]}]}],
     "followed": ["metallica", "aha"], "library": [],
     "playlists": [{"id": "old", "name": "Road Trip", "owner": "me", "uris": ["t1", "m1"]}]}
    """

  private func catalogue(_ box: Sandbox) throws -> String {
    let file = box.folder.appendingPathComponent("catalogue.json")
    try Self.catalogue.write(to: file, atomically: true, encoding: .utf8)
    return "file:\(file.path)"
  }

  private func object(_ result: Program.Result) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(value as? [String: Any])
  }

  @Test("a dry run on a file prints the tracks and the block of statistics, and no library is made")
  func file() throws {
    try Sandbox.with(sound: false) { box in
      let service = try catalogue(box)
      let result = try box.tritone(
        "build", "--service", service, "--name", "Road Trip Mix", "--artists",
        "Metallica; A-HA", "--limit-per-artist", "3", "--dedupe-variants", "--print-tracks")
      #expect(result.status == 0, "\(result)")
      #expect(
        result.output == """
          Metallica – Enter Sandman
          Metallica – Nothing Else Matters
          Metallica – One
          a-ha – Take On Me
          a-ha – The Sun Always Shines on T.V.
          a-ha – Hunting High and Low
          Playlist name: Road Trip Mix
          Artists retrieved: 2
          Top songs retrieved: 6
          Variants deduped: 0
          Total tracks added to the list: 0

          """)
      #expect(result.errors.contains("--no-dry-run"))
      let shuffled = try box.tritone(
        "build", "--service", service, "--artists", "Metallica\na-ha", "--limit-per-artist", "3",
        "--shuffle", "--shuffle-seed", "1234", "--json")
      #expect(
        try object(shuffled)["prepared"] as? [String] == ["m2", "aha1", "m1", "aha3", "m3", "aha2"])
      let reused = try object(
        box.tritone(
          "build", "--service", service, "--name", " road trip ", "--reuse-existing",
          "--no-dry-run", "--json"))
      #expect(reused["reused"] as? Bool == true && reused["playlist_id"] as? String == "old")
      #expect(reused["added"] as? [String] == ["m2", "m3", "aha1", "aha2", "aha3"])
      #expect((reused["calls"] as? [[Any]])?.first?.first as? String == "add")
      let data = box.folder.appendingPathComponent("home/.local/share/tritone/library.db")
      #expect(!FileManager.default.fileExists(atPath: data.path))
    }
  }

  @Test("misuse gives 2 and what cannot be done 1, each with one clear line")
  func misuse() throws {
    let cases: [(arguments: [String], status: Int32, text: String)] = [
      (["--shuffle-seed", "x"], 2, "whole number"),
      (["--limit-per-artist", "-1"], 2, "a number from 0"),
      (["--where", "rating:>=x"], 2, "--where: column"),
      (["--service", "spotify"], 1, "client id"), (["--into", "slot:4"], 2, "slot:1"),
      (["--into", "slot:1", "--service", "spotify"], 2, "own library"),
      (["--service", "tidal"], 2, "service"),
      (["--artists-file", "/none.txt"], 1, "Artists file '/none.txt' does not exist."),
      (["--artists-file", "/etc"], 1, "/etc"),
      (["--service", "file:/none.json"], 1, "/none.json"),
      (["--preset", "none"], 1, "there is no preset"),
      (["--artists", "Nobody At All", "--no-followed-artists"], 1, "No artists were resolved"),
    ]
    try Sandbox.with(sound: false) { box in
      try box.tone("A/1.flac", 300, seconds: 1, tags: ["title": "One", "artist": "Ann"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      for (arguments, status, text) in cases {
        let result = try Program.run(
          Sandbox.binary, ["build"] + arguments, environment: box.environment)
        #expect(result.status == status && result.errors.contains(text), "\(arguments): \(result)")
        #expect(result.output.isEmpty, "\(arguments)")
      }
    }
  }

  /// The library's file, with its log of writes.
  private func databaseBytes(_ box: Sandbox) -> [Data] {
    let folder = box.folder.appendingPathComponent("home/.local/share/tritone")
    return ["library.db", "library.db-wal"].map {
      // The log is gone where all of it is in the file.
      (try? Data(contentsOf: folder.appendingPathComponent($0))) ?? Data()
    }
  }

  /// Three artists with four tracks each, of which some were heard and one is loved.
  private func fill(_ box: Sandbox) throws {
    for (index, artist) in ["Ann", "Bob", "Cleo"].enumerated() {
      for number in 1...4 {
        let title = "\(artist) \(["One", "Two", "Three", "Four"][number - 1])"
        try box.tone(
          "\(artist)/\(number).flac", 300 + 50 * index + 10 * number, seconds: 2,
          tags: ["title": title, "artist": artist, "album": "\(artist)'s"])
      }
    }
    #expect(try box.tritone("scan", box.music.path).status == 0)
    _ = try box.sql(
      """
      INSERT INTO plays (track, time) SELECT id, unixepoch() - 86400 FROM tracks
        WHERE title = 'Bob Three';
      INSERT INTO plays (track, time) SELECT id, unixepoch() - 172800 FROM tracks
        WHERE title = 'Bob Three';
      INSERT INTO plays (track, time) SELECT id, unixepoch() - 86400 * 60 FROM tracks
        WHERE title = 'Ann Two';
      INSERT INTO marks (track, plays, last_played)
        SELECT track, count(*), max(time) FROM plays GROUP BY track;
      """)
  }

  @Test("on the library: a dry run changes nothing, a build is one playlist, and again extends it")
  func library() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      // The first build after a scan stores the catalog.
      #expect(try box.tritone("build", "--artists", "Cleo").status == 0)
      let before = databaseBytes(box)
      let dry = try box.tritone(
        "build", "--artists", "bob, ANN", "--limit-per-artist", "2", "--json")
      let display = try object(dry)["display"] as? [String]
      #expect(display?.count == 4 && display?.first == "Bob – Bob Three", "\(dry)")
      #expect(display?[2] == "Ann – Ann Two")
      #expect(databaseBytes(box) == before && !before[0].isEmpty)
      let built = try box.tritone(
        "build", "--artists", "bob, ANN", "--limit-per-artist", "2", "--name", "Mix",
        "--no-dry-run")
      #expect(built.output.contains("Total tracks added to the list: 4"), "\(built)")
      let shown = try box.tritone("playlist", "show", "Mix")
      #expect(shown.output.split(separator: "\n").count == 4, "\(shown)")
      let again = try box.tritone(
        "build", "--artists", "bob, ann, cleo", "--limit-per-artist", "2", "--into", "Mix",
        "--no-dry-run")
      #expect(again.output.contains("Total tracks added to the list: 2"), "\(again)")
      // Without --reuse-existing it is another playlist, as at a service.
      let other = try box.tritone("build", "--artists", "cleo", "--name", "Mix", "--no-dry-run")
      #expect(other.output.contains("Playlist name: Mix 2"), "\(other)")
      #expect(try box.tritone("playlist", "list").output.contains("Mix 2\t4 tracks"))
    }
  }

  @Test("most heard artists by period, what was not heard lately, a length, a query, and a slot")
  func filters() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      func artists(_ arguments: String...) throws -> [String] {
        let result = try Program.run(
          Sandbox.binary,
          ["build", "--json", "--library-artists", "--no-followed-artists"] + arguments,
          environment: box.environment)
        let tracks = try object(result)["tracks"] as? [[String: Any]] ?? []
        return tracks.compactMap { $0["title"] as? String }
      }
      #expect(try artists("--period", "4-weeks").allSatisfy { $0.hasPrefix("Bob") })
      let all = try artists("--period", "6-months")
      #expect(all.count == 8 && all[0] == "Bob Three" && all[4] == "Ann Two", "\(all)")
      #expect(try !artists("--not-heard", "30").contains("Bob Three"))
      #expect(try artists("--where", "title:two") == ["Bob Two", "Ann Two"])
      let slot = try box.tritone(
        "build", "--artists", "Cleo", "--name", "Slotted", "--into", "slot:2", "--no-dry-run")
      #expect(slot.status == 0, "\(slot)")
      #expect(try box.tritone("mix", "list").output.contains("2\tSlotted\t4 tracks"))
    }
  }

  @Test("a preset is kept, used with changes, and goes out and in as JSON and as variables")
  func presets() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let kept = try box.tritone(
        "build", "--artists", "Ann", "--limit-per-artist", "3", "--name", "Weekly",
        "--save-preset", "weekly")
      #expect(kept.status == 0 && kept.errors.contains("Kept the preset weekly"), "\(kept)")
      let used = try object(
        box.tritone("build", "--preset", "WEEKLY", "--limit-per-artist", "1", "--json"))
      #expect(used["name"] as? String == "Weekly")
      #expect((used["prepared"] as? [String])?.count == 1)
      for name in ["preset.json", "preset.env"] {
        let file = box.folder.appendingPathComponent(name).path
        let out = try box.tritone("build", "--preset", "weekly", "--export-preset", file)
        #expect(out.status == 0, "\(out)")
        // Nothing is written over.
        #expect(
          try box.tritone("build", "--preset", "weekly", "--export-preset", file).status == 1)
        let read = try object(
          box.tritone("build", "--import-preset", file, "--artists", "Ann", "--json"))
        #expect(read["name"] as? String == "Weekly")
        #expect((read["prepared"] as? [String])?.count == 3)
      }
    }
  }
}
