import Bus
import BusServing
import Foundation
import Music
import Secrets
import Testing

@Suite("Secrets in the Secret Service")
struct ServiceTests {
  @Test("are kept under a label and attributes, replaced and removed; no file has them")
  func lifecycle() async throws {
    let fixture = try await ServiceFixture()
    let store = fixture.store
    #expect(try await store.secret(name) == nil)
    try await store.keep(Secret("first"), as: name)
    try await store.keep(Secret(canary), as: name)
    let item = try #require(fixture.service.items.first)
    #expect(fixture.service.items.count == 1)
    #expect(item.label == "Tritone: ListenBrainz")
    #expect(item.secret == Array(canary.utf8))
    #expect(
      item.attributes == [
        "application": "tritone", "service": "listenbrainz", "account": name.account,
      ])
    #expect(try await store.secret(name) == Secret(canary))
    #expect(try await store.secret(SecretName(.lastFM, account: name.account)) == nil)
    #expect(try await store.remove(name) == nil)
    #expect(fixture.service.items.isEmpty && fixture.folder.names.isEmpty)
    guard case .service = await store.place() else {
      Issue.record("another place")
      return
    }
  }

  @Test("are replaced in the keyring that was the default before, too")
  func otherKeyring() async throws {
    let fixture = try await ServiceFixture()
    try await fixture.store.keep(Secret("first"), as: name)
    let first = try #require(fixture.service.items.first)
    fixture.service.with { $0.items["/org/freedesktop/secrets/collection/a/1"] = first }
    fixture.service.with { $0.items["/org/freedesktop/secrets/collection/z/1"] = first }
    try await fixture.store.keep(Secret(canary), as: name)
    #expect(fixture.service.items.map(\.secret) == [Array(canary.utf8)])
  }

  @Test("in a locked keyring are told as locked, and nobody is asked in the background")
  func locked() async throws {
    let fixture = try await ServiceFixture()
    let other = SecretName(.lastFM, account: "a")
    try await fixture.store.keep(Secret(canary), as: name)
    fixture.service.with { $0.isLocked = true }
    await #expect(throws: SecretError.locked) { try await fixture.store.secret(name) }
    #expect(try await fixture.store.secret(other) == nil)
    // A new one goes to a file.
    try await fixture.store.keep(Secret("new"), as: other)
    #expect(fixture.folder.names.count == 1)
    #expect(try await fixture.store.secret(other) == Secret("new"))
    #expect(!fixture.service.calls.contains("Unlock") && !fixture.service.calls.contains("Prompt"))
    #expect(try await fixture.store.secret(name, mayPrompt: true) == Secret(canary))
    #expect(fixture.service.calls.filter { $0 == "Prompt" }.count == 1)
    // The keyring is open now, and takes over what was in the file.
    try await fixture.store.keep(Secret("newer"), as: other)
    #expect(fixture.folder.names.isEmpty)
    #expect(try await fixture.store.secret(other) == Secret("newer"))
  }

  @Test(
    "a prompt that is dismissed, ignored, or whose program goes away leads to the file",
    arguments: [
      MockSecretService.PromptAnswer.dismiss, .none, .vanishing,
    ])
  func unanswered(answer: MockSecretService.PromptAnswer) async throws {
    let isIgnored = answer == .none
    let fixture = try await ServiceFixture(
      prompts: isIgnored ? .milliseconds(200) : .seconds(3600))
    try await fixture.store.keep(Secret("old"), as: name)
    fixture.service.with {
      $0.isLocked = true
      $0.promptAnswer = answer
    }
    if answer != .vanishing {
      await #expect(throws: SecretError.locked) {
        try await fixture.store.secret(name, mayPrompt: true)
      }
    }
    try await fixture.store.keep(Secret(canary), as: name, mayPrompt: true)
    #expect(fixture.folder.names.count == 1)
    // The file is newer than the entry of the keyring.
    #expect(try await fixture.store.secret(name) == Secret(canary))
    if isIgnored {
      while !fixture.service.calls.contains("Dismiss") { await Task.yield() }
    }
  }

  @Test("cancelling a prompt ends the wait and keeps nothing")
  func cancelledPrompt() async throws {
    let fixture = try await ServiceFixture(prompts: .seconds(3600))
    fixture.service.with {
      $0.isLocked = true
      $0.promptAnswer = .none
    }
    let task = Task {
      try await fixture.store.keep(Secret(canary), as: name, mayPrompt: true)
    }
    while !fixture.service.calls.contains("Prompt") { await Task.yield() }
    task.cancel()
    let result = await task.result
    #expect(throws: SecretError.cancelled) { try result.get() }
    #expect(fixture.folder.names.isEmpty)
  }

  /// The methods that keeping, reading and removing call.
  static let members = ["ReadAlias", "Get", "OpenSession", "CreateItem"]
  static let readers = ["SearchItems", "OpenSession", "GetSecret"]
  static let garbage: [[BusValue]] = [
    [], [.byte(1)], [.string("/"), .string("/")], [.path("/"), .path("/")],
    [.variant(.string("x")), .path("/")], [.array([], of: "i"), .array([], of: "i")],
    [.structure([.bytes([1]), .bytes([2])])],
    [.structure([.path("/a"), .bytes([]), .bytes([0xFF]), .string("")])],
    [.structure([.path("/a"), .bytes([]), .bytes([]), .string("")])],
    [.array(Array(repeating: .path("/a"), count: 100), of: "o"), .array([], of: "o")],
  ]
  static let faults: [MockSecretService.Fault] =
    [.silence, .error("org.example.\(canary.prefix(3))"), .vanishing]
    + garbage.map { .answer($0) }

  @Test("a service that is late, refuses, goes away or talks nonsense leads to the file")
  func keeping() async throws {
    for member in Self.members {
      for fault in Self.faults {
        // Nonsense for one method is a good answer of another.
        if member == "OpenSession", fault == .answer([.variant(.string("x")), .path("/")]) {
          continue
        }
        let fixture = try await ServiceFixture(
          answers: fault == .silence ? .milliseconds(200) : .seconds(60))
        fixture.service.with { $0.faults[member] = fault }
        try await fixture.store.keep(Secret(canary), as: name, mayPrompt: true)
        #expect(fixture.folder.names.count == 1, "\(member) \(fault)")
        #expect(fixture.service.items.isEmpty, "\(member) \(fault)")
        #expect(try await fixture.store.secret(name) == Secret(canary), "\(member) \(fault)")
      }
    }
  }

  @Test("a service that fails while a secret is read is told, not taken for one without it")
  func reading() async throws {
    for member in Self.readers {
      for fault in Self.faults {
        let fixture = try await ServiceFixture()
        try await fixture.store.keep(Secret(canary), as: name)
        fixture.service.with { $0.faults[member] = fault }
        let store = SecretStore(
          Bus(addresses: [fixture.server.address]), folder: fixture.folder.secrets,
          times: SecretTimes(
            answers: fault == .silence ? .milliseconds(200) : .seconds(60), pause: .zero))
        do throws(SecretError) {
          _ = try await store.secret(name)
          Issue.record("\(member) \(fault)")
        } catch {
          guard case .noAnswer = error else {
            Issue.record("\(member) \(fault): \(error)")
            continue
          }
          #expect(!shows(error) && !error.message.contains(canary))
        }
      }
    }
  }

  @Test("an answer with the secret in a wrong place is refused, and shows nothing of it")
  func quoting() async throws {
    let fixture = try await ServiceFixture()
    try await fixture.store.keep(Secret(canary), as: name)
    fixture.service.with { $0.faults["GetSecret"] = .answer([.string(canary)]) }
    do throws(SecretError) {
      _ = try await fixture.store.secret(name)
      Issue.record("there was a secret")
    } catch { #expect(!shows(error) && !error.message.contains(canary)) }
  }

  @Test("without a default keyring, a service or a bus, the place says so")
  func places() async throws {
    let fixture = try await ServiceFixture()
    fixture.service.with { $0.hasDefault = false }
    #expect(
      await fixture.store.place()
        == .files(fixture.folder.secrets, because: .noDefaultKeyring))
    try await fixture.store.keep(Secret(canary), as: name)
    #expect(fixture.folder.names.count == 1)
    let server = try PrivateBus()
    let store = SecretStore(Bus(addresses: [server.address]), folder: fixture.folder.secrets)
    #expect(await store.place() == .files(fixture.folder.secrets, because: .noService))
    #expect(try await store.secret(name) == Secret(canary))
    #expect(
      await store.place().text
        == "files in \(fixture.folder.secrets.text), because no program offers the Secret Service")
  }

  @Test("a service that cannot be started is no service")
  func activation() async throws {
    let name = "org.freedesktop.secrets"
    let server = try PrivateBus(services: [
      name: "[D-BUS Service]\nName=\(name)\nExec=/bin/false\n"
    ])
    let folder = try TestFolder()
    let store = SecretStore(Bus(addresses: [server.address]), folder: folder.secrets)
    #expect(await store.place() == .files(folder.secrets, because: .noService))
  }

  @Test("a secret that is removed while the keyring is away is not read from it later")
  func removedLater() async throws {
    let fixture = try await ServiceFixture()
    try await fixture.store.keep(Secret(canary), as: name)
    fixture.service.with { $0.isLocked = true }
    #expect(try await fixture.store.remove(name) == .locked)
    #expect(try await fixture.store.secret(name) == nil)
    #expect(fixture.service.items.count == 1)
    fixture.service.with { $0.isLocked = false }
    #expect(try await fixture.store.secret(name) == nil)
    #expect(fixture.service.items.isEmpty && fixture.folder.names.isEmpty)
  }

  @Test("after a service was late once, only the user's actions wait for it")
  func pause() async throws {
    let fixture = try await ServiceFixture(answers: .milliseconds(200), pause: .seconds(3600))
    fixture.service.with { $0.faults["SearchItems"] = .silence }
    for _ in 0..<3 {
      await #expect(throws: SecretError.noAnswer(.timedOut)) {
        try await fixture.store.secret(name)
      }
    }
    #expect(fixture.service.calls.filter { $0 == "SearchItems" }.count == 1)
    fixture.service.with { $0.faults = [:] }
    #expect(try await fixture.store.secret(name, mayPrompt: true) == nil)
    // The service answers again, in the background too.
    #expect(try await fixture.store.secret(name) == nil)
  }

  @Test("operations at the same time come one after the other")
  func together() async throws {
    let fixture = try await ServiceFixture()
    let store = fixture.store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let name = SecretName(.lastFM, account: "\(number % 3)")
          try await store.keep(Secret("\(number % 3)"), as: name)
          let secret = try await store.secret(name)
          #expect(secret == Secret("\(number % 3)"))
        }
      }
      try await group.waitForAll()
    }
    #expect(fixture.service.items.count == 3 && fixture.folder.names.isEmpty)
  }
}
