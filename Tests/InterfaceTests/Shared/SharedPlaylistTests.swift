import Music
import Screen
import Testing

@testable import Interface

extension Stage {
  /// A stage with the window of shared playlists.
  static func sharing(rows: Int = 40, columns: Int = 120) -> Stage {
    var stage = Stage(rows: rows, columns: columns, tracks: Crate.tracks)
    stage.send(.servers(.listed([Crate.bandServer], at: Crate.serverTime)))
    stage.run("shared")
    stage.send(.servers(.shared(.listed(Crate.sharedPlaylists))))
    return stage
  }

  /// A stage with an open shared playlist.
  static func sharing(
    _ contents: SharedContents, rows: Int = 40, columns: Int = 120
  ) -> Stage {
    var stage = sharing(rows: rows, columns: columns)
    stage.app.windows.open(.sharedPlaylist(SharedPlaylistPanel(contents.playlist)))
    stage.send(.servers(.shared(.opened(contents))))
    _ = stage.receive()
    return stage
  }

  /// The effects about shared playlists since the last call, without requests of lists.
  mutating func receiveShared() -> [SharedEffect] {
    receive().compactMap {
      if case .servers(.shared(let effect)) = $0, effect != .list, effect != .changes {
        effect
      } else {
        nil
      }
    }
  }

  var sharedPanel: SharedPlaylistPanel? {
    for case .sharedPlaylist(let panel) in app.overlays { return panel }
    return nil
  }

  /// The open line; nil for none.
  var prompt: Prompt? {
    if case .prompt(let prompt) = app.overlays.last { prompt } else { nil }
  }
}

@Suite("A shared playlist")
struct SharedPlaylistTests {
  private static let id = Crate.demos.playlist.id

  private static func demos(
    _ standing: SharedPlaylist.Standing, _ rights: SharedRights
  ) -> SharedContents {
    var contents = Crate.demos
    (contents.playlist.standing, contents.playlist.rights) = (standing, rights)
    contents.playlist.owner = Crate.ola
    return contents
  }

  @Test("entries show reactions of all, and comments with author, place and state")
  func rows() {
    let stage = Stage.sharing(Crate.demos)
    for text in [
      "Harbour Lights", "✶↑", "♥✶☊", "✎4", "♥ Kari", "✶ Ola", "☊ a collaborator", "0:42  Kari",
      "The bass comes in too late here.", "waits to be sent", "You  2 hours ago, edited",
      "3:07  Ola", "new", "refused: the track", "updated 3 hours ago", "3 new",
    ] {
      #expect(stage.text.contains(text), "\(text)\n\(stage.text)")
    }
  }

  @Test("it is told to be on the screen while its window is open, and only then")
  func showing() {
    var stage = Stage.sharing()
    stage.press("Down", "Enter")
    #expect(stage.receiveShared() == [.open(Self.id), .show(Self.id)])
    stage.send(.servers(.shared(.opened(Crate.demos))))
    stage.press("c", "Esc")
    #expect(stage.receiveShared().isEmpty)
    stage.press("Esc")
    #expect(stage.receiveShared() == [.show(nil)])
    stage.press("Enter")
    _ = stage.receive()
    _ = stage.app.detach()
    #expect(!stage.app.terminal.isAttached && stage.app.overlays.isEmpty)
  }

  @Test("a focus of the terminal is told where there is a project")
  func focus() {
    var stage = Stage.sharing()
    stage.send(.focused)
    #expect(stage.receiveShared() == [.focused])
    var other = Stage.serving()
    other.send(.focused)
    #expect(other.receiveShared().isEmpty)
  }

  @Test("Enter plays all tracks from the one at the cursor")
  func playing() {
    var stage = Stage.sharing(Crate.demos)
    stage.press("Down", "Enter")
    #expect(stage.app.queue.tracks == Crate.demos.entries.map(\.track))
    #expect(stage.app.queue.current == 1)
  }

  @Test("the ladder of reactions, and each by its key; the same again clears")
  func rating() {
    var stage = Stage.sharing(Crate.demos)
    let track = Crate.demos.entries[0].track
    stage.press("l", "l", "2", "2")
    #expect(
      stage.receiveShared() == [
        .rate(Self.id, track, .loved), .rate(Self.id, track, .none), .rate(Self.id, track, .liked),
        .rate(Self.id, track, .none),
      ])
  }

  @Test("what one may not do is refused before it is sent, with the reason")
  func rights() {
    var stage = Stage.sharing(Self.demos(.shared, .none))
    stage.press("l")
    #expect(stage.app.message?.text.contains("without rating; only Ola can change it") == true)
    stage.press("J")
    #expect(stage.app.message?.text.contains("without editing") == true)
    stage.press("s")
    #expect(stage.app.message?.text.contains("only Ola shares it") == true)
    #expect(stage.receiveShared().isEmpty)
    var gone = Stage.sharing(Self.demos(.gone, .all))
    gone.press("c")
    #expect(gone.app.message?.text.contains("not shared with you any more") == true)
    #expect(gone.prompt == nil && gone.receiveShared().isEmpty)
  }

  @Test("tracks move among all, the cursor with them, and a refusal asks for the order again")
  func moving() {
    var stage = Stage.sharing(Crate.demos)
    stage.press("J", "J", "K")
    #expect(
      stage.receiveShared() == [
        .move(Self.id, entries: ["e0"], after: "e3"), .move(Self.id, entries: ["e0"], after: "e7"),
        .move(Self.id, entries: ["e0"], after: "e3"),
      ])
    #expect(stage.sharedPanel?.entry?.id == "e0" && stage.sharedPanel?.index == 1)
    stage.press("K", "K")
    #expect(stage.receiveShared() == [.move(Self.id, entries: ["e0"], after: nil)])
    stage.send(
      .refused(.servers(.shared(.move(Self.id, entries: ["e0"], after: nil))), "not possible"))
    #expect(stage.receiveShared() == [.open(Self.id)])
    #expect(stage.app.message?.text == "not possible")
  }

  @Test("a comment is on the place that is heard, or on the track")
  func commenting() {
    var stage = Stage.sharing(Crate.demos)
    let track = Crate.demos.entries[0].track
    stage.press("c")
    #expect(stage.prompt?.title == "Comment on the track")
    stage.press("Enter")
    #expect(stage.prompt?.mistake == "A comment needs a text")
    stage.type("louder⏎please")
    stage.press("Enter")
    #expect(stage.receiveShared() == [.addComment(Self.id, track, "louder\nplease", at: nil)])
    stage.press("Enter")
    guard let play = stage.obey() else {
      Issue.record("nothing plays")
      return
    }
    stage.send(.player(.state(.playing(play, stage.clock(.seconds(42))))))
    _ = stage.receive()
    stage.press("c")
    #expect(stage.prompt?.title.hasPrefix("Comment at 0:42") == true)
    stage.press("Esc", "C")
    #expect(stage.prompt?.title == "Comment on the track")
  }

  @Test("own comments are edited and deleted; others' are not")
  func ownComments() {
    var stage = Stage.sharing(Crate.demos)
    stage.press("Tab", "e")
    #expect(stage.app.message?.text == "That comment is somebody else's" && stage.prompt == nil)
    stage.press("Down", "e")
    #expect(stage.prompt?.field.text == "I know. Next take.⏎The drums are fine, though?")
    stage.press("Ctrl-U")
    stage.type("Yes")
    stage.press("Enter")
    #expect(stage.receiveShared() == [.editComment(Self.id, id: "k2", "Yes", at: nil)])
    stage.press("d")
    #expect(stage.receiveShared().isEmpty)
    stage.press("Down", "Enter")
    #expect(stage.receiveShared() == [.deleteComment(Self.id, id: "k2")])
  }

  @Test("Enter on a comment plays the track from its place")
  func jumping() {
    var stage = Stage.sharing(Crate.demos)
    stage.press("Tab", "Down", "Down", "Enter")
    #expect(stage.app.queue.currentTrack == Crate.demos.entries[0].track)
    #expect(
      stage.effects.contains {
        if case .player(.play(_, .seconds(187), _)) = $0 { true } else { false }
      })
    stage.press("Up", "Enter")
    #expect(stage.app.message?.text == "This comment is about all of the track")
  }

  @Test("words that could not be stored come back, at once or with the next line")
  func refusedWords() {
    var stage = Stage.sharing(Crate.demos)
    let effect = SharedEffect.addComment(
      Self.id, Crate.demos.entries[0].track, "too long", at: nil)
    stage.press("c")
    stage.type("too long")
    stage.press("Enter")
    stage.send(.refused(.servers(.shared(effect)), "a comment has at most 2,000 characters"))
    #expect(stage.prompt?.field.text == "too long")
    #expect(stage.prompt?.mistake == "a comment has at most 2,000 characters")
    // A key came before the answer.
    stage.press("Enter", "Down")
    stage.send(.refused(.servers(.shared(effect)), "a comment has at most 2,000 characters"))
    #expect(stage.prompt == nil)
    stage.press("Up", "c")
    #expect(stage.prompt?.field.text == "too long")
  }

  @Test("the search finds tracks and words of comments, and Esc ends it before the window")
  func searching() {
    var stage = Stage.sharing(Crate.demos)
    stage.press("/")
    stage.type("twice long")
    #expect(stage.sharedPanel?.shown == [0])
    stage.press("Ctrl-U")
    stage.type("note g")
    #expect(stage.sharedPanel?.shown == [])
    #expect(stage.text.contains("No track or comment matches"))
    stage.press("Esc")
    #expect(stage.sharedPanel?.shown.count == 5)
    stage.press("Esc")
    #expect(stage.sharedPanel == nil)
  }

  @Test("new contents keep the cursor at its entry and comment")
  func following() {
    var stage = Stage.sharing(Crate.demos)
    stage.press("Tab", "Down", "Down")
    var contents = Crate.demos
    contents.entries.insert(contents.entries.remove(at: 4), at: 0)
    contents.entries[1].comments.remove(at: 0)
    stage.send(.servers(.shared(.opened(contents))))
    #expect(stage.sharedPanel?.entry?.id == "e0" && stage.sharedPanel?.comment?.id == "k3")
    stage.send(.servers(.shared(.opened(SharedContents(playlist: contents.playlist, entries: [])))))
    #expect(stage.sharedPanel?.entry == nil && stage.text.contains("No tracks in it yet"))
  }

  @Test("the screen reader hears names in place of signs")
  func reader() {
    var stage = Stage.sharing(Crate.demos)
    let words = stage.sharedPanel?.readerText(in: stage.app)
    #expect(
      words?.lines.contains {
        $0.contains("1 Harbour Lights") && $0.contains("liked, waits to be sent, 4 comments")
      } == true)
    #expect(
      words?.lines.contains("loved by Kari, new, liked by Ola, listened by a collaborator") == true)
    stage.press("Tab")
    let comments = stage.sharedPanel?.readerText(in: stage.app)
    #expect(comments?.lines.last?.hasPrefix("You, at 3:10") == true)
  }
}
