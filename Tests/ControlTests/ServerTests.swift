import CLinux
import Control
import Foundation
import Glibc
import JSON
import Music
import Testing

/// The server against programs that are slow, wrong or hostile.
@Suite("Control server", .serialized)
struct ServerTests {
  @Test(
    "what is no request has an error, and the connection goes on",
    arguments: [
      "garbage", "[1]", "\"play\"", "{}", "{", "{\"do\":\"play\"", "nul", "{\"do\":1}",
      "{\"do\":\"dance\"}", "{\"do\":\"seek\"}", "{\"do\":\"seek\",\"to\":-1}",
      "{\"do\":\"seek\",\"by\":1e300}", "{\"do\":\"volume\",\"to\":101}",
      "{\"do\":\"volume\",\"to\":\"5\"}", "{\"do\":\"rate\",\"stars\":2.5}",
      "{\"do\":\"open\",\"paths\":[]}", "{\"do\":\"open\",\"paths\":[\"a.flac\"]}",
      "{\"do\":\"open\",\"paths\":[\"/a\\u0000b\"]}", "{\"do\":\"react\",\"reaction\":\"hate\"}",
      "{\"get\":\"weather\"}", "{\"subscribe\":\"player\"}", "{\"subscribe\":[\"x\"]}",
      "{\"do\":\"play\",\"get\":\"status\"}", "{\"hello\":{}}", "{\"attach\":{}}",
      "{\"attach\":{\"protocol\":1,\"build\":\"x\",\"folder\":\"relative\"}}",
      "{\"command\":[\"seek\"]}", String(repeating: "[", count: 100_000),
    ])
  func mistakes(line: String) throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let program = try RawProgram(try runtime.socket)
    program.send(line + "\n{\"id\":\"x\",\"do\":\"play\"}\n")
    let refusal = try program.node()
    #expect(refusal?["ok"]?.bool == false)
    #expect(refusal?["error"]?.text?.isEmpty == false)
    #expect(program.line() == #"{"id":"x","ok":true}"#)
    #expect(host.requests.all == [.perform(.play)])
  }

  @Test("an error has the name of its request, a number or a text")
  func names() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { _ in .failed("no") }
    let program = try RawProgram(try runtime.socket)
    program.send(
      """
      {"id":7,"do":"dance"}
      {"id":"a\\"b","do":"play"}
      {"id":[1],"do":"play"}
      {"do":"play","id":1.5}\n
      """)
    #expect(try program.node()?["id"]?.integer == 7)
    #expect(program.line() == #"{"id":"a\"b","ok":false,"error":"no"}"#)
    #expect(program.line() == #"{"ok":false,"error":"no"}"#)
    #expect(program.line() == #"{"id":1.5,"ok":false,"error":"no"}"#)
    withExtendedLifetime(host) {}
  }

  @Test("bytes that are not UTF-8 or hold zeros are no request")
  func bytes() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let program = try RawProgram(try runtime.socket)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
      program.send(bytes + [0x0A])
    }
    program.send("\n{\"id\":\"last\",\"do\":\"stop\"}\n")
    var last: String?
    while let line = program.line() {
      last = line
      if line.contains("last") { break }
    }
    #expect(last == #"{"id":"last","ok":true}"#)
    #expect(host.requests.all == [.perform(.stop)])
  }

  @Test("half a message waits, comes in pieces, and counts as a line at the end")
  func halves() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let program = try RawProgram(try runtime.socket)
    for byte in Array(#"{"id":1,"do":"pause"}"#.utf8) { program.send([byte]) }
    let other = try RawProgram(try runtime.socket)
    other.send("{\"do\":\"next\"}\n")
    #expect(other.line() == #"{"ok":true}"#)
    #expect(host.requests.all == [.perform(.next)])
    program.endInput()
    #expect(program.line() == #"{"id":1,"ok":true}"#)
    #expect(program.isClosed)
    let third = try RawProgram(try runtime.socket)
    third.send(#"{"id":1,"do":"pau"#)
    third.endInput()
    #expect(try third.node()?["ok"]?.bool == false)
    #expect(third.isClosed)
  }

  @Test("a request of a program that goes at once is carried out")
  func fireAndForget() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    try RawProgram(try runtime.socket).send("{\"do\":\"next\"}\n{\"do\":\"stop\"}")
    #expect(host.requests.first(2) == [.perform(.next), .perform(.stop)])
  }

  @Test("a line of 1 MiB is read, and of one of 100 MB nothing is kept")
  func longLines() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let program = try RawProgram(try runtime.socket)
    let limit = 1 << 20
    func line(_ count: Int) -> [UInt8] {
      let start = Array("{\"command\":\"".utf8)
      let middle = [UInt8](repeating: UInt8(ascii: "x"), count: count - start.count - 2)
      return start + middle + Array("\"}\n".utf8)
    }
    program.send(line(limit))
    #expect(program.line() == #"{"ok":true}"#)
    program.send(line(limit + 1))
    #expect(try program.node()?["error"]?.text == "a line is longer than 1 MiB")
    let before = residentMegabytes()
    let part = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    for _ in 0..<100 { #expect(program.send(part)) }
    program.send("\n{\"id\":2,\"do\":\"play\"}\n")
    #expect(try program.node()?["ok"]?.bool == false)
    #expect(program.line() == #"{"id":2,"ok":true}"#)
    #expect(residentMegabytes() - before < 50)
    #expect(host.requests.all.count == 2)
  }

  private func residentMegabytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 256
  }

  @Test("of 1,000 programs 64 are served at once, and each other one is told")
  func manyPrograms() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let socket = try runtime.socket
    let programs = try (0..<64).map { _ in try RawProgram(socket) }
    for program in programs {
      program.send("{\"do\":\"play\"}\n")
      #expect(program.line() == #"{"ok":true}"#)
    }
    let descriptors = openDescriptors()
    for _ in 64..<1000 {
      let program = try RawProgram(socket)
      #expect(try program.node()?["error"]?.text == "64 programs are connected already")
      #expect(program.isClosed)
    }
    #expect(throws: ControlError.refused("64 programs are connected already")) {
      try ControlClient(socket).hello()
    }
    #expect(eventually { openDescriptors() == descriptors })
    programs[5].send("{\"do\":\"stop\"}\n")
    #expect(programs[5].line() == #"{"ok":true}"#)
    withExtendedLifetime(host) {}
  }

  @Test("a place is free again when a program has gone")
  func freePlaces() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let socket = try runtime.socket
    for _ in 0..<300 {
      let client = try ControlClient(socket)
      #expect(try client.hello() == ControlHello())
    }
    withExtendedLifetime(host) {}
  }

  @Test("a program that asks and does not read is heard no further, and holds up nobody")
  func neverReads() throws {
    let runtime = Runtime()
    let message = String(repeating: "m", count: 60_000)
    let host = try TestHost(runtime) { _ in .done(message) }
    let socket = try runtime.socket
    let program = try RawProgram(socket)
    for _ in 0..<300 { program.send("{\"do\":\"play\"}\n") }
    let client = try ControlClient(socket)
    #expect(try client.request([("do", .text("next"))])["message"]?.text == message)
    // What the socket takes, and what waits in front of it.
    #expect(host.requests.all.count < 30)
    // It loses nothing when it reads at last.
    for _ in 0..<300 { #expect(try program.node()?["message"]?.text == message) }
    #expect(host.requests.all.count == 301)
  }

  @Test("long answers come one after the other, however many are asked for at once")
  func longAnswers() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { _ in
      let items = (0..<1000).map { number in
        var track = Track(id: TrackID(1), source: .file(FilePath("/m/\(number)")))
        track.tags.album = String(repeating: "a", count: 400)
        return QueueListing.Item(id: QueueItemID(1), track: track)
      }
      return .queue(QueueListing(from: 0, items: items, count: 1000, index: nil, version: 1))
    }
    let program = try RawProgram(try runtime.socket)
    for number in 0..<40 { program.send("{\"id\":\(number),\"get\":\"queue\"}\n") }
    for number in 0..<40 { #expect(try program.node()?["id"]?.integer == number) }
    withExtendedLifetime(host) {}
  }

  @Test("a follower that never reads is dropped too, and the player does not wait for it")
  func lazyFollower() throws {
    let runtime = Runtime()
    var status = PlayerStatus.sample
    let host = try TestHost(runtime, status: status)
    let program = try RawProgram(try runtime.socket)
    program.send("{\"subscribe\":[\"player\"]}\n")
    #expect(program.line() == #"{"ok":true}"#)
    status.item?.title = String(repeating: "t", count: 4000)
    var jump = 0
    while !program.isHungUp, jump < 20_000 {
      jump += 1
      status.jumps = jump
      host.server.publish(status)
      // Changes that come faster than they are written are one.
      usleep(200)
    }
    #expect(program.isHungUp)
    #expect(program.isClosed)
  }

  @Test("the next request of a program is looked at when the one before is answered")
  func inOrder() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { _ in nil }
    let program = try RawProgram(try runtime.socket)
    for number in 0..<100 { program.send("{\"id\":\(number),\"do\":\"play\"}\n") }
    program.send("{\"id\":100,\"get\":\"status\"}\n")
    #expect(host.requests.first(1).count == 1)
    let other = try RawProgram(try runtime.socket)
    other.send("{\"get\":\"status\"}\n")
    #expect(try other.node()?["ok"]?.bool == true)
    #expect(host.requests.all.count == 1)
    for number in 0..<100 {
      #expect(host.requests.first(number + 1).count == number + 1)
      host.server.answer(ControlTicket(rawValue: UInt64(number)), .done())
      host.server.answer(ControlTicket(rawValue: UInt64(number)), .failed("a second answer"))
      #expect(program.line() == "{\"id\":\(number),\"ok\":true}")
    }
    #expect(try program.node()?["id"]?.integer == 100)
  }

  @Test("each of many programs at once gets its own answers, in its order")
  func ownAnswers() async throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { request in
      guard case .perform(.line(let line, _)) = request else { return .failed("?") }
      return .done("did " + line)
    }
    let socket = try runtime.socket
    let wrong = await withTaskGroup(of: Int.self) { group in
      for program in 0..<20 {
        group.addTask {
          guard let client = try? ControlClient(socket) else { return 100 }
          return (0..<100).count { number in
            let text = "\(program) \(number)"
            let answer = try? client.request([("command", .text(text))])
            return answer?["message"]?.text != "did " + text
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
    #expect(host.requests.all.count == 2000)
  }

  @Test("answers come from any thread, also after their program has gone")
  func lateAnswers() async throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { _ in nil }
    let socket = try runtime.socket
    for _ in 0..<50 { try RawProgram(socket).send("{\"do\":\"play\"}\n") }
    #expect(host.requests.first(50).count == 50)
    await withTaskGroup(of: Void.self) { group in
      for ticket in 0..<60 {
        group.addTask { host.server.answer(ControlTicket(rawValue: UInt64(ticket)), .done()) }
      }
    }
    #expect(try ControlClient(socket).hello() == ControlHello())
  }

  @Test("an idle server sleeps: silent programs cost nothing")
  func idle() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let socket = try runtime.socket
    let programs = try (0..<10).map { _ in try RawProgram(socket) }
    for program in programs {
      program.send("{\"subscribe\":[\"player\",\"queue\"]}\n")
      for _ in 0..<3 { _ = program.line() }
    }
    let half = try RawProgram(socket)
    half.send("{\"subscribe\":[\"player\"]}\n")
    for _ in 0..<2 { _ = half.line() }
    half.endInput()
    var status = PlayerStatus.sample
    let start = ContinuousClock.now
    func play(_ second: Int) {
      status.clock = PlayClock(
        position: .seconds(second), at: start + .seconds(second), isAdvancing: true,
        duration: .seconds(200))
      host.server.publish(status)
    }
    play(0)
    for program in programs + [half] { _ = program.line() }
    usleep(50_000)
    let before = try threadSwitches("control")
    // Playing on is no news.
    for second in 1..<100 { play(second) }
    usleep(300_000)
    #expect(try threadSwitches("control") == before)
    withExtendedLifetime(programs) {}
  }

  /// How often the threads of a name have gone to sleep.
  private func threadSwitches(_ name: String) throws -> Int {
    var sum = 0
    for task in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
      let folder = "/proc/self/task/\(task)/"
      guard let own = try? String(contentsOfFile: folder + "comm", encoding: .utf8),
        own == name + "\n",
        let status = try? String(contentsOfFile: folder + "status", encoding: .utf8)
      else { continue }
      for line in status.split(separator: "\n") where line.hasPrefix("voluntary_ctxt") {
        sum += Int(line.split(separator: "\t").last ?? "") ?? 0
      }
    }
    return sum
  }

  @Test("the end writes what waits, closes all, and takes the socket away")
  func end() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let socket = try runtime.socket
    let programs = try (0..<5).map { _ in try RawProgram(socket) }
    for program in programs { program.send("{\"do\":\"quit\"}\n") }
    #expect(host.answered.first(5).count == 5)
    host.end()
    for program in programs {
      #expect(program.line() == #"{"ok":true}"#)
      #expect(program.isClosed)
    }
    #expect(throws: ControlError.noHost) { try ControlClient(socket) }
  }

  @Test("servers that come and go leave no descriptors")
  func descriptors() throws {
    let runtime = Runtime()
    func once() throws {
      let host = try TestHost(runtime)
      let client = try ControlClient(try runtime.socket)
      #expect(try client.hello() == ControlHello())
      host.end()
    }
    try once()
    let before = openDescriptors()
    for _ in 0..<20 { try once() }
    #expect(eventually { openDescriptors() <= before })
  }
}
