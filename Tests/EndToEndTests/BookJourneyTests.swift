import Foundation
import Testing

/// Audiobooks in a real terminal, with real sound.
@Suite("Audiobooks", .serialized)
struct BookJourneyTests {
  /// An M4B of three chapters of a minute each, with a tone of its own in each.
  private func fill(_ box: Sandbox) throws {
    let folder = box.music.appendingPathComponent("Books")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let chapters = (0..<3).map {
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0 * 60_000)\nEND=\(($0 + 1) * 60_000)\n"
        + "title=Part \($0 + 1)\n"
    }
    let facts = box.folder.appendingPathComponent("facts.txt")
    try
      (";FFMETADATA1\ntitle=The Lamp\nartist=Ann Holm\nalbum=The Lamp\ngenre=Audiobook\n"
      + chapters.joined()).write(to: facts, atomically: true, encoding: .utf8)
    let tones = (0..<3).flatMap { ["-f", "lavfi", "-i", "sine=f=\(300 + 100 * $0):d=60"] }
    _ = try Program.check(
      "ffmpeg",
      ["-nostdin", "-v", "error"] + tones + [
        "-i", facts.path, "-filter_complex", "[0][1][2]concat=n=3:v=0:a=1[out]", "-map", "[out]",
        "-map_metadata", "3", "-map_chapters", "3", "-b:a", "64k", "-f", "ipod",
        folder.appendingPathComponent("lamp.m4b").path,
      ])
    try box.tone(
      "Song.flac", 900, seconds: 2, tags: ["title": "Song", "artist": "Bob", "album": "B"])
    #expect(try box.tritone("scan", box.music.path).status == 0)
  }

  /// A book of three files of twenty seconds each.
  private func fillFolder(_ box: Sandbox) throws {
    for number in 1...3 {
      try box.tone(
        "Emma/\(number).flac", 300 + 100 * number, seconds: 20,
        tags: [
          "title": "Part \(number)", "artist": "Ann Holm", "album": "Emma", "genre": "Audiobook",
          "track": "\(number)",
        ])
    }
    try box.tone(
      "Song.flac", 900, seconds: 60, tags: ["title": "Song", "artist": "Bob", "album": "B"])
    #expect(try box.tritone("scan", box.music.path).status == 0)
  }

  /// The stored place in seconds.
  private func place(_ box: Sandbox) throws -> Double {
    let text = try box.sql("SELECT place FROM books")
    return try #require(Double(text), "\(text)") / 1_000_000
  }

  /// Waits until a later place is stored.
  private func wait(_ box: Sandbox, for seconds: Double) throws {
    try Program.wait("the place \(seconds)") { try place(box) >= seconds }
  }

  /// A player that goes on with a book.
  private func playing(_ title: String, _ box: Sandbox, _ arguments: [String]) throws -> Player {
    let player = try box.player(arguments)
    try player.see("Genres  Categories  Books")
    try goOn(title, player)
    return player
  }

  /// Opens the list of the only book. The title alone may stand in Now Playing before the list is there.
  private func open(_ player: Player) throws {
    try run(player, "books all")
    try player.see("◂ All books")
    try player.see("─ 1 ╮")
  }

  private func goOn(_ title: String, _ player: Player) throws {
    try open(player)
    try player.press("Enter")
    try player.see("▶ \(title)")
  }

  private func playSong(_ player: Player) throws {
    try run(player, "browse songs")
    try player.see("Song")
    try player.press("Enter")
    try player.see("Bob")
  }

  private func run(_ player: Player, _ command: String) throws {
    try player.press(":")
    try player.type(command)
    try player.press("Enter")
  }

  @Test("a document beside a book that changes alone is noticed by the next scan")
  func documents() throws {
    try Sandbox.with(sound: false) { box in
      try fillFolder(box)
      #expect(try box.tritone("book", "list").output.contains("Emma\tAnn Holm"))
      let file = box.music.appendingPathComponent("Emma/metadata.json")
      func describe(_ text: String) throws {
        try Data(text.utf8).write(to: file)
        #expect(try box.tritone("scan").output.contains("0 new, 0 changed"))
      }
      try describe(#"{"title": "Emma Woodhouse", "authors": ["Jane Austen"]}"#)
      #expect(try box.tritone("book", "list").output.contains("Emma Woodhouse\tJane Austen"))
      try describe(#"{"title": "Emma", "authors": ["J. Austen"]}"#)
      #expect(try box.tritone("book", "list").output.contains("Emma\tJ. Austen"))
      try FileManager.default.removeItem(at: file)
      #expect(try box.tritone("scan").status == 0)
      #expect(try box.tritone("book", "list").output.contains("Emma\tAnn Holm"))
    }
  }

  @Test("a book is told from music, and its place, chapters and bookmarks are there as lines")
  func commands() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let list = try box.tritone("book", "list")
      #expect(list.output == "1\tThe Lamp\tAnn Holm\t0 %\t3:00\n", "\(list)")
      let chapters = try box.tritone(
        "chapters", box.music.appendingPathComponent("Books/lamp.m4b").path)
      #expect(
        chapters.output == """
          1\t0:00.000\t1:00.000\tPart 1
          2\t1:00.000\t2:00.000\tPart 2
          3\t2:00.000\t3:00.000\tPart 3

          """, "\(chapters)")
      #expect(try box.tritone("book", "place", "lamp").status == 1)
      #expect(try box.tritone("book", "place", "the l", "1:30").output == "1:30.000\n")
      #expect(try box.tritone("book", "list").output == "1\tThe Lamp\tAnn Holm\t50 %\t1:30\n")
      #expect(try box.tritone("book", "place", "1", "4:00").status == 1)
      let marked = try box.tritone("bookmark", "add", "The Lamp", "1:10", "Here")
      #expect(marked.status == 0, "\(marked)")
      #expect(try box.tritone("bookmark", "list").output == "1\tThe Lamp\t1:10\tHere\n")
      #expect(try box.tritone("bookmark", "remove", "1").status == 0)
      #expect(try box.tritone("bookmark", "list").output == "")
      #expect(try box.tritone("book", "finished", "1").status == 0)
      let json = try box.tritone("book", "show", "1", "--json").output
      #expect(
        json.contains(#""isFinished":true"#) && json.contains(#""title":"Part 2""#), "\(json)")
    }
  }

  @Test("chapter by chapter, to sleep at the end of one, and on again where it stopped")
  func listening() throws {
    try Sandbox.with { box in
      try fill(box)
      let recorder = try box.record()
      let player = try box.player()
      try player.see("Genres  Categories  Books")
      try open(player)
      try player.press("Enter")
      try player.see("Part 1")
      try recorder.hear(300, player)
      try player.press(")")
      try player.see("Chapter 2")
      try recorder.hear(400, player)
      try player.press("%")
      try player.type("part 3")
      try player.press("Enter")
      try recorder.hear(500, player)
      try player.press("|")
      try recorder.hear(400, player)
      try run(player, "bookmark A good place")
      // To sleep a little before the end of the second chapter.
      try run(player, "seek 1:50")
      try player.press("z")
      try player.see("At the end of this chapter")
      try player.press("Escape")
      // A key right behind Escape would be one with Alt.
      try player.see(no: "At the end of this chapter")
      try run(player, "sleep chapter")
      try player.see("Paused")
      let kept = try place(box)
      #expect(kept > 110 && kept <= 120.3, "\(kept)")
      try player.press("Escape")
      player.signal(SIGKILL)
      let again = try box.player()
      try again.see("Genres  Categories  Books")
      try goOn("The Lamp", again)
      // The pause was short: hardly anything is heard again.
      try wait(box, for: 121)
      try again.press("_")
      try again.see("A good place")
      try again.press("Escape")
      try again.see(no: "A good place")
      try again.leave()
    }
  }

  @Test("kill -9 in a book costs some seconds, and the book goes on behind music")
  func killed() throws {
    try Sandbox.with(sound: false) { box in
      try fillFolder(box)
      #expect(try !box.tritone("search", "part").output.contains("Part"))
      #expect(try box.tritone("search", "type:book part").output.contains("Part 2"))
      #expect(try box.tritone("book", "place", "Emma", "0:12").status == 0)
      let player = try playing("Emma", box, ["--output", "null"])
      // Over the end of the first file.
      try wait(box, for: 21)
      player.signal(SIGKILL)
      let kept = try place(box)
      let again = try playing("Emma", box, ["--output", "null"])
      try wait(box, for: kept + 3)
      try playSong(again)
      let left = try place(box)
      #expect(left >= kept + 3, "\(left), \(kept)")
      #expect(try place(box) == left)
      try goOn("Emma", again)
      try wait(box, for: left + 3)
      try again.leave()
      #expect(try place(box) >= left + 3)
    }
  }

  @Test("a signal keeps the place, music keeps its speed, and missing files move nothing")
  func kept() throws {
    try Sandbox.with(sound: false) { box in
      try fillFolder(box)
      #expect(try box.tritone("book", "place", "Emma", "0:05").status == 0)
      let player = try playing("Emma", box, ["--output", "null"])
      try run(player, "speed 1.5")
      try player.see("1.5×")
      try wait(box, for: 9)
      let before = try place(box)
      try player.press("Space")
      try player.see("Paused")
      try run(player, "seek 0:16")
      try player.see("‖ 0:16")
      player.signal(SIGTERM)
      try player.left()
      let kept = try place(box)
      #expect(kept > 15 && kept > before && kept < 17, "\(kept), \(before)")

      let again = try box.player(["--output", "null"])
      try again.see("Genres  Categories  Books")
      try playSong(again)
      try again.see(no: "1.5×")
      try goOn("Emma", again)
      try again.see("1.5×")
      try again.press("Space")
      try again.see("Paused")
      try again.leave()

      let reached = try place(box)
      let (folder, away) = (
        box.music.appendingPathComponent("Emma"), box.folder.appendingPathComponent("Emma")
      )
      try FileManager.default.moveItem(at: folder, to: away)
      let third = try box.player(["--output", "null"])
      try third.see("Genres  Categories  Books")
      try open(third)
      try third.press("Enter")
      try playSong(third)
      try third.leave()
      #expect(try place(box) == reached)
    }
  }

  @Test("a book that was heard to its end begins anew, and one said to be finished goes on")
  func finished() throws {
    try Sandbox.with(sound: false) { box in
      try fillFolder(box)
      #expect(try box.tritone("book", "place", "Emma", "0:57").status == 0)
      #expect(try box.tritone("book", "list").output.contains("finished"))
      let player = try playing("Emma", box, ["--output", "null"])
      try Program.wait("the place at the beginning") {
        let place = try place(box)
        return place > 1 && place < 30
      }
      try player.leave()
      #expect(try box.tritone("book", "place", "Emma", "0:30").status == 0)
      #expect(try box.tritone("book", "finished", "Emma").status == 0)
      let again = try playing("Emma", box, ["--output", "null"])
      try wait(box, for: 33)
      try again.leave()
      #expect(try box.sql("SELECT is_finished FROM books") == "1")
    }
  }
}
