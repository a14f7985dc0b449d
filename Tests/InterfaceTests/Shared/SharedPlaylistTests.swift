import Music
import Screen
import Testing

@testable import Interface

extension Stage {
  /// A stage with the view of shared playlists.
  static func sharing(rows: Int = 40, columns: Int = 120) -> Stage {
    var stage = Stage(rows: rows, columns: columns, tracks: Crate.tracks)
    Crate.knowShared(&stage)
    stage.run("shared")
    _ = stage.receive()
    return stage
  }

  /// A stage with an open shared playlist.
  static func sharing(
    _ contents: SharedContents, rows: Int = 40, columns: Int = 120
  ) -> Stage {
    var stage = sharing(rows: rows, columns: columns)
    Crate.open(contents, &stage)
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

  var saidPanel: SharedCommentsPanel? {
    for case .sharedComments(let panel) in app.overlays { return panel }
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
  private static let query = ListQuery(.playlist(PlaylistID(70)))

  private static func demos(
    _ standing: SharedPlaylist.Standing, _ rights: SharedRights
  ) -> SharedContents {
    var contents = Crate.demos
    (contents.playlist.standing, contents.playlist.rights) = (standing, rights)
    contents.playlist.owner = Crate.ola
    return contents
  }

  @Test("rows show the reactions of others and the number of comments, and below are the words")
  func rows() {
    let stage = Stage.sharing(Crate.demos)
    for text in [
      "◂ Kitchen demos", "3 hours ago", "Harbour Lights", "♥✶☊✎↑", "♥ Kari", "✶ Ola",
      "☊ a collaborator", "3:07  Ola", "new", "3:10  You",
    ] {
      #expect(stage.text.contains(text), "\(text)\n\(stage.text)")
    }
    let wide = Stage.sharing(Crate.demos, rows: 36, columns: 280)
    #expect(wide.text.contains("♥✶☊  ✎4 ↑"), "\(wide.text)")
    // Where the words have no room, the names are above the rows.
    let small = Stage.sharing(Crate.demos, rows: 24, columns: 80)
    #expect(small.text.contains("♥ Kari  ✶ Ola"), "\(small.text)")
    #expect(!small.text.contains("3:07  Ola"))
  }

  @Test("it is told to be on the screen while it is open, and only then")
  func showing() {
    var stage = Stage(rows: 40, columns: 120, tracks: Crate.tracks)
    Crate.knowShared(&stage)
    #expect(stage.receiveShared().isEmpty)
    stage.run("shared")
    #expect(stage.receiveShared() == [.show(SharedShown(hasList: true))])
    stage.press("Down", "Enter")
    #expect(stage.receiveShared() == [.open(Self.id), .show(SharedShown([Self.id]))])
    stage.send(.servers(.shared(.opened(Crate.demos, reading: 0))))
    stage.press("F3", "Esc", "Tab")
    #expect(stage.receiveShared().isEmpty)
    stage.run("browse songs")
    #expect(stage.receiveShared() == [.show(SharedShown())])
    stage.run("browse shared")
    #expect(stage.receiveShared() == [.open(Self.id), .show(SharedShown([Self.id]))])
    let effects = stage.app.detach().compactMap { effect -> SharedEffect? in
      if case .servers(.shared(let shared)) = effect { shared } else { nil }
    }
    #expect(effects == [.show(SharedShown())])
  }

  @Test("the playlist of any terminal counts, whichever was used last")
  func severalTerminals() {
    var stage = Stage.sharing(Crate.demos)
    stage.attach()
    stage.run("browse songs")
    #expect(stage.receiveShared().isEmpty)
    stage.send(.ticked)
    #expect(stage.receiveShared().isEmpty)
    stage.run("shared Ola's ideas")
    let other = Crate.sharedPlaylists[1].id
    #expect(stage.receiveShared() == [.open(other), .show(SharedShown([Self.id, other]))])
    // News of the one come to the terminal that shows it.
    var contents = Crate.demos
    contents.entries[0].comments.append(
      SharedComment(id: "k9", person: Crate.kari, text: "heard", created: Crate.ago(1), isNew: true)
    )
    stage.send(.servers(.shared(.opened(contents, reading: 0))))
    stage.use(0)
    #expect(stage.text.contains("heard"))
    stage.run("browse songs")
    #expect(stage.receiveShared() == [.show(SharedShown([other]))])
    // A terminal that is closed shows nothing, without a key.
    stage.others = []
    stage.send(.ticked)
    #expect(stage.receiveShared() == [.show(SharedShown())])
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

  @Test("tracks play, are marked and go into queue and slots as those of other lists")
  func playing() {
    var stage = Stage.sharing(Crate.demos)
    stage.press("Down", "Enter")
    #expect(
      stage.receive().contains {
        if case .find(.toPlay(.rows([], Self.query), let start, _)) = $0 {
          start == .entry(EntryID(701))
        } else {
          false
        }
      })
    stage.press("v", "v", "2")
    #expect(
      stage.receive().contains(
        .edit(
          .entries(
            .addToSlot(.two, .rows([.entry(EntryID(701)), .entry(EntryID(702))], Self.query))))))
  }

  @Test("the keys for reactions are those of all lists; without the right they say why")
  func rating() {
    var stage = Stage.sharing(Crate.demos)
    stage.press("l")
    let row = Selection.rows([.entry(EntryID(700))], Self.query)
    #expect(stage.receive().contains(.edit(.tracks(.setReaction(.loved, row)))))
    var heard = Stage.sharing(Self.demos(.shared, .none))
    heard.press("l")
    heard.run("loved")
    #expect(heard.app.message?.text.contains("without rating; only Ola can change it") == true)
    #expect(!heard.receive().contains { $0.isEdit })
  }

  @Test("a collaborator's key sets the reaction in the playlist of the row alone")
  func ownReactions() {
    var contents = Self.demos(.shared, SharedRights(canEdit: false, canRate: true))
    contents.playlist.hasOwnReactions = true
    // The library has another one, from another playlist.
    contents.entries[0].reaction = .listened
    var stage = Stage.sharing(contents)
    let row = Selection.rows([.entry(EntryID(700))], Self.query)
    stage.press("l")
    let effects = stage.receive()
    #expect(effects.contains(.servers(.shared(.rate(Self.id, row, .liked)))))
    #expect(!effects.contains { $0.isEdit })
    stage.run("listened")
    #expect(stage.receiveShared() == [.rate(Self.id, row, .none)])
    stage.run("loved")
    #expect(stage.receiveShared() == [.rate(Self.id, row, .loved)])
    contents.playlist.rights = .none
    var heard = Stage.sharing(contents)
    heard.press("l")
    #expect(heard.receiveShared().isEmpty)
    // Elsewhere it is the reaction of the library.
    stage.run("browse songs")
    stage.press("l")
    #expect(
      stage.receive().contains { if case .edit(.tracks(.setReaction)) = $0 { true } else { false } }
    )
  }

  @Test("what one may not do is refused before it is sent, with the reason")
  func rights() {
    var stage = Stage.sharing(Self.demos(.shared, .none))
    stage.press("J")
    #expect(stage.app.message?.text.contains("without editing") == true)
    stage.run("share")
    #expect(stage.app.message?.text.contains("only Ola shares it") == true)
    #expect(stage.receiveShared().isEmpty)
    var gone = Stage.sharing(Self.demos(.gone, .all))
    gone.run("comment-track")
    #expect(gone.app.message?.text.contains("not shared with you any more") == true)
    gone.press("F3", "c")
    #expect(gone.prompt == nil && gone.receiveShared().isEmpty)
  }

  @Test("a comment is on the place that is heard, or on the track")
  func commenting() {
    var stage = Stage.sharing(Crate.demos)
    let track = Crate.demos.entries[0].track
    stage.run("comment")
    #expect(stage.prompt?.title == "Comment on the track")
    stage.press("Enter")
    #expect(stage.prompt?.mistake == "A comment needs a text")
    stage.type("louder⏎please")
    stage.press("Enter")
    #expect(stage.receiveShared() == [.addComment(Self.id, track, "louder\nplease", at: nil)])
    // The first comment has a place.
    stage.press("F3", "Enter")
    guard stage.obey() != nil else {
      Issue.record("nothing plays")
      return
    }
    stage.press("Esc")
    _ = stage.receive()
    stage.run("comment")
    #expect(stage.prompt?.title.hasPrefix("Comment at 0:42") == true)
    stage.press("Esc")
    stage.run("comment late")
    guard case .addComment(Self.id, track, "late", at: .some) = stage.receiveShared().first else {
      Issue.record("no comment with a place")
      return
    }
    stage.press("F3", "C")
    #expect(stage.prompt?.title == "Comment on the track")
    // Where no shared playlist with the track shows, it is a comment of the library.
    stage.press("Esc", "Esc")
    stage.run("browse songs")
    _ = stage.receive()
    stage.run("comment mine")
    #expect(stage.receive() == [.edit(.comments(.add("mine", to: track, at: .seconds(42))))])
  }

  @Test("own comments are edited and deleted; others' are not")
  func ownComments() {
    var stage = Stage.sharing(Crate.demos)
    stage.press("F3", "e")
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
    stage.press("F3", "Down", "Down", "Enter")
    #expect(stage.app.queue.currentTrack == Crate.demos.entries[0].track)
    #expect(stage.app.queue.tracks == Crate.demos.entries.map(\.track))
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
    stage.press("F3", "c")
    stage.type("too long")
    stage.press("Enter")
    stage.send(.refused(.servers(.shared(effect)), "a comment has at most 2,000 characters"))
    #expect(stage.prompt?.field.text == "too long")
    #expect(stage.prompt?.mistake == "a comment has at most 2,000 characters")
    // A key came before the answer.
    stage.press("Enter", "Down")
    stage.send(.refused(.servers(.shared(effect)), "a comment has at most 2,000 characters"))
    #expect(stage.prompt == nil)
    stage.press("c")
    #expect(stage.prompt?.field.text == "too long")
  }

  @Test("new contents keep the cursor at its comment")
  func following() {
    var stage = Stage.sharing(Crate.demos)
    stage.press("F3", "Down", "Down")
    var contents = Crate.demos
    contents.entries.insert(contents.entries.remove(at: 4), at: 0)
    contents.entries[1].comments.remove(at: 0)
    stage.send(.servers(.shared(.opened(contents, reading: 0))))
    #expect(stage.saidPanel?.comment(in: stage.app)?.id == "k3")
    let empty = SharedContents(playlist: contents.playlist, entries: [])
    stage.send(.servers(.shared(.opened(empty, reading: 0))))
    #expect(stage.text.contains("The track is not in the playlist any more"))
    stage.press("c", "e", "d", "Enter")
    #expect(stage.prompt == nil && stage.receiveShared().isEmpty)
  }

  @Test("the screen reader hears names in place of signs")
  func reader() {
    var stage = Stage.sharing(Crate.demos)
    let lines = LibraryPane().readerText(in: stage.app).lines
    #expect(
      lines.contains {
        $0.contains("Harbour Lights") && $0.contains("waits to be sent")
          && $0.contains("loved by Kari, new and liked by Ola and listened by a collaborator")
          && $0.contains("4 comments")
      }, "\(lines)")
    stage.press("F3")
    #expect(
      stage.saidPanel?.readerText(in: stage.app).lines.last?.hasPrefix("You, at 3:10") == true)
  }
}
