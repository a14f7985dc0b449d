import Music
import Screen
import Testing

@testable import Interface

@Suite("The list of shared playlists")
struct SharedListTests {
  @Test("sections show owner, rights, tracks, age, news and what waits")
  func rows() {
    let stage = Stage.sharing()
    for text in [
      "Invitations", "New record", "My playlists", "Kitchen demos", "3 new", "3 h ago", "Kari",
      "Shared with me", "Ola's ideas", "↑ 2", "Mixes to hear", "listen", "just now",
      "No longer shared with me", "Old band",
    ] {
      #expect(stage.text.contains(text), "\(text)\n\(stage.text)")
    }
  }

  @Test("sections are by server where several have shared playlists")
  func servers() {
    var stage = Stage.sharing()
    var other = Crate.sharedPlaylists[0]
    other.id = SharedPlaylistID(server: ServerID(9), id: "p1")
    (other.server, other.name) = ("Choir", "Rehearsals")
    stage.send(.servers(.shared(.listed(Crate.sharedPlaylists + [other]))))
    #expect(stage.text.contains("My playlists · Band"))
    #expect(stage.text.contains("My playlists · Choir"))
  }

  @Test("the view is there where a server has shared playlists, and only there")
  func tab() {
    var stage = Stage(rows: 40, columns: 120, tracks: Crate.tracks)
    #expect(!stage.text.contains("Shared"))
    for _ in BrowseMode.allCases.dropFirst() {
      stage.press("]")
      #expect(stage.app.mode != .shared)
    }
    #expect(stage.app.mode == .songs)
    stage.send(.servers(.listed([Crate.bandServer], at: Crate.serverTime)))
    #expect(stage.receive().contains(.servers(.shared(.list))))
    #expect(stage.text.contains("Shared"))
    stage.run("browse books")
    stage.press("]")
    #expect(stage.app.mode == .shared)
    stage.press("]")
    #expect(stage.app.mode == .lists)
    // Its list is not asked for again with each list of servers.
    stage.send(.servers(.shared(.listed([]))))
    stage.send(.servers(.listed([Crate.bandServer], at: Crate.serverTime)))
    #expect(!stage.receive().contains(.servers(.shared(.list))))
  }

  @Test("without a playlist it says where they come from")
  func empty() {
    var stage = Stage(rows: 24, columns: 80)
    stage.run("shared")
    #expect(stage.text.contains("Coretet"))
    stage.press("Enter")
    #expect(stage.receiveShared().isEmpty)
    stage.send(.servers(.listed([Crate.bandServer], at: Crate.serverTime)))
    stage.send(.servers(.shared(.listed([]))))
    #expect(stage.text.contains("No shared playlists yet"))
  }

  @Test("an invitation is accepted after a question")
  func accepting() {
    var stage = Stage.sharing()
    stage.press("Enter")
    #expect(stage.question?.title == "Accept New record?" && stage.receiveShared().isEmpty)
    stage.press("Enter")
    #expect(stage.receiveShared() == [.accept(Crate.sharedPlaylists[3].id)])
  }

  @Test("sharing asks for an address and rights; a share is revoked after a question")
  func sharing() {
    var stage = Stage.sharing()
    let id = Crate.sharedPlaylists[0].id
    stage.press("Down")
    stage.run("share")
    #expect(stage.receiveShared() == [.shares(id)])
    let shares = [
      SharedShare(
        email: "kari@example.org", rights: SharedRights(canEdit: false, canRate: true),
        status: .invited)
    ]
    stage.send(.servers(.shared(.shares(id, shares))))
    #expect(stage.text.contains("may rate, invited"))
    stage.press("Enter")
    stage.type("ola")
    stage.press("Enter")
    #expect(stage.prompt?.mistake == "An address like kari@example.org")
    stage.type("@example.org")
    stage.press("Enter", "Down", "Enter")
    #expect(stage.receiveShared() == [.share(id, email: "ola@example.org", .all)])
    stage.run("share")
    stage.send(.servers(.shared(.shares(id, shares))))
    stage.press("Down", "Enter", "Down", "Enter")
    #expect(stage.receiveShared() == [.shares(id), .revoke(id, email: "kari@example.org")])
    // Others' are not shared on.
    stage.press("Down")
    stage.run("share")
    #expect(stage.receiveShared().isEmpty)
    #expect(stage.app.message?.text.contains("only Ola shares it") == true)
  }

  @Test("the menu of a playlist has what the commands do")
  func menu() {
    var stage = Stage.sharing()
    stage.press("Down", "F10")
    for text in ["Open", "Add to the queue", "With whom it is shared…", "What waits", "Send now"] {
      #expect(stage.text.contains(text), "\(text)")
    }
    stage.press("Esc", "Down", "F10")
    #expect(!stage.text.contains("With whom it is shared…"))
    stage.press("Esc")
    stage.run("shared-send")
    #expect(stage.receiveShared() == [.focused])
  }

  @Test("a playlist goes into the queue and a mix slot as a whole")
  func queueing() {
    var stage = Stage.sharing()
    stage.press("Down")
    _ = stage.receive()
    stage.press("e", "1")
    let tracks = Selection.rows([.playlist(PlaylistID(70))], ListQuery(.playlists))
    let effects = stage.receive()
    #expect(effects.contains(.edit(.entries(.addToSlot(.one, tracks)))), "\(effects)")
    #expect(
      effects.contains { if case .find(.toQueue(tracks, _, _)) = $0 { true } else { false } },
      "\(effects)")
  }

  @Test("a typed name opens its playlist, also before the list is known")
  func named() {
    var stage = Stage()
    stage.run("shared kitchen")
    #expect(stage.receiveShared().isEmpty)
    stage.send(.servers(.shared(.listed(Crate.sharedPlaylists))))
    let id = Crate.sharedPlaylists[0].id
    #expect(stage.receiveShared() == [.open(id), .show(SharedShown([id]))])
    stage.press("Backspace")
    #expect(stage.app.browsing.isSharedShelf)
    #expect(stage.app.browsing.sharedShelf.selected?.id == id)
    stage.run("shared nothing")
    #expect(stage.app.message?.text.hasPrefix("There is no shared playlist nothing") == true)
    // Another key came before the answer.
    var other = Stage()
    other.run("shared kitchen")
    other.press("j")
    other.send(.servers(.shared(.listed(Crate.sharedPlaylists))))
    #expect(other.app.browsing.isSharedShelf)
  }

  @Test("the filter finds owners, too; a new list keeps the cursor at its playlist")
  func filtering() {
    var stage = Stage.sharing()
    stage.press("/")
    stage.type("kari")
    #expect(!stage.text.contains("Kitchen demos") && stage.text.contains("Mixes to hear"))
    stage.press("Enter", "Down")
    let before = stage.text
    stage.send(.servers(.shared(.listed(Array(Crate.sharedPlaylists.reversed())))))
    #expect(stage.text == before)
    stage.press("Esc")
    #expect(stage.text.contains("Kitchen demos"))
    #expect(stage.app.browsing.sharedShelf.selected?.name == "Mixes to hear")
  }

  @Test("the mouse selects a playlist, and opens the selected one")
  func mouse() throws {
    var stage = Stage.sharing()
    let list = try #require(stage.app.layout.list(of: .library))
    let row = try #require(
      (0..<list.rows).first { stage.frame.text(ofRow: list.row + $0).contains("Kitchen demos") })
    let position = Position(row: list.row + row, column: list.column + 4)
    stage.send(.input(.mouse(Mouse(.press, at: position))))
    #expect(stage.app.browsing.sharedShelf.selected?.name == "Kitchen demos")
    stage.send(.input(.mouse(Mouse(.press, at: position))))
    #expect(stage.app.browsing.openShared?.name == "Kitchen demos")
  }

  @Test("the screen reader hears sections, rights and counts in words")
  func reader() {
    let stage = Stage.sharing()
    let words = stage.app.browsing.sharedShelf.readerText(in: stage.app)
    #expect(words.lines.contains("Heading Shared with me"))
    #expect(
      words.lines.contains {
        $0.hasPrefix("Ola's ideas, 2 changes wait to be sent, 1 change refused, 5 tracks")
          && $0.contains("you may rate, not reorder")
      }, "\(words.lines)")
  }

  @Test("refused words are copied, sent with others, or discarded after a question")
  func changes() {
    var stage = Stage(rows: 24, columns: 80)
    stage.run("shared-waiting")
    stage.send(.servers(.shared(.changes(Crate.sharedChanges))))
    _ = stage.receive()
    stage.press("r")
    #expect(stage.app.message?.text == "This waits to be sent, which happens by itself")
    stage.press("Down")
    #expect(stage.text.contains("the bass comes in too late,"))
    #expect(stage.text.contains("Ola's ideas is not shared with you any more"))
    stage.press("c")
    #expect(
      stage.receive() == [
        .terminal(.copy("[0:42] the bass comes in too late,\nand the drums are fine"))
      ])
    stage.press("Enter")
    stage.press("Ctrl-U")
    stage.type("[0:42] better")
    stage.press("Enter", "r", "d")
    #expect(
      stage.receiveShared() == [
        .retry(id: "c2", words: "[0:42] better"), .retry(id: "c2", words: nil),
      ])
    stage.press("Down", "Enter")
    #expect(stage.receiveShared() == [.discard(id: "c2")])
    // The cursor stays on its change.
    stage.send(.servers(.shared(.changes(Array(Crate.sharedChanges.dropFirst())))))
    stage.press("r")
    #expect(stage.receiveShared() == [.retry(id: "c2", words: nil)])
  }

  @Test("a refusal is said once, and where the words are")
  func refusal() {
    var stage = Stage()
    stage.send(.servers(.shared(.refused(Crate.sharedChanges[1]))))
    #expect(
      stage.app.message?.text
        == "a comment on Undertow was refused: Ola's ideas is not shared with you any more; "
        + ":shared-waiting has the words")
  }
}
