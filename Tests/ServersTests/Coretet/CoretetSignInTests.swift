import HTTP
import Music
import ServerHarness
import Servers
import TestServers
import Testing

@Suite(
  "Signing in at Coretet", .serialized,
  .enabled(if: FakeCoretet.isAvailable, "needs python3 and postgresql"))
struct CoretetSignInTests {
  private func email(_ name: String) throws -> CoretetEmail {
    try CoretetEmail(" \(name)@Example.org ")
  }

  @Test("a user gets tokens, which a store gives back and no text shows")
  func password() async throws {
    let stand = try CoretetStand()
    let user = try await stand.signIn().signIn(
      email: email("Ola"), password: CoretetStand.password)
    #expect(user.email == "ola@example.org" && user.id == CoretetStand.user("ola"))
    #expect(user.ends == stand.now + 3600)
    let tokens = CoretetTokens(
      key: Secret("k"), user: user,
      collaborator: CoretetTokens.Collaborator(
        token: Secret("t"), ends: 7, id: "c", email: "n@x", name: "N"))
    #expect(CoretetTokens(stored: tokens.stored) == tokens)
    #expect(!"\(tokens) \(user) \(String(reflecting: tokens))".contains("s3cr3t"))
    for text in ["", "{}", #"{"key": "a b"}"#, #"{"key": "k", "user": {"access": 1}}"#] {
      #expect(CoretetTokens(stored: Secret(text)) == nil)
    }
    #expect(try stand.faults() == [])
  }

  @Test("each reason not to sign in has its own words")
  func refusals() async throws {
    let stand = try CoretetStand()
    let wrong = await coretetFault {
      _ = try await stand.signIn().signIn(email: email("ola"), password: Secret("other"))
    }
    #expect(wrong == .server(.wrongPassword))
    let nobody = await coretetFault {
      _ = try await stand.signIn().signIn(email: email("nobody"), password: CoretetStand.password)
    }
    #expect(nobody == .server(.wrongPassword))
    let unconfirmed = await coretetFault {
      _ = try await stand.signIn().signIn(email: email("ny"), password: CoretetStand.password)
    }
    #expect(unconfirmed == .emailNotConfirmed)
    for key in ["sb_publishable_other", "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"] {
      let fault = await coretetFault {
        _ = try await stand.signIn(key: key).signIn(
          email: email("ola"), password: CoretetStand.password)
      }
      #expect(fault == .wrongKey)
    }
    try stand.fail(
      #"{"path": "token", "status": 429, "headers": {"Retry-After": "60"}, "type": "application/json","#
        + #" "body": "{\"code\": 429, \"error_code\": \"over_request_rate_limit\", \"msg\": \"slow\"}"}"#
    )
    let limited = await coretetFault {
      _ = try await stand.signIn().signIn(email: email("ola"), password: CoretetStand.password)
    }
    #expect(limited == .server(.rateLimited(until: stand.now + 60)))
    try stand.fail(#"{"path": "token", "status": 500, "body": "<html>s3cr3t</html>"}"#)
    let broken = await coretetFault {
      _ = try await stand.signIn().signIn(email: email("ola"), password: CoretetStand.password)
    }
    #expect(broken?.isTemporary == true)
    for text in ["", "ola", "@x", "a@", "a@b@c", "a b@c", "a\u{7}@c", "<a@b>"] {
      #expect(throws: CoretetError.wrongEmail) { _ = try CoretetEmail(text) }
    }
  }

  @Test("errors in the form of 2024 are understood, too")
  func otherForm() async throws {
    let stand = try CoretetStand()
    try stand.fail(
      #"{"path": "token", "status": 400, "type": "application/json","#
        + #" "body": "{\"code\": \"email_not_confirmed\", \"message\": \"Email not confirmed\"}"}"#)
    let fault = await coretetFault {
      _ = try await stand.signIn().signIn(email: email("ola"), password: CoretetStand.password)
    }
    #expect(fault == .emailNotConfirmed)
  }

  @Test("another service at the address is said to be one")
  func otherService() async throws {
    let server = try LoopbackServer { $0.answer(404, [], Array("<html>none</html>".utf8)) }
    defer { withExtendedLifetime(server) {} }
    let project = CoretetProject(
      root: try HTTPURL("http://127.0.0.1:\(server.port)"), key: Secret("s3cr3t"))
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    let signIn = CoretetSignIn(HTTPClient(configuration), project)
    let fault = await coretetFault {
      _ = try await signIn.signIn(email: email("ola"), password: CoretetStand.password)
    }
    #expect(fault == .server(.notThisServer(found: "status 404")))
  }

  // MARK: Renewal

  @Test("a token is renewed before it ends, once for all that wait, and stored")
  func renewal() async throws {
    let stand = try CoretetStand()
    let store = CoretetMemoryTokens()
    let client = try await stand.client("ola", store: store)
    let first = store.current
    try stand.pass(3_500)
    _ = try await client.ownPlaylists()
    #expect(store.current == first)
    try stand.pass(50)
    await withTaskGroup(of: CoretetError?.self) { group in
      for _ in 0..<10 {
        group.addTask { await coretetFault { _ = try await client.ownPlaylists() } }
      }
      for await fault in group { #expect(fault == nil) }
    }
    #expect(store.current?.user != nil && store.current != first)
    #expect(try stand.fake.report().counts["POST /auth/v1/token"] == 2)
    #expect(try stand.faults() == [])
  }

  @Test(
    "a token that the project refuses is renewed, however wrong the clock is",
    arguments: ["PGRST301", "PGRST303"])
  func refused(code: String) async throws {
    let stand = try CoretetStand()
    let client = try await stand.client("ola")
    try stand.fake.control(#"{"set": {"expired": "\#(code)"}, "pass": 7200}"#)
    #expect(try await client.ownPlaylists().count == 2)
    #expect(try stand.fake.report().counts["POST /auth/v1/token"] == 2)
    // A clock that is behind takes the new one for good as long as the project says so.
    stand.skew(-100_000)
    #expect(try await client.ownPlaylists().count == 2)
    #expect(try stand.fake.report().counts["POST /auth/v1/token"] == 2)
  }

  @Test("an answer of a renewal that is lost is asked for again, and a token of no use ends it all")
  func lost() async throws {
    let stand = try CoretetStand()
    let store = CoretetMemoryTokens()
    let client = try await stand.client("ola", store: store)
    try stand.pass(3_590)
    // Once more by libcurl, whose connection had been used.
    try stand.fail(#"{"path": "token", "kind": "lost", "times": 2}"#)
    _ = try await client.ownPlaylists()
    #expect(stand.pauses == [.seconds(1)])
    // Without time for that the project takes the second use for a theft.
    try stand.pass(3_590)
    try stand.fake.control(#"{"set": {"reuse": 0}}"#)
    try stand.fail(#"{"path": "token", "kind": "lost"}"#)
    #expect(await coretetFault { _ = try await client.ownPlaylists() } == .server(.signInAgain))
    let requests = try stand.fake.report().requests.count
    #expect(await coretetFault { _ = try await client.ownPlaylists() } == .server(.signInAgain))
    #expect(try stand.fake.report().requests.count == requests)
    // Another sign-in goes on, in the same process.
    _ = try await stand.client("ola", store: store)
    #expect(try await client.ownPlaylists().count == 2)
  }

  @Test("processes that share tokens renew them one after the other")
  func processes() async throws {
    let stand = try CoretetStand()
    let store = CoretetMemoryTokens()
    var clients = [try await stand.client("ola", store: store)]
    for _ in 0..<3 { clients.append(try stand.process(store)) }
    try stand.fake.control(#"{"set": {"reuse": 0}}"#)
    for _ in 0..<5 {
      for client in clients { _ = try await client.ownPlaylists() }
      try stand.pass(3_590)
      await withTaskGroup(of: CoretetError?.self) { group in
        for client in clients {
          group.addTask { await coretetFault { _ = try await client.ownPlaylists() } }
        }
        for await fault in group { #expect(fault == nil) }
      }
    }
    #expect(try stand.fake.report().counts["POST /auth/v1/token"] == 6)
  }

  @Test("a refresh token that two machines have ends the sign-in of both at its second use")
  func stolen() async throws {
    let stand = try CoretetStand()
    try stand.fake.control(#"{"set": {"reuse": 0}}"#)
    let (store, copy) = (CoretetMemoryTokens(), CoretetMemoryTokens())
    let client = try await stand.client("ola", store: store)
    copy.set(store.current)
    let other = try stand.process(copy)
    try stand.pass(3_590)
    _ = try await client.ownPlaylists()
    #expect(await coretetFault { _ = try await other.ownPlaylists() } == .server(.signInAgain))
    try stand.pass(3_590)
    #expect(await coretetFault { _ = try await client.ownPlaylists() } == .server(.signInAgain))
    // Both can be forgotten.
    try await client.session.signOut(everywhere: false)
    #expect(store.current?.user == nil && store.current != nil)
  }

  @Test("without a network, or with a store that takes nothing, the sign-in goes on")
  func locked() async throws {
    let stand = try CoretetStand()
    let store = CoretetMemoryTokens()
    let client = try await stand.client("ola", store: store)
    try stand.pass(3_550)
    try stand.fail(#"{"path": "token", "status": 503, "times": 10}"#)
    #expect(try await client.ownPlaylists().count == 2)
    try stand.fail("")
    store.lock(true)
    let old = store.current
    #expect(try await client.ownPlaylists().count == 2)
    #expect(store.current == old)
    store.lock(false)
    try stand.pass(11)
    _ = try await client.ownPlaylists()
    #expect(store.current?.user != nil && store.current != old)
    #expect(try await stand.process(store).ownPlaylists().count == 2)
  }

  // MARK: Signing out

  @Test("signing out ends this machine's sign-in, or that of all", arguments: [false, true])
  func signOut(everywhere: Bool) async throws {
    let stand = try CoretetStand()
    let (here, there) = (CoretetMemoryTokens(), CoretetMemoryTokens())
    let client = try await stand.client("ola", store: here)
    let other = try await stand.client("ola", store: there)
    try await client.session.signOut(everywhere: everywhere)
    #expect(here.current?.user == nil && here.current?.key != nil)
    #expect(await coretetFault { _ = try await client.ownPlaylists() } == .server(.signInAgain))
    #expect(try stand.count("auth.sessions") == (everywhere ? 0 : 1))
    try stand.pass(3_590)
    let fault = await coretetFault { _ = try await other.ownPlaylists() }
    #expect(fault == (everywhere ? .server(.signInAgain) : nil))
    #expect(try stand.faults() == [])
  }

  @Test("signing out without a network forgets the tokens here, and says that they go on elsewhere")
  func signOutOffline() async throws {
    let stand = try CoretetStand()
    let store = CoretetMemoryTokens()
    let client = try await stand.client("ola", store: store)
    try stand.fail(#"{"path": "logout", "kind": "close", "times": 5}"#)
    let fault = await coretetFault { try await client.session.signOut(everywhere: true) }
    #expect(fault?.isTemporary == true && store.current?.user == nil)
  }

  // MARK: Collaborators

  @Test("a collaborator has a token for a week, and hears what is shared")
  func collaborator() async throws {
    let stand = try CoretetStand()
    let store = CoretetMemoryTokens()
    let client = try await stand.client("nils", store: store)
    let lists = try await client.sharedPlaylists()
    #expect(lists.map(\.name) == ["Demos"] && lists.first?.rights.canRate == true)
    #expect(try await client.ownPlaylists() == [])
    let found = try #require(store.current?.collaborator)
    #expect(try await stand.signIn().isValid(found))
    try stand.pass(7 * 86_400 + 1)
    #expect(try await !stand.signIn().isValid(found))
    #expect(await coretetFault { _ = try await client.sharedPlaylists() } == .server(.signInAgain))
    let wrong = await coretetFault {
      _ = try await stand.signIn().signIn(collaborator: email("nils"), password: Secret("x"))
    }
    #expect(wrong == .server(.wrongPassword))
    try stand.fake.control(#"{"set": {"functions": []}}"#)
    let none = await coretetFault {
      _ = try await stand.signIn().signIn(
        collaborator: email("nils"), password: CoretetStand.password)
    }
    #expect(none == .notThere("function collaborator-auth"))
    #expect(try stand.faults() == [])
  }

  @Test("the link of a share says what it is, and makes a collaborator once")
  func link() async throws {
    let stand = try CoretetStand()
    try stand.fake.run(
      """
      insert into playlist_shares (playlist_id, shared_by, shared_with_email, status)
      values ('\(CoretetStand.demos)', '\(CoretetStand.user("ola"))', 'ida@example.org', 'pending')
      """)
    let token = try #require(
      try stand.text(
        "select share_token from playlist_shares where shared_with_email = 'ida@example.org'"))
    let signIn = try stand.signIn()
    let link = "https://example.org/collaborate/invite?token=\(token)"
    let invitation = try await signIn.invitation(link)
    #expect(invitation.name == "Demos" && invitation.email == "ida@example.org")
    #expect(invitation.status == .pending)
    let ida = try await signIn.join(
      link, email: email("ida"), password: CoretetStand.password, name: "Ida\u{7}")
    #expect(ida.name == "Ida\u{FFFD}" && ida.ends == stand.now + 7 * 86_400)
    let again = await coretetFault {
      _ = try await signIn.join(
        link, email: email("ida"), password: CoretetStand.password, name: "Ida")
    }
    #expect(again == .taken(what: "an account with this address"))
    for link in ["", "https://example.org/", CoretetStand.id(9, 9), "a b"] {
      #expect(await coretetFault { _ = try await signIn.invitation(link) } == .wrongInvitation)
    }
    let other = await coretetFault {
      _ = try await signIn.join(
        link, email: email("eve"), password: CoretetStand.password, name: "Eve")
    }
    #expect(other == .wrongInvitation)
  }

  @Test("of a user and a collaborator who are both signed in the user counts, until they sign out")
  func both() async throws {
    let stand = try CoretetStand()
    let store = CoretetMemoryTokens()
    _ = try await stand.client("nils", store: store)
    var tokens = try #require(store.current)
    tokens.user = try await stand.signIn().signIn(
      email: email("ola"), password: CoretetStand.password)
    store.set(tokens)
    let client = try stand.process(store)
    #expect(try await client.session.identity()?.isUser == true)
    #expect(try await client.ownPlaylists().count == 2)
    try await client.session.signOut(everywhere: false)
    #expect(try await client.session.identity()?.email == "nils@example.org")
    #expect(try await client.sharedPlaylists().map(\.name) == ["Demos"])
    try await client.session.signOut(everywhere: false)
    #expect(try await client.session.identity() == nil)
    #expect(try stand.count("collaborator_sessions") == 0)
  }

  @Test("a collaborator who signs in again in another process is noticed by one that runs")
  func collaboratorElsewhere() async throws {
    let stand = try CoretetStand()
    let store = CoretetMemoryTokens()
    let client = try await stand.client("nils", store: store)
    #expect(try await client.sharedPlaylists().count == 1)
    func signInElsewhere() async throws {
      var tokens = try #require(store.current)
      tokens.collaborator = try await stand.signIn().signIn(
        collaborator: email("nils"), password: CoretetStand.password)
      store.set(tokens)
    }
    // The week is over.
    try stand.pass(7 * 86_400 + 1)
    #expect(await coretetFault { _ = try await client.sharedPlaylists() } == .server(.signInAgain))
    #expect(await !client.session.isSignedIn())
    try await signInElsewhere()
    #expect(await client.session.isSignedIn())
    #expect(try await client.sharedPlaylists().count == 1)
    // The project has ended the sign-in, and the database knows nobody.
    let rate = CoretetChange.rate(CoretetStand.track(1), in: CoretetStand.demos, .liked)
    try stand.fake.run("delete from collaborator_sessions")
    #expect(await stand.send(rate, by: client) == .signInAgain)
    #expect(await !client.session.isSignedIn())
    try await signInElsewhere()
    // A list of nothing, and no error.
    try stand.fake.run("delete from collaborator_sessions")
    #expect(await coretetFault { _ = try await client.sharedPlaylists() } == .server(.signInAgain))
    try await signInElsewhere()
    #expect(await stand.send(rate, by: client).isDone)
    // A right that is gone is no end of the sign-in.
    try stand.fake.run("update playlist_shares set can_rate = false")
    #expect(await stand.send(rate, by: client).isRefusal)
    #expect(await client.session.isSignedIn())
    #expect(try stand.faults() == [])
  }

  @Test("a gateway that refuses a collaborator's token ends no sign-in")
  func gateway() async throws {
    let stand = try CoretetStand()
    let client = try await stand.client("nils")
    let refusal = #""path": "GET /rest/v1/", "status": 401, "body": "Unauthorized""#
    try stand.fail("{\(refusal)}")
    #expect(try await client.sharedPlaylists().count == 1)
    try stand.fail(#"{\#(refusal), "times": 9}"#)
    #expect(await coretetFault { _ = try await client.sharedPlaylists() } == .server(.signInAgain))
    #expect(await client.session.isSignedIn())
    try stand.fail("")
    #expect(try await client.sharedPlaylists().count == 1)
    // The project knows better.
    try stand.fail("{\(refusal)}")
    try stand.fake.run("delete from collaborator_sessions")
    #expect(await coretetFault { _ = try await client.sharedPlaylists() } == .server(.signInAgain))
    #expect(await !client.session.isSignedIn())
  }

  @Test("nobody renews without the lock on renewals")
  func noLock() async throws {
    let stand = try CoretetStand()
    let store = CoretetMemoryTokens()
    let client = try await stand.client("ola", store: store)
    let before = try #require(store.current)
    try stand.fake.control(#"{"clear": true}"#)
    store.hold(true)
    // The old token does as long as it counts.
    try stand.pass(3_570)
    #expect(try await client.ownPlaylists().count == 2)
    try stand.pass(100)
    #expect(await coretetFault { _ = try await client.ownPlaylists() }?.isTemporary == true)
    #expect(try stand.fake.report().counts["POST /auth/v1/token"] == nil)
    #expect(store.current == before)
    store.hold(false)
    #expect(try await client.ownPlaylists().count == 2)
    #expect(try stand.faults() == [])
  }
}
