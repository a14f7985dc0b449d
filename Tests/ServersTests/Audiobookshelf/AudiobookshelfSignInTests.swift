import HTTP
import Music
import ServerHarness
import Servers
import TestServers
import Testing

/// Finding out about the server, signing in, and tokens that are renewed.
@Suite(
  "Signing in at Audiobookshelf", .enabled(if: FakeAudiobookshelf.isAvailable, "needs python3"))
struct AudiobookshelfSignInTests {
  @Test("a sign-in gives a pair of tokens, since 2.26", arguments: ["", "/audiobookshelf"])
  func pair(path: String) async throws {
    let stand = try AudiobookshelfStand(path: path)
    #expect(try await stand.signIn.status().version == AudiobookshelfVersion(2, 36, 0))
    let signedIn = try await stand.signIn.signIn(user: "OLA", password: Secret("s3cr3t"))
    guard case .pair = signedIn.tokens else {
      Issue.record("no pair")
      return
    }
    #expect(signedIn.account.name == "ola" && signedIn.account.mayDownload)
    #expect(AudiobookshelfTokens(stored: signedIn.tokens.stored) == signedIn.tokens)
    #expect(!"\(signedIn)".contains("s3cr3t"))
    try await stand.signIn.signOut(signedIn.tokens)
    stand.tokens.set(signedIn.tokens)
    try stand.fake.control(#"{"expire": "access"}"#)
    #expect(await serverFault { _ = try await stand.client().account() } == .signInAgain)
    #expect(try stand.faults() == [])
  }

  @Test("an older server gives one token, which cannot be renewed")
  func unending() async throws {
    let stand = try AudiobookshelfStand(switches: #"{"version": "2.20.0"}"#)
    let client = try await stand.signedIn()
    #expect(stand.tokens.current == .unending(Secret("old-token-of-ola")))
    #expect(try await client.account().name == "ola")
    #expect(try stand.faults() == [])
  }

  @Test("an API key serves as a token, and a wrong one is an end")
  func key() async throws {
    let stand = try AudiobookshelfStand()
    stand.tokens.set(.apiKey(Secret("s3cr3t-key")))
    #expect(try await stand.client().account().name == "ola")
    stand.tokens.set(.apiKey(Secret("s3cr3t-wrong")))
    #expect(await serverFault { _ = try await stand.client().account() } == .signInAgain)
    #expect(try stand.fake.report().counts["POST /auth/refresh"] == nil)
  }

  @Test("a wrong password, too many tries, and a version that is too old have faults of their own")
  func refused() async throws {
    let stand = try AudiobookshelfStand()
    let fault = await serverFault {
      _ = try await stand.signIn.signIn(user: "ola", password: Secret("s3cr3t-no"))
    }
    #expect(fault == .wrongPassword)
    try stand.fake.control(
      #"{"set": {"fail": [{"path": "login", "status": 429, "headers": {"Retry-After": "600"}}]}}"#)
    let limited = await serverFault {
      _ = try await stand.signIn.signIn(user: "ola", password: Secret("s3cr3t"))
    }
    #expect(limited == .rateLimited(until: stand.now / 1000 + 600))
    try stand.fake.control(#"{"set": {"version": "1.7.2"}}"#)
    #expect(await serverFault { _ = try await stand.signIn.status() } == .tooOld(version: "1.7.2"))
    let old = await serverFault {
      _ = try await stand.signIn.signIn(user: "ola", password: Secret("s3cr3t"))
    }
    #expect(old == .tooOld(version: "1.7.2"))
  }

  @Test("a token that has ended is renewed once for all who wait, and stored")
  func renewed() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    let old = stand.tokens.current
    try stand.fake.control(#"{"expire": "access", "clear": true}"#)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try await client.libraries() } }
      try await group.waitForAll()
    }
    #expect(try stand.fake.report().counts["POST /auth/refresh"] == 1)
    #expect(stand.tokens.current != old)
    #expect(try stand.faults() == [])
  }

  @Test(
    "of two processes one renews, and neither ends the other's tokens", arguments: [true, false])
  func processes(hasGrace: Bool) async throws {
    let stand = try AudiobookshelfStand()
    let clients = [try await stand.signedIn(), stand.client()]
    for client in clients { _ = try await client.libraries() }
    for _ in 0..<3 {
      try stand.fake.control(#"{"expire": "access"}"#)
      // One after the other, then both at once.
      for client in clients { _ = try await client.libraries() }
      try stand.fake.control(#"{"expire": "access"}"#)
      if !hasGrace { try stand.fake.control(#"{"expire": "grace"}"#) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in clients { group.addTask { _ = try await client.libraries() } }
        try await group.waitForAll()
      }
    }
    #expect(try stand.faults() == [])
  }

  @Test("a renewed pair that the store did not take is not given up for the one before")
  func unstored() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    let old = stand.tokens.current
    stand.tokens.lock(true)
    for _ in 0..<2 {
      try stand.fake.control(#"{"expire": "access"}"#)
      _ = try await client.libraries()
      #expect(stand.tokens.current == old)
      try stand.fake.control(#"{"expire": "grace"}"#)
      try stand.pass(60)
    }
    stand.tokens.lock(false)
    _ = try await client.libraries()
    #expect(stand.tokens.current != old)
    // Another start of the program goes on with what was stored after all.
    try stand.fake.control(#"{"expire": "access"}"#)
    _ = try await stand.client().libraries()
    #expect(try stand.faults() == [])
  }

  @Test("a stored pair that has ended, too, is renewed after all")
  func endedTwice() async throws {
    let stand = try AudiobookshelfStand()
    let one = try await stand.signedIn()
    let other = stand.client()
    _ = try await other.libraries()
    try stand.fake.control(#"{"expire": "access"}"#)
    _ = try await one.libraries()
    try stand.fake.control(#"{"expire": "access", "clear": true}"#)
    _ = try await other.libraries()
    #expect(try stand.fake.report().counts["POST /auth/refresh"] == 1)
  }

  @Test("where the refresh token does not count, one signs in again, and nothing is asked in vain")
  func over() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    try stand.fake.control(#"{"expire": "access"}"#)
    try stand.fake.control(#"{"expire": "refresh", "clear": true}"#)
    #expect(await serverFault { _ = try await client.libraries() } == .signInAgain)
    #expect(await serverFault { _ = try await client.libraries() } == .signInAgain)
    #expect(try stand.fake.report().counts == ["GET /api/libraries": 1, "POST /auth/refresh": 1])
    // A new sign-in counts without a new start of the program.
    _ = try await stand.signedIn()
    #expect(try await client.libraries().count == 2)
  }

  @Test("who has signed out is not signed in again by a renewal")
  func signedOut() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    _ = try await client.libraries()
    stand.tokens.set(nil)
    try stand.fake.control(#"{"expire": "access"}"#)
    #expect(await serverFault { _ = try await client.libraries() } == .signInAgain)
    #expect(stand.tokens.current == nil)
    #expect(try stand.fake.report().counts["POST /auth/refresh"] == nil)
  }

  @Test("a renewal whose answer is lost is asked for again within the time of grace")
  func lost() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    try stand.fake.control(
      #"{"expire": "access", "set": {"fail": [{"path": "refresh", "kind": "lost"}]}}"#)
    #expect(try await client.libraries().count == 2)
    #expect(try stand.fake.report().counts["POST /auth/refresh"] == 2)
    #expect(try stand.faults() == [])
  }

  @Test(
    "what is no Audiobookshelf is said to be another service",
    arguments: [
      "<html>hello</html>", "[]", "{}", #"{"app": "navidrome"}"#, #"{"isInit": "?", "app": 7}"#, "",
    ])
  func others(body: String) async throws {
    let type = body.hasPrefix("<") ? "text/html" : "application/json"
    let server = try LoopbackServer { $0.answer(200, ["Content-Type: \(type)"], Array(body.utf8)) }
    let signIn = AudiobookshelfSignIn(
      HTTPClient(HTTPConfiguration(userAgent: "tritone/test")), at: try server.url())
    guard case .notThisServer = await serverFault({ _ = try await signIn.status() }) else {
      Issue.record("\(body) is taken for the server")
      return
    }
  }

  @Test("a server without users, and one without passwords, are told apart")
  func methods() async throws {
    let stand = try AudiobookshelfStand(switches: #"{"is_init": false}"#)
    guard case .unsupported = await serverFault({ _ = try await stand.signIn.status() }) else {
      Issue.record("signing in cannot work")
      return
    }
    try stand.fake.control(#"{"set": {"is_init": true, "methods": ["openid"]}}"#)
    #expect(try await stand.signIn.status().takesPasswords == false)
  }

  @Test("a redirect to another host gets no token, and its answer is not believed")
  func redirected() async throws {
    let other = try LoopbackServer {
      $0.answer(200, ["Content-Type: application/json"], Array(#"{"libraries": []}"#.utf8))
    }
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    let target = try other.url("/api/libraries").description
    try stand.fake.control(
      #"{"set": {"fail": [{"path": "libraries", "kind": "redirect", "to": "\#(target)"}]}}"#)
    guard case .wrongAddress = await serverFault({ _ = try await client.libraries() }) else {
      Issue.record("the answer of another host is believed")
      return
    }
    #expect(other.requests.count == 1)
    #expect(other.requests.allSatisfy { $0.value(of: "Authorization") == nil })
  }
}
