import Music
import Screen
import Testing

@testable import Interface

@Suite("Questions about servers")
struct ServerQuestionTests {
  private static let draft = ServerDraft(
    kind: .subsonic, address: "http://music.example.org", name: "Attic",
    credentials: .password(user: "ada", Secret("open sesame")))

  private static func certificate(_ digit: Character) -> ServerCertificate {
    ServerCertificate(
      fingerprint: String(repeating: digit, count: 64), reason: "it is signed by itself")
  }

  private static func asked(_ digit: Character, _ id: Int64) -> Event {
    .servers(.certificateAsked(certificate(digit), for: .known(ServerID(id))))
  }

  /// The list of servers with the form of `draft` above it, sent.
  private func adding() -> Stage {
    var stage = Stage.serving()
    stage.run("servers")
    stage.press("a")
    stage.fillServer(.address, Self.draft.address)
    stage.fillServer(.name, Self.draft.name)
    stage.fillServer(.user, "ada")
    stage.fillServer(.password, "open sesame")
    stage.press("Enter")
    _ = stage.receive()
    return stage
  }

  @Test("only the certificate on the screen is pinned, in whichever order answers come")
  func pins() {
    var stage = Stage.serving()
    stage.run("servers")
    stage.press("c", "Down", "c")
    _ = stage.receive()
    stage.send(Self.asked("a", 1))
    #expect(stage.question == nil)
    #expect(stage.app.message?.text.hasPrefix("Home: its certificate is not known") == true)
    stage.send(Self.asked("b", 2))
    #expect(stage.question?.title == "Trust this certificate?")
    stage.send(Self.asked("c", 3))
    stage.send(Self.asked("d", 1))
    _ = stage.receive()
    stage.press("Down", "Enter")
    var options = Crate.servers[1].server.options
    options.fingerprint = String(repeating: "b", count: 64)
    #expect(stage.receiveServers() == [.setOptions(ServerID(2), options)])
  }

  @Test("a server gets another name and address, and a doubtful address is asked about")
  func changes() {
    var stage = Stage.serving()
    stage.run("servers")
    stage.press("Enter")
    stage.fillServer(.name, "books at mum's")
    stage.press("Ctrl-S")
    #expect(stage.serverForm?.note == "There is a server of this name")
    stage.fillServer(.name, "HOME")
    // Its own name is no other's, and a password in an address goes nowhere.
    stage.fillServer(.address, "http://eve:open@new.example.org/")
    stage.press("Ctrl-S")
    var change = ServerChange(Crate.servers[0].server)
    (change.name, change.address) = ("HOME", "http://new.example.org/")
    #expect(stage.receiveServers() == [.change(ServerID(1), change)])
    #expect(stage.app.message?.text == "Asking the new address…")

    stage.send(.servers(.changeAsked(ServerID(1), change, .plainHTTP)))
    #expect(stage.text.contains("http://new.example.org"))
    stage.press("Down", "Enter")
    change.allowsPlainHTTP = true
    #expect(stage.receiveServers() == [.change(ServerID(1), change)])
    let reason = "of 8 tracks of Home it knows none"
    stage.send(.servers(.changeAsked(ServerID(1), change, .other(reason: reason))))
    #expect(stage.text.contains(reason))
    stage.press("Enter")
    #expect(stage.receiveServers().isEmpty && stage.question == nil)

    stage.press("Enter")
    stage.fillServer(.address, "https://new.example.org")
    stage.press("Ctrl-S")
    _ = stage.receive()
    change = ServerChange(Crate.servers[0].server)
    change.address = "https://new.example.org"
    let certificate = ServerCertificate(
      fingerprint: String(repeating: "e", count: 64), reason: "it is signed by itself")
    stage.send(
      .servers(.certificateAsked(certificate, for: .changed(ServerID(1), change))))
    stage.press("Down", "Enter")
    change.options.fingerprint = certificate.fingerprint
    #expect(stage.receiveServers() == [.change(ServerID(1), change)])
  }

  @Test("answers about other servers leave the question on the screen as it is")
  func keeps() {
    var stage = adding()
    stage.send(.servers(.plainHTTPAsked(Self.draft)))
    #expect(stage.question?.title == "Send the password unencrypted?")
    stage.send(Self.asked("a", 1))
    stage.send(.servers(.changed(Crate.servers[0].server)))
    stage.send(.servers(.signInNeeded(ServerID(3))))
    _ = stage.receive()
    stage.press("Down", "Enter")
    #expect(stage.receiveServers() == [.add(Self.draft, allowsPlainHTTP: true)])
  }

  private static let others: [Event] = [
    .servers(.signInNeeded(ServerID(1))), .servers(.changed(Crate.servers[0].server)),
    .servers(.checked(ServerCheck(server: ServerID(1), version: "Navidrome 0.53.3"))),
    .refused(.servers(.check(ServerID(1))), "no answer"),
  ]

  @Test("an answer about another server does not take the place of one", arguments: others)
  func waits(other: Event) {
    var stage = adding()
    stage.send(other)
    stage.send(.servers(.plainHTTPAsked(Self.draft)))
    #expect(stage.question?.title == "Send the password unencrypted?")
    stage.press("Esc", "Esc")
    stage.run("server-add")
    #expect(stage.serverForm?.form[.name] == "Attic")
  }

  @Test("a question that nobody waits for any longer is told, with the way back to it")
  func told() {
    var stage = adding()
    stage.press("c")
    stage.app.messages.clear()
    let certificate = Self.certificate("a")
    stage.send(
      .servers(
        .certificateAsked(certificate, for: .new(Self.draft, allowsPlainHTTP: false))))
    #expect(
      stage.app.message?.text
        == "Attic was not added: its certificate is not known; :server-add asks again")
    stage.app.messages.clear()
    stage.send(.servers(.plainHTTPAsked(Self.draft)))
    #expect(stage.question == nil)
    #expect(stage.app.message?.text.contains(":server-add asks again") == true)
  }

  @Test("a check is followed by the list, whichever way it ends, and always says something")
  func checks() {
    var stage = Stage.serving()
    stage.run("servers")
    stage.press("c")
    _ = stage.receive()
    stage.send(.servers(.checked(ServerCheck(server: ServerID(1), version: "Navidrome 0.53.3"))))
    #expect(stage.receive().contains(.servers(.list)))
    stage.press("c")
    _ = stage.receive()
    stage.send(.refused(.servers(.check(ServerID(1))), "no answer"))
    #expect(stage.receive().contains(.servers(.list)))
    stage.press("Down", "c")
    stage.app.messages.clear()
    stage.send(.servers(.signInNeeded(ServerID(2))))
    #expect(stage.app.message?.text.hasPrefix("Books at Mum's does not take") == true)
  }

  @Test("an account that may not download is told so when its server is added")
  func rights() {
    var stage = adding()
    let server = Server(
      id: ServerID(9), uuid: Crate.homeID, kind: .subsonic, name: "Attic",
      address: Self.draft.address)
    stage.send(.servers(.added(server, mayDownload: false)))
    #expect(stage.app.message?.text.hasSuffix("the account may not download, but play") == true)
    #expect(stage.app.servers.submitted == nil)
  }
}
