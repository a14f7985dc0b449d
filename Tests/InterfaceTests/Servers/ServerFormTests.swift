import Music
import Screen
import Testing

@testable import Interface

@Suite("The form of a server")
struct ServerFormTests {
  private func form(rows: Int = 24, columns: Int = 80) -> Stage {
    var stage = Stage.serving(rows: rows, columns: columns)
    stage.run("server-add")
    _ = stage.receive()
    return stage
  }

  private static let draft = ServerDraft(
    kind: .subsonic, address: "https://gonic.example.org:4747", name: "Attic",
    credentials: .password(user: "ada", Secret("open sesame")))

  /// Fills in everything that `draft` has, and sends it.
  private func submitted() -> Stage {
    var stage = form()
    stage.fillServer(.address, "https://gonic.example.org:4747")
    stage.fillServer(.name, "Attic")
    stage.fillServer(.user, "ada")
    stage.fillServer(.password, "open sesame")
    stage.press("Enter")
    return stage
  }

  @Test("a server is added as typed, and the form's password is forgotten then")
  func add() {
    var stage = submitted()
    #expect(stage.receiveServers() == [.add(Self.draft, allowsPlainHTTP: false)])
    #expect(stage.serverForm == nil)
    stage.send(
      .servers(
        .added(
          Server(
            id: ServerID(9), uuid: Crate.homeID, kind: .subsonic, name: "Attic",
            address: Self.draft.address))))
    #expect(stage.app.message?.text.contains("Added Attic") == true)
    #expect(stage.receive().contains(.servers(.list)))
    #expect(stage.app.servers.submitted == nil && stage.app.servers.unconfirmed == nil)
  }

  @Test("a Coretet project takes its key, an e-mail address and a password")
  func project() {
    var stage = form()
    stage.moveInServer(to: .kind)
    stage.press("c")
    #expect(stage.text.contains("Project key") && stage.text.contains("E-mail"))
    #expect(stage.serverForm?.form.fields.contains(.signIn) == false)
    stage.fillServer(.address, "https://project.example")
    stage.fillServer(.name, "Band")
    stage.fillServer(.user, "ada")
    stage.fillServer(.password, "open sesame")
    stage.press("Enter")
    #expect(stage.serverForm?.note == "An address like kari@example.org")
    stage.fillServer(.user, "ada@example.org")
    stage.press("Enter")
    #expect(stage.serverForm?.note == "The key is missing")
    stage.fillServer(.projectKey, "anon.key")
    #expect(!stage.text.contains("anon.key"))
    stage.press("Enter")
    let draft = ServerDraft(
      kind: .coretet, address: "https://project.example", name: "Band",
      credentials: .password(user: "ada@example.org", Secret("open sesame")),
      key: Secret("anon.key"))
    #expect(stage.receiveServers() == [.add(draft, allowsPlainHTTP: false)])
  }

  @Test("an API key, a bit rate, certificates and a fingerprint go along")
  func options() {
    var stage = form()
    stage.moveInServer(to: .kind)
    stage.press("a")
    #expect(stage.serverForm?.form.fields.contains(.maxBitRate) == false)
    stage.press("s")
    stage.fillServer(.address, "http://box.lan")
    stage.moveInServer(to: .signIn)
    stage.press("Space")
    stage.fillServer(.apiKey, " abc123 ")
    stage.moveInServer(to: .maxBitRate)
    stage.press("Right", "Right", "Right")
    stage.fillServer(.certificateFile, "~/ca.pem")
    let digits = String(repeating: "AB:CD ", count: 16)
    stage.fillServer(.fingerprint, digits)
    stage.press("Ctrl-S")
    let draft = ServerDraft(
      kind: .subsonic, address: "http://box.lan", name: "box.lan",
      credentials: .apiKey(Secret("abc123")),
      options: ServerOptions(
        maxBitRate: 192, certificateFile: "~/ca.pem",
        fingerprint: String(repeating: "abcd", count: 16)))
    #expect(stage.receiveServers() == [.add(draft, allowsPlainHTTP: false)])
  }

  private static let samples: [(ServerFormField, String, String)] = [
    (.address, "music.example.org", "Write https:// before it"),
    (.address, "ftp://x.org", "It begins with https://"), (.address, "https://", "names no server"),
    (.address, "https:///path", "names no server"), (.address, "https://x.org/?a=b", "Leave out"),
    (.address, "://x", "Write https://"), (.name, "home", "There is a server of this name"),
    (.certificateFile, "ca.pem", "The whole path"), (.fingerprint, "abc", "64 hexadecimal"),
    (.fingerprint, String(repeating: "g", count: 64), "64 hexadecimal"),
  ]

  @Test("a mistake is said as it is typed, and nothing is added", arguments: samples)
  func mistakes(field: ServerFormField, text: String, reason: String) {
    var stage = form()
    stage.fillServer(.address, "https://new.example.org")
    stage.fillServer(.user, "ada")
    stage.fillServer(.password, "x")
    stage.fillServer(field, text)
    #expect(stage.serverForm?.form.mistake(in: field)?.contains(reason) == true)
    #expect(stage.text.contains(reason), "\(stage.text)")
    stage.press("Enter")
    #expect(stage.receiveServers().isEmpty && stage.serverForm?.focused == field)
  }

  @Test("name and password in an address are moved to their fields, typed or pasted")
  func credentials() {
    for isPasted in [false, true] {
      var stage = form()
      stage.moveInServer(to: .address)
      let address = "https://ada:p%40ss:w@music.example.org/sub"
      if isPasted { stage.send(.input(.paste(address))) } else { stage.type(address) }
      if !isPasted { stage.press("Tab") }
      let form = stage.serverForm?.form
      #expect(form?[.address] == "https://music.example.org/sub")
      #expect(form?[.user] == "ada" && form?[.password] == "p@ss:w")
      #expect(form?[.name] == "music.example.org")
      #expect(stage.text.contains("are in their fields now"))
      #expect(!stage.text.contains("p@ss") && !stage.text.contains("p%40ss"))
    }
  }

  @Test("a password is on no screen, in no description, and not read aloud")
  func secret() throws {
    var stage = form()
    stage.fillServer(.password, "opensesame")
    #expect(stage.text.contains("••••••••••"))
    stage.press("Left", "Left", "Backspace")
    #expect(stage.serverForm?.form[.password] == "opensesme")
    let window = try #require(stage.app.overlays.last?.window)
    let spoken = window.readerText(in: stage.app).lines.joined(separator: "\n")
    #expect(spoken.contains("Password: 9 characters"))
    var dumped = ""
    dump(stage.app.overlays, to: &dumped)
    for text in [stage.text, spoken, dumped, "\(stage.app.overlays)"] {
      #expect(!text.contains("opensesme"))
    }
    stage.press("Tab")
    #expect(!stage.text.contains("opensesme"))
  }

  @Test("a refusal brings the form back with its reason, and a later one keeps it for the command")
  func refused() {
    var stage = submitted()
    let effect = ServersEffect.add(Self.draft, allowsPlainHTTP: false)
    stage.send(.refused(.servers(effect), "the server does not take this name and password"))
    #expect(stage.serverForm?.form[.name] == "Attic")
    #expect(stage.text.contains("does not take this name and password"))
    stage.press("Enter", "j")
    stage.send(.refused(.servers(effect), "no answer"))
    #expect(stage.serverForm == nil && stage.app.message?.text == "no answer")
    stage.run("server-add")
    #expect(stage.serverForm?.form[.name] == "Attic")
  }

  @Test("plain http to a public host is asked about before the password goes there")
  func plainHTTP() {
    var stage = submitted()
    stage.send(.servers(.plainHTTPAsked(Self.draft)))
    #expect(stage.question?.title == "Send the password unencrypted?")
    _ = stage.receive()
    stage.press("Enter")
    #expect(stage.receiveServers().isEmpty)
    stage.run("server-add")
    stage.press("Enter")
    stage.send(.servers(.plainHTTPAsked(Self.draft)))
    _ = stage.receive()
    stage.press("Down", "Enter")
    #expect(stage.receiveServers() == [.add(Self.draft, allowsPlainHTTP: true)])
  }

  @Test("an unknown certificate shows its fingerprint, and only the answer pins it")
  func certificate() {
    let digits = String((0..<64).map { Character(String($0 % 16, radix: 16)) })
    let certificate = ServerCertificate(fingerprint: digits, reason: "it is signed by itself")
    var stage = submitted()
    _ = stage.receive()
    stage.send(
      .servers(
        .certificateAsked(certificate, for: .new(Self.draft, allowsPlainHTTP: false))))
    #expect(stage.text.contains("0123 4567 89ab cdef 0123 4567"))
    stage.press("Down", "Enter")
    var draft = Self.draft
    draft.options.fingerprint = digits
    #expect(stage.receiveServers() == [.add(draft, allowsPlainHTTP: false)])
    // Of a known server, and where a key came since: nothing opens, a message tells it.
    stage.run("servers")
    stage.press("c", "Down")
    stage.send(.servers(.certificateAsked(certificate, for: .known(ServerID(1)))))
    #expect(stage.question == nil)
    #expect(stage.app.message?.text.contains("certificate is not known") == true)
    stage.press("Up", "c")
    stage.send(.servers(.certificateAsked(certificate, for: .known(ServerID(1)))))
    _ = stage.receive()
    stage.press("Down", "Enter")
    var options = Crate.servers[0].server.options
    options.fingerprint = digits
    #expect(stage.receiveServers() == [.setOptions(ServerID(1), options)])
  }

  @Test("the form is whole on the smallest screens")
  func small() {
    var stage = form(rows: 10, columns: 40)
    for field in ServerFormField.allCases
    where stage.serverForm?.form.fields.contains(field) == true {
      stage.moveInServer(to: field)
      #expect(stage.text.contains(field.label(at: .subsonic)), "\(stage.text)")
    }
  }
}
