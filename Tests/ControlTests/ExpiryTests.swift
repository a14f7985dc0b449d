import Control
import Foundation
import Glibc
import JSON
import Music
import Testing

/// Requests that nobody waits for any more, and those that take long.
@Suite("Requests that end", .serialized)
struct ExpiryTests {
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }

  private static func line(until end: Double) -> String {
    "{\"id\":1,\"do\":\"pause\",\"until\":\(end)}\n"
  }

  @Test("a request is not carried out after the time that its program waits")
  func late() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { _ in nil }
    let program = try RawProgram(try runtime.socket)
    program.send(Self.line(until: Self.now - 1))
    #expect(host.requests.first(1).count == 1)
    #expect(!host.server.begins(ControlTicket(rawValue: 0)))
    #expect(try program.node()?["error"]?.text == "the request came too late")
    program.send(Self.line(until: Self.now + 60_000))
    #expect(host.requests.first(2).count == 2)
    #expect(host.server.begins(ControlTicket(rawValue: 1)))
    // An answered one is not begun again.
    host.server.answer(ControlTicket(rawValue: 1), .done())
    #expect(!host.server.begins(ControlTicket(rawValue: 1)))
  }

  @Test("nor when its program is gone, unless it needs no answer")
  func gone() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { _ in nil }
    do {
      let program = try RawProgram(try runtime.socket)
      program.send(Self.line(until: Self.now + 60_000))
      #expect(host.requests.first(1).count == 1)
      #expect(host.server.begins(ControlTicket(rawValue: 0)))
    }
    #expect(eventually { !host.server.begins(ControlTicket(rawValue: 0)) })
    do { try RawProgram(try runtime.socket).send("{\"do\":\"pause\"}\n") }
    #expect(host.requests.first(2).count == 2)
    // The one behind it is served when the end of the connection is known.
    #expect(try ControlClient(try runtime.socket).hello() == ControlHello())
    #expect(host.server.begins(ControlTicket(rawValue: 1)))
  }

  @Test("the client says how long it waits, and waits on for what has begun")
  func begun() async throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { _ in nil }
    let socket = try runtime.socket
    let answer = Task.detached {
      try ControlClient(socket).request([("command", .text("scan /music"))])["message"]?.text
    }
    #expect(host.requests.first(1).count == 1)
    let ticket = ControlTicket(rawValue: 0)
    #expect(host.server.begins(ticket))
    host.server.tellBegun(ticket)
    // Longer than it waits for one that does not answer.
    try await Task.sleep(for: ControlClient.patience + .milliseconds(500))
    host.server.answer(ticket, .done("Scanned"))
    #expect(try await answer.value == "Scanned")
  }

  @Test("a line without a folder has that of the process that sends it")
  func folder() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let program = try RawProgram(try runtime.socket)
    program.send("{\"command\":\"import a\"}\n")
    #expect(program.line() == "{\"ok\":true}")
    let folder = FilePath(FileManager.default.currentDirectoryPath)
    #expect(host.requests.all == [.perform(.line("import a", folder: folder))])
    program.send("{\"command\":\"import a\",\"folder\":\"music\"}\n")
    #expect(try program.node()?["error"]?.text == "“folder” has to be an absolute path")
  }

  @Test("a follower whose output nobody reads any more ends, though nothing changes")
  func unread() async throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let client = try ControlClient(try runtime.socket)
    try client.subscribe([.player])
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    #expect(try client.line(watching: ends[1]) != nil)
    close(ends[0])
    #expect(throws: ControlError.unread) { try client.line(watching: ends[1]) }
    close(ends[1])
    withExtendedLifetime(host) {}
  }
}
