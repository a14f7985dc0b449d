import Interface
import Library
import Music
import Playback
import Testing

@testable import tritone

@Suite("The program without a terminal", .serialized)
struct ShellTests {
  private func shell(_ tracks: Int = 3) async throws -> Shell {
    let shell = try await Shell(tracks: tracks)
    try await shell.wait(for: "rows") { $0.library.window.rows.count == tracks }
    return shell
  }

  @Test("Enter plays the row at the cursor, the next one follows, and the queue is what is listed")
  func plays() async throws {
    let shell = try await shell()
    #expect(shell.titles == ["Title 1", "Title 2", "Title 3"])
    shell.press("j", "Enter")
    try await shell.wait(for: "sound") { $0.isPlaying && $0.playing.track?.title == "Title 2" }
    #expect(shell.app.queue.tracks.count == 3 && shell.app.queue.current == 1)
    try await shell.wait(for: "the next one") { $0.playing.nextTrack?.title == "Title 3" }
    shell.press(">")
    try await shell.wait(for: "the next track") { $0.playing.track?.title == "Title 3" }
    shell.press("x")
    try await shell.wait(for: "rest") { $0.player == .stopped }
    shell.runner.finish()
  }

  @Test("edits are done in the order of the keys, kept, undone and done again")
  func edits() async throws {
    let shell = try await shell()
    for stars in 1...5 {
      shell.press(":")
      for letter in "rate \(stars)" { shell.press(letter == " " ? "Space" : String(letter)) }
      shell.press("Enter")
    }
    let track = try #require(shell.app.library.window.rows.first?.track?.id)
    func rating() async throws -> Int? {
      try await shell.library.tracks([track]).first?.rating.stars
    }
    try await shell.wait(for: "five stars") {
      $0.library.window.rows.first?.track?.rating.stars == 5
    }
    #expect(try await rating() == 5)
    shell.press("Ctrl-Z", "Ctrl-Z")
    try await shell.wait(for: "three stars") {
      $0.library.window.rows.first?.track?.rating.stars == 3
    }
    shell.press("Ctrl-R")
    try await shell.wait(for: "four stars") {
      $0.library.window.rows.first?.track?.rating.stars == 4
    }
    #expect(try await rating() == 4)
    shell.runner.finish()
  }

  @Test("entries of one track that are marked move together")
  func movesDuplicates() async throws {
    let shell = try await shell()
    let ids = try await shell.library.trackIDs(ListQuery(.songs, sort: .title))
    let list = try await shell.library.createPlaylist(named: "L").id
    _ = try await shell.library.add(ids, to: list)
    _ = try await shell.library.addAgain([QueuedTrack(ids[0])], to: list)
    let query = ListQuery(.playlist(list))
    let rows = try await shell.library.window(query, range: 0..<9, anchor: nil).rows.map(\.id)
    try #require(rows.count == 4)
    _ = try await LibraryEdits(shell.library).perform(
      .entries(.move(.rows([rows[0], rows[3]], query), of: list, .top)))
    let moved = try await shell.library.window(query, range: 0..<9, anchor: nil).rows.map(\.id)
    #expect(moved == [rows[0], rows[3], rows[1], rows[2]])
    shell.runner.finish()
  }

  @Test("what cannot be done is said, and nothing waits for it")
  func refused() async throws {
    let shell = try await shell()
    shell.runner.perform(.theme(.load("no such skin", isPreview: false)))
    try await shell.wait(for: "a message") { $0.message?.text.contains("no such skin") == true }
    shell.press("Esc")
    shell.runner.perform(.exchange(.importFile(shell.folder.path("gone.m3u8"))))
    try await shell.wait(for: "another message") { $0.message?.text.contains("gone.m3u8") == true }
    shell.runner.finish()
  }

  @Test("leaving keeps the queue and the place in it for the next start")
  func leaving() async throws {
    let shell = try await shell()
    shell.press("Enter")
    try await shell.wait(for: "sound") { $0.isPlaying }
    shell.press("q")
    #expect(shell.orders == [.quit])
    shell.runner.finish()
    let queue = QueueText.decode(try await shell.library.session("queue"))
    #expect(queue?.tracks == shell.app.queue.tracks && queue?.tracks.count == 3)
    let index = SessionText.decode(Session.self, try await shell.library.session("place"))
    #expect(index?.current == 0)
  }

  @Test("the queue of an earlier version comes back, and is read again as this one stores it")
  func restored() async throws {
    let shell = try await shell()
    let ids = shell.app.library.window.rows.compactMap(\.track?.id.rawValue)
    try await shell.library.setSession(
      "queue", #"{"tracks":\#(ids),"current":1,"repeating":"all","order":[0,1,2],"place":1}"#)
    let earlier = try await RestoredSession(shell.library)
    var queue = try #require(earlier.queue)
    #expect(queue.tracks.map(\.rawValue) == ids && ids.count == 3)
    #expect(queue.current == 1 && queue.repeating == .all)
    queue.setShuffle(seed: 7)
    let store = SessionStore(library: shell.library, restored: earlier)
    try store.perform(.saveQueue(queue))
    try await store.keep()
    #expect(try await RestoredSession(shell.library).queue == queue)
    shell.runner.finish()
  }

  @Test("a list that is asked for twice at once shows the newer answer")
  func newest() async throws {
    let shell = try await shell(12)
    shell.press("/")
    for letter in "title 1" { shell.press(letter == " " ? "Space" : String(letter)) }
    try await shell.wait(for: "the filter") {
      $0.library.window.rows.count == 4
    }
    #expect(shell.titles == ["Title 1", "Title 10", "Title 11", "Title 12"])
    shell.runner.finish()
  }
}
