import Foundation
import Testing

/// Playlists exported for other programs and imported again, by the real program.
@Suite("Import and export", .serialized)
struct ExchangeJourneyTests {
  /// Three tones in slot 1, called "Mix 1".
  private func fill(_ box: Sandbox) throws {
    try box.tone("House/One.flac", 300, seconds: 2)
    try box.tone("House/Two.flac", 400, seconds: 3)
    try box.tone("Ünïcode & more/Three #1.flac", 500, seconds: 4)
    #expect(try box.tritone("scan", box.music.path).status == 0)
    for name in ["House/Two.flac", "Ünïcode & more/Three #1.flac", "House/One.flac"] {
      #expect(try box.tritone("mix", "1", box.music.appendingPathComponent(name).path).status == 0)
    }
  }

  private func run(_ box: Sandbox, _ arguments: [String]) throws -> Program.Result {
    try Program.run(Sandbox.binary, arguments, environment: box.environment)
  }

  private func entries(_ box: Sandbox, _ name: String = "Mix 1") throws -> [String] {
    let shown = try box.tritone("playlist", "show", name, "--json")
    let object = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
    let entries = try #require(object?["entries"] as? [[String: Any]])
    return entries.compactMap { $0["path"] as? String }
  }

  @Test(
    "export, delete, import: the playlist is what it was",
    arguments: [
      ("m3u", false), ("m3u8", true), ("m3u8", false), ("pls", false), ("pls", true),
      ("xspf", false), ("xspf", true), ("jspf", false), ("cue", false), ("rekordbox", false),
      ("json", false),
    ])
  func roundTrip(format: String, isRelative: Bool) throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let before = try entries(box)
      #expect(before.count == 3)
      let ending = format == "rekordbox" ? "xml" : format
      let file = box.folder.appendingPathComponent("Mix 1.\(ending)").path
      let written = try run(
        box, ["export", "1", "--format", format, "-o", file] + (isRelative ? ["--relative"] : []))
      #expect(written.status == 0, "\(written.errors)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      // No file is overwritten without `--force`.
      let refused = try box.tritone("export", "1", "--format", format, "-o", file)
      #expect(refused.status == 1 && refused.errors.contains("--force"), "\(refused.errors)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)

      _ = try box.sql("PRAGMA foreign_keys = ON; DELETE FROM playlists")
      let read = try box.tritone("import", file)
      #expect(read.status == 0, "\(read.errors)")
      #expect(read.output.contains("1 playlist, 3 tracks"), "\(read.output)")
      #expect(!read.output.contains("missing"), "\(read.output)")
      #expect(try entries(box) == before)

      #expect(
        try box.tritone("export", "Mix 1", "--format", format, "--force", "-o", file).status == 0)
      if !isRelative { #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes) }
    }
  }

  @Test("all playlists make a file each, or one of a format that holds them, or standard output")
  func all() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      _ = try box.tritone("mix", "2", box.music.path + "/House")
      let folder = box.folder.appendingPathComponent("lists")
      let each = try box.tritone("export", "--all", "--format", "m3u8", "-o", folder.path)
      #expect(each.status == 0, "\(each.errors)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          == ["Mix 1.m3u8", "Mix 2.m3u8"])
      let several = try box.tritone("export", "1", "2", "--format", "pls")
      #expect(several.status == 1 && several.errors.contains("-o FOLDER"), "\(several.errors)")
      let json = try box.tritone("export", "--all", "--format", "json")
      #expect(json.status == 0 && json.output.contains("Mix 2"), "\(json.errors)")
      let markers = try box.tritone("export", "1", "--format", "audacity")
      #expect(markers.output.split(separator: "\n").count == 3, "\(markers.output)")
      let both = box.folder.appendingPathComponent("mix.csv").path
      #expect(
        try box.tritone("export", "1", "--format", "m3u8", "--markers", both).status == 0)
      #expect(try String(contentsOfFile: both, encoding: .utf8).contains("Three #1"))
    }
  }

  @Test("what an import does is told in words and as JSON, and a dry run does none of it")
  func report() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let file = box.folder.appendingPathComponent("Friday.m3u8")
      try """
      #EXTM3U
      #EXTINF:2,Tone 300
      D:\\Music\\House\\One.flac
      #EXTINF:77,Ann - Lost
      /gone/Lost.mp3
      Friday.m3u8
      http://radio.example/live

      """.write(to: file, atomically: true, encoding: .utf8)
      let dry = try box.tritone("import", "--dry-run", file.path)
      #expect(dry.status == 0 && dry.output.contains("would import"), "\(dry.errors)")
      #expect(!(try box.tritone("playlist", "list").output.contains("Friday")))
      let real = try box.tritone("import", file.path)
      #expect(real.status == 0, "\(real.errors)")
      for text in [
        "Friday.m3u8: imported 1 playlist, 4 tracks", "1 by end of path", "1 stream", "missing: 2",
        "line 5: Ann — Lost: /gone/Lost.mp3", "line 6:", "names the playlist file itself",
      ] {
        #expect(real.output.contains(text), "\(text) in \(real.output)")
      }
      #expect(try entries(box, "Friday").count == 3)
      let json = try box.tritone("import", "--json", "--replace", file.path)
      let object =
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      let missing = try #require(object?["missing"] as? [[String: Any]])
      #expect(missing.map { $0["line"] as? Int } == [5, 6])
      #expect(try box.tritone("playlist", "list").output.contains("Friday 2") == false)
      #expect(
        try box.tritone("import", "--name", "Other", "--into", "Box", file.path).output
          .contains("Other"))
    }
  }

  @Test("misuse gives 2, what cannot be read 1, and each one clear line")
  func errors() throws {
    let cases: [(arguments: [String], status: Int32, text: String)] = [
      (["import"], 2, "Missing expected argument"), (["import", "/none.m3u"], 1, "none.m3u"),
      (["import", "--format", "doc", "x"], 2, "there is no format “doc”"),
      (["import", "/dev/null"], 1, "is not a file"), (["import", "/etc"], 1, "is not a file"),
      (["export"], 2, "name a playlist"),
      (["export", "x", "--format", "m3u"], 1, "no playlist “x”"),
      (["export", "x"], 2, "say which format"),
      (["export", "2", "--format", "pls"], 1, "is empty"),
      (["export", "--all", "x", "--format", "pls"], 2, "exclude each other"),
    ]
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 300, seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      for (arguments, status, text) in cases {
        let result = try run(box, arguments)
        #expect(result.status == status, "\(arguments): \(result.errors)")
        #expect(result.errors.contains(text), "\(arguments): \(result.errors)")
        let lines = result.errors.split(separator: "\n").count
        #expect(lines == 1, "\(arguments): \(result.errors)")
      }
    }
  }

  @Test("in the player: a path is completed, the playlist opens, and the report is read and closed")
  func player() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let lists = box.folder.appendingPathComponent("home/Lists")
      try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: true)
      let files = (0..<2).map { "../Music/House/\($0 == 0 ? "One" : "Two").flac" }
      try (files + ["/gone/Lost.mp3"]).joined(separator: "\n").write(
        to: lists.appendingPathComponent("Friday night.m3u8"), atomically: true, encoding: .utf8)
      try Data().write(to: lists.appendingPathComponent("From.txt"))
      let player = try box.player(["--output", "null"])
      try player.see("▸ House")
      try player.type(":import")
      try player.press("Enter")
      try player.type("~/Li")
      try player.press("Tab")
      try player.see("~/Lists/")
      try player.type("F")
      try player.press("Tab")
      try player.see("Friday night.m3u8")
      try player.type("i")
      try player.press("Tab")
      // The list is gone before the path is there.
      try player.see(no: "From.txt")
      try player.see("~/Lists/Friday night.m3u8")
      try player.press("Enter")
      // Before the rest: it goes after four seconds.
      try player.see("Imported Friday night: 2 of 3 tracks, 1 missing")
      try player.see("Import of Friday night.m3u8")
      try player.see("Lost")
      try player.press("Escape")
      // A key right after an Escape would count as one with Alt.
      try player.see(no: "Import of Friday night.m3u8")
      try player.type(":export ~/Lists/out.m3u8")
      try player.press("Enter")
      try player.see("Wrote \(lists.path)/out.m3u8")
      try player.type(":export ~/Lists/out.m3u8")
      try player.press("Enter")
      try player.see("There already is a file")
      try player.press("Escape")
      try player.see(no: "There already is a file")
      try player.press("C-z")
      try player.see("Undid: imported Friday night from Friday night.m3u8")
      try player.leave()
    }
  }

  @Test("the chosen folder gets the playlists soon after each change, and at the end")
  func syncFolder() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let folder = box.folder.appendingPathComponent("home/Sync")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appendingPathComponent("tritone.json")
      func holds(_ text: String) -> Bool {
        (try? String(contentsOf: file, encoding: .utf8))?.contains(text) ?? false
      }
      let player = try box.player(["--output", "null"])
      try player.see("▸ House")
      try player.type(":sync-folder ~/Nowhere")
      try player.press("Enter")
      try player.see("There is no folder")
      try player.type(":sync-folder ~/Sync")
      try player.press("Enter")
      try player.see("Playlists are kept in")
      try Program.wait("the first file") { holds("Mix 1") }
      try player.type("A")
      try player.type("Later")
      try player.press("Enter")
      try Program.wait("the playlist that was made") { holds("Later") }
      try player.type("A")
      try player.type("Never")
      try player.press("Enter")
      try player.see("Made the playlist Never")
      try player.leave()
      // A playlist that waits to be written is written at the end.
      #expect(holds("Never"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tritone.json"])
    }
  }
}
