import Foundation
import HTTP
import Log
import Music
import Servers
import Synchronization
import TestServers
import Testing

@testable import tritone

/// Plays that wait for their server, whatever happens meanwhile.
@Suite("Plays that wait for their server")
struct PendingPlaysTests {
  private let folder: Folder
  private let path: FilePath

  init() throws {
    folder = try Folder()
    path = FilePath(folder.url.path)
  }

  private final class Gate: Sendable {
    let isOpen = Mutex(false)
    let told = Mutex<[String]>([])
  }

  private func client(_ server: LoopbackServer) throws -> SubsonicClient {
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    return SubsonicClient(
      HTTPClient(configuration), at: try ServerLocation("http://127.0.0.1:\(server.port)"),
      credentials: .password(user: "ola", Secret("s3cr3t")))
  }

  @Test("a play that is added while others are sent waits for nobody, and is sent, too")
  func added() async throws {
    let gate = Gate()
    let server = try LoopbackServer { exchange in
      if exchange.request.target.contains("scrobble") {
        gate.told.withLock { $0.append(exchange.request.target) }
        while !gate.isOpen.withLock({ $0 }) { usleep(1_000) }
      }
      let text = #"{"subsonic-response":{"status":"ok","version":"1.16.1"}}"#
      return exchange.answer(200, ["Content-Type: application/json"], Array(text.utf8))
    }
    let plays = PendingPlays(folder: path, log: Log())
    let client = try client(server)
    await plays.add(.init(track: "a", time: 1_000_000))
    let sending = Task { await plays.send(by: client) }
    while gate.told.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(2)) }
    // The request hangs until the other play is on the disk, by this or by another process.
    await PendingPlays(folder: path, log: Log()).add(.init(track: "b", time: 2_000_000))
    #expect(await !plays.isEmpty)
    gate.isOpen.withLock { $0 = true }
    #expect(await sending.value == nil)
    #expect(await plays.isEmpty)
    #expect(gate.told.withLock { $0.count } == 2)
    #expect(await plays.unknown([2_000, 90_000], of: "b") == [90_000])
  }

  @Test("a play of the library that is a listen is so when it is asked for again")
  func askedAgain() async {
    let plays = PendingPlays(folder: path, log: Log())
    await plays.add(.init(track: "a", time: 1_000_000))
    for _ in 1...2 { #expect(await plays.unknown([1_100], of: "a") == []) }
    #expect(await plays.unknown([1_050, 1_100], of: "a") == [1_050])
  }

  @Test("a file that cannot be read for a moment is not taken for none")
  func unreadable() async throws {
    let file = path.appending("plays.json")
    let plays = PendingPlays(folder: path, log: Log())
    await plays.add(.init(track: "a", time: 1_000_000))
    try FileManager.default.moveItem(atPath: file.text, toPath: file.text + ".away")
    try FileManager.default.createDirectory(
      atPath: file.text + "/x", withIntermediateDirectories: true)
    await plays.add(.init(track: "b", time: 2_000_000))
    try FileManager.default.removeItem(atPath: file.text)
    try FileManager.default.moveItem(atPath: file.text + ".away", toPath: file.text)
    await plays.add(.init(track: "c", time: 3_000_000))
    for (track, time) in [("a", 1_000), ("b", 2_000), ("c", 3_000)] {
      #expect(await plays.unknown([Int64(time)], of: track) == [], "\(track)")
    }
  }

  @Test("a file that is not understood is kept under another name")
  func broken() throws {
    let file = StateFile<[String]>(path.appending("words.json"))
    #expect(try file.read() == nil)
    try #"{"words": 7}"#.write(toFile: file.path.text, atomically: true, encoding: .utf8)
    #expect(try file.read() == nil)
    try file.write(["one"])
    #expect(try file.read() == ["one"])
    #expect(try String(contentsOfFile: file.broken.text, encoding: .utf8) == #"{"words": 7}"#)
    file.remove()
    try FileManager.default.createDirectory(
      atPath: file.path.text, withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try file.read() }
  }

  @Test("a process that listens is known to live as long as it holds its lock")
  func owners() throws {
    var lock = OwnerLock.held("one", in: path)
    #expect(lock != nil)
    #expect(OwnerLock.living(in: path, but: "two") == ["one"])
    #expect(OwnerLock.living(in: path, but: "one") == [])
    lock = nil
    #expect(OwnerLock.living(in: path, but: "two") == [])
  }
}
