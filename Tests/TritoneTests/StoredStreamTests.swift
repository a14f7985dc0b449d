import AudioServing
import Foundation
import Interface
import Library
import Music
import Playback
import Synchronization
import Testing

@testable import tritone

@Suite("A stream in a kept queue")
struct StoredStreamTests {
  @Test("its server hears of it when it is gone on with, and not before")
  func waits() async throws {
    let folder = try Folder()
    let asked = Mutex<[String]>([])
    let server = try AudioServer { connection in
      asked.withLock { $0.append(connection.name) }
      connection.serve([])
    }
    let library = try Library(at: folder.path("library.db"))
    let player = Player(output: .null)
    let orders = PlayerEffectRunner(
      player: player, library: library, mailbox: Mailbox(), passwords: StreamPasswords())
    for (serial, name) in ["kept", "played"].enumerated() {
      let address = server.address(name)
      let id = PlayID(track: try await library.addStream(address), serial: UInt64(serial + 1))
      await orders.carryOut(
        .play(PlayRequest(id, neighbors: []), from: .zero, isPaused: name == "kept"))
    }
    while asked.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
    #expect(asked.withLock { $0.first } == "played")
    #expect(asked.withLock { $0.contains("kept") } == false)
    await player.shutDown(within: .seconds(5))
  }

  @Test("two addresses of one server keep a password each, and others get the last one")
  func passwords() throws {
    let passwords = StreamPasswords()
    for (name, key) in [("a", "one"), ("b", "two")] {
      let address = try #require(StreamAddress("http://me:\(key)@radio:80/\(name)"))
      #expect(passwords.remember(address))
    }
    #expect(!passwords.remember(try #require(StreamAddress("http://radio:80/a"))))
    func completed(_ text: String) -> String? {
      StreamAddress(text).map { passwords.completing($0).request }
    }
    #expect(completed("http://radio:80/a") == "http://me:one@radio:80/a")
    #expect(completed("http://radio:80/b") == "http://me:two@radio:80/b")
    #expect(completed("http://radio:80/c") == "http://me:two@radio:80/c")
    #expect(completed("http://other/a") == "http://other/a")
  }

  @Test("a password in an address reaches its server, and no file of the library")
  func password() async throws {
    let folder = try Folder()
    let answers = Mutex<[String]>([])
    let server = try AudioServer { connection in
      let line = connection.request.split(separator: "\r\n")
        .first { $0.hasPrefix("Authorization: ") }
      answers.withLock { $0.append(line.map(String.init) ?? "none") }
      connection.send(
        head: "HTTP/1.1 401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"",
        "Content-Length: 0")
    }
    let library = try Library(at: folder.path("library.db"))
    let player = Player(output: .null)
    let (mailbox, passwords) = (Mailbox(), StreamPasswords())
    let opening = PathOpening(
      library: library, mailbox: mailbox,
      directories: Directories(environment: [:], current: FilePath(folder.url.path)),
      newStreams: NewStreams(),
      passwords: passwords)
    let typed = "http://me:canary5t@127.0.0.1:\(server.port)/live"
    let path = try #require(
      try Directories(environment: [:], current: FilePath(folder.url.path)).playable([typed]).first)
    await opening.addAndPlay([path])
    let events = mailbox.takeAll().map(\.event)
    #expect(events.contains(.done(.playing(.passwordNotStored))))
    guard
      case .search(.pathsAdded(let queued, _))? = events.last(where: {
        if case .search(.pathsAdded) = $0 { true } else { false }
      })
    else {
      Issue.record("nothing was added")
      return
    }
    let track = try #require(queued.first?.track)
    #expect(try await library.tracks([track]).first?.source == server.source("live"))
    let orders = PlayerEffectRunner(
      player: player, library: library, mailbox: mailbox, passwords: passwords)
    await orders.carryOut(
      .play(
        PlayRequest(PlayID(track: track, serial: 1), neighbors: []), from: .zero, isPaused: false))
    // "me:canary5t" in Base64.
    while !answers.withLock({ $0.contains("Authorization: Basic bWU6Y2FuYXJ5NXQ=") }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    await player.shutDown(within: .seconds(5))
    #expect(!String(reflecting: events).contains("canary5t"))
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    #expect(names.contains("library.db"))
    for name in names {
      let bytes = try Data(contentsOf: folder.url.appendingPathComponent(name))
      #expect(bytes.firstRange(of: Data("canary5t".utf8)) == nil, "\(name)")
    }
  }
}
