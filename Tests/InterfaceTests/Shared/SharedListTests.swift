import Music
import Screen
import Testing

@testable import Interface

@Suite("The list of shared playlists")
struct SharedListTests {
  @Test("sections show owner, tracks, rights, age, news and what waits")
  func rows() {
    let stage = Stage.sharing()
    for text in [
      "Invitations", "New record", "My playlists", "Kitchen demos", "3 new", "3 hours ago",
      "Shared with me", "Ola's ideas", "↑ 2, 1 refused", "Mixes to hear", "listen", "just now",
      "No longer shared with me", "Old band", "accept it to hear it",
    ] {
      #expect(stage.text.contains(text), "\(text)\n\(stage.text)")
    }
  }

  @Test("without a playlist it says where they come from")
  func empty() {
    var stage = Stage(rows: 10, columns: 40)
    stage.run("shared")
    #expect(stage.text.contains("Looking for shared playlists…"))
    stage.send(.servers(.shared(.listed([]))))
    #expect(stage.text.contains("Coretet"))
    stage.press("Enter", "a", "s")
    #expect(stage.receiveShared().isEmpty)
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
    stage.press("Down", "s")
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
    stage.press("s")
    stage.send(.servers(.shared(.shares(id, shares))))
    stage.press("Down", "Enter", "Down", "Enter")
    #expect(stage.receiveShared() == [.shares(id), .revoke(id, email: "kari@example.org")])
  }

  @Test("a typed name opens its playlist, also before the list is known")
  func named() {
    var stage = Stage()
    stage.run("shared kitchen")
    #expect(stage.receiveShared().isEmpty)
    stage.send(.servers(.shared(.listed(Crate.sharedPlaylists))))
    let id = Crate.sharedPlaylists[0].id
    #expect(stage.receiveShared() == [.open(id), .show(id)])
    stage.press("Esc")
    stage.send(.servers(.shared(.listed(Crate.sharedPlaylists))))
    #expect(stage.sharedPanel == nil)
    stage.run("shared nothing")
    #expect(stage.app.message?.text.hasPrefix("There is no shared playlist nothing") == true)
  }

  @Test("the search finds owners, too; a new list keeps the cursor at its playlist")
  func searching() {
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
