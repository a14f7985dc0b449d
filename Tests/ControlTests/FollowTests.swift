import Control
import Foundation
import Glibc
import JSON
import Music
import Testing

/// What programs are told of the player.
@Suite("Following the player", .serialized)
struct FollowTests {
  private func next(_ client: ControlClient) throws -> JSONNode {
    let line = try client.line(until: .now + .seconds(20))
    return try ControlClient.node(try #require(line))
  }

  @Test("a status has the item, its times and how it is played")
  func status() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let client = try ControlClient(try runtime.socket)
    let status = try client.request([("get", .text("status"))])
    #expect(status["playback"]?.text == "paused")
    #expect(status["position"]?.number == 12.5)
    #expect(status["duration"]?.number == 200)
    #expect(status["index"]?.integer == 1)
    #expect(status["count"]?.integer == 4)
    #expect(status["repeat"]?.text == "off")
    #expect(status["track"]?["item"]?.integer == 3)
    #expect(status["track"]?["title"]?.text == "A")
    #expect(status["track"]?["path"]?.text == "/music/a.flac")
    #expect(status["track"]?["reaction"]?.text == "none")
    withExtendedLifetime(host) {}
  }

  @Test("the position is that of the moment, while it plays")
  func position() throws {
    let runtime = Runtime()
    var status = PlayerStatus.sample
    status.playback = .playing
    status.clock = PlayClock(
      position: .seconds(10), at: .now - .seconds(30), isAdvancing: true, duration: .seconds(200),
      speed: 2)
    let host = try TestHost(runtime, status: status)
    let client = try ControlClient(try runtime.socket)
    let first = try client.request([("get", .text("status"))])
    let second = try client.request([("get", .text("status"))])
    let (position, later) = (
      try #require(first["position"]?.number), try #require(second["position"]?.number)
    )
    #expect(position >= 70)
    #expect(later >= position)
    let (at, atLater) = (try #require(first["at"]?.number), try #require(second["at"]?.number))
    // Both lie on the same line, to the millisecond.
    #expect(abs((later - position) - (atLater - at) / 1000 * 2) <= 0.006)
    withExtendedLifetime(host) {}
  }

  @Test("a follower hears the whole state first, then each change, and not that time goes by")
  func changes() throws {
    let runtime = Runtime()
    var status = PlayerStatus.sample
    let host = try TestHost(runtime, status: status)
    let client = try ControlClient(try runtime.socket)
    try client.subscribe([.player, .queue])
    let first = try next(client)
    #expect(first["event"]?.text == "player")
    #expect(first["track"]?["title"]?.text == "A")
    let queue = try next(client)
    #expect(queue["event"]?.text == "queue")
    #expect(queue["version"]?.integer == 9)
    #expect(queue["item"]?.integer == 3)
    // Neither is what nobody is told of.
    status.clock.duration = .seconds(200) + .microseconds(3)
    host.server.publish(status)
    status.clock.position = .seconds(50)
    status.jumps = 1
    host.server.publish(status)
    let jump = try next(client)
    #expect(jump["jumps"]?.integer == 1)
    #expect(jump["position"]?.number == 50)
    // Another order of the same items.
    status.queueVersion = 10
    host.server.publish(status)
    let version = try next(client)
    #expect(version["event"]?.text == "queue")
    #expect(version["version"]?.integer == 10)
    status.item = nil
    status.playback = .stopped
    host.server.publish(status)
    let stopped = try next(client)
    #expect(stopped["event"]?.text == "player")
    #expect(stopped["playback"]?.text == "stopped")
    #expect(stopped["track"] == nil)
  }

  @Test("a position that is elsewhere than it would have moved to is told, in small steps too")
  func drift() throws {
    let runtime = Runtime()
    var status = PlayerStatus.sample
    let start = ContinuousClock.now
    func publish(_ position: Duration, after time: Duration, to host: TestHost) {
      status.clock = PlayClock(
        position: position, at: start + time, isAdvancing: true, duration: .seconds(200))
      host.server.publish(status)
    }
    let host = try TestHost(runtime, status: status)
    let client = try ControlClient(try runtime.socket)
    try client.subscribe([.player])
    _ = try next(client)
    publish(.seconds(10), after: .zero, to: host)
    #expect(try next(client)["advancing"]?.bool == true)
    for step in 1...4 {
      publish(.seconds(Double(step) * 0.85 + 10), after: .seconds(step), to: host)
    }
    // After the fourth step it is 0.6 seconds behind.
    #expect(try next(client)["event"]?.text == "player")
    status.volume = 5
    publish(.seconds(14.4), after: .seconds(5), to: host)
    #expect(try next(client)["volume"]?.integer == 5)
  }

  @Test("a follower that has ended its input is still told, as one of a pipe is")
  func halfClosed() throws {
    let runtime = Runtime()
    var status = PlayerStatus.sample
    let host = try TestHost(runtime, status: status)
    let program = try RawProgram(try runtime.socket)
    program.send("{\"subscribe\":[\"player\"]}\n")
    program.endInput()
    #expect(program.line() == #"{"ok":true}"#)
    #expect(try program.node()?["volume"]?.integer == 100)
    status.volume = 30
    host.server.publish(status)
    #expect(try program.node()?["volume"]?.integer == 30)
  }

  @Test("forgotten followers leave room for terminals and commands, and one that ends for another")
  func manyFollowers() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let socket = try runtime.socket
    var followers = try (0..<40).map { _ in
      let client = try ControlClient(socket)
      try client.subscribe([.player])
      return client
    }
    let reason = "40 programs follow the player already"
    let late = try (0..<20).map { _ in
      let client = try ControlClient(socket)
      #expect(throws: ControlError.refused(reason)) { try client.subscribe([.player]) }
      return client
    }
    #expect(try ControlClient(socket).request([("do", .text("pause"))])["ok"]?.bool == true)
    // A follower may choose other topics, and none.
    try followers[0].subscribe([.queue])
    try followers[0].subscribe([])
    try late[0].subscribe([.player])
    #expect(throws: ControlError.refused(reason)) { try followers[0].subscribe([.player]) }
    followers = []
    #expect(eventually { (try? late[1].subscribe([.player])) != nil })
    withExtendedLifetime(host) {}
  }

  @Test("outputs come with the chosen one and the system's default")
  func outputs() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { request in
      request == .listOutputs
        ? .outputs(
          [
            OutputDevice(name: "a", description: "Speaker", isDefault: true),
            OutputDevice(name: "b", description: "Far\u{1B}", isRemote: true),
          ], chosen: "b") : nil
    }
    let program = try RawProgram(try runtime.socket)
    program.send("{\"id\":1,\"get\":\"outputs\"}\n")
    #expect(
      program.line()
        == #"{"id":1,"ok":true,"chosen":"b","outputs":[{"name":"a","description":"Speaker","#
        + #""default":true},{"name":"b","description":"Far\u001b","remote":true}]}"#)
    withExtendedLifetime(host) {}
  }

  @Test("a part of the queue comes as asked for, and as much of it as fits in a line")
  func queue() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { request in
      guard case .listQueue(let from, let count) = request else { return .failed("?") }
      let items = (from..<from + count).map { number in
        var track = Track(
          id: TrackID(Int64(number)), source: .file(FilePath(bytes: Array("/m/é".utf8) + [0xFF])))
        track.tags.album = String(repeating: "a", count: 3000)
        return QueueListing.Item(id: QueueItemID(Int64(number)), track: number == 1 ? nil : track)
      }
      return .queue(
        QueueListing(from: from, items: items, count: 5000, index: 2, version: 1))
    }
    let client = try ControlClient(try runtime.socket)
    let part = try client.request([
      ("get", .text("queue")), ("from", .number(1)), ("count", .number(2)),
    ])
    #expect(part["count"]?.integer == 5000)
    let items = try #require(part["items"]?.array)
    #expect(items.map { $0["place"]?.integer } == [1, 2])
    #expect(items[0]["path"] == nil)
    #expect(items[1].bytes == Array("/m/é".utf8) + [0xFF])
    let all = try client.request([("get", .text("queue"))])
    #expect(host.requests.all.last == .listQueue(from: 0, count: 1000))
    let count = try #require(all["items"]?.array).count
    #expect((100..<300).contains(count))
  }

  @Test(
    "commands arrive as what they say",
    arguments: [
      (#"{"do":"toggle"}"#, .playPause), (#"{"do":"seek","by":-10.5}"#, .seek(by: .seconds(-10.5))),
      (#"{"do":"seek","to":3,"item":4}"#, .seekTo(.seconds(3), in: QueueItemID(4))),
      (#"{"do":"volume","to":40}"#, .volume(40)), (#"{"do":"volume","by":-5}"#, .changeVolume(-5)),
      (#"{"do":"mute"}"#, .mute(nil)), (#"{"do":"shuffle","on":false}"#, .shuffle(false)),
      (#"{"do":"repeat","mode":"one"}"#, .repeating(.one)),
      (#"{"do":"speed","to":1.25}"#, .speed(1.25)),
      (
        #"{"do":"open","paths":["/a","http://h/s"]}"#,
        .open([.file(FilePath("/a")), .stream(StreamAddress("http://h/s")!)])
      ),
      (
        #"{"do":"queue","paths":[{"path":"?","pathBytes":"L/8="}],"next":true}"#,
        .queue([.file(FilePath(bytes: [0x2F, 0xFF]))], next: true)
      ),
      (#"{"do":"goto","item":12}"#, .goTo(QueueItemID(12))),
      (#"{"do":"rate","stars":4}"#, .rate(4)),
      (#"{"do":"react","reaction":"loved"}"#, .react(.loved)),
      (#"{"do":"react","reaction":"loved","off":true}"#, .takeBack(.loved)),
      (#"{"do":"clear"}"#, .clearQueue),
      (#"{"do":"remove","item":3}"#, .remove(QueueItemID(3))),
      (#"{"do":"mix","slot":2}"#, .addToMix(.two)),
      (
        #"{"command":"skin tidal","folder":"/music/a"}"#,
        .line("skin tidal", folder: FilePath("/music/a"))
      ),
      (#"{"do":"quit"}"#, .quit),
      (#"{"do":"open","playlist":5}"#, .playPlaylist(PlaylistID(5))),
    ] as [(String, PlayerCommand)])
  func commands(line: String, command: PlayerCommand) throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let program = try RawProgram(try runtime.socket)
    program.send(line + "\n")
    #expect(program.line() == #"{"ok":true}"#)
    #expect(host.requests.all == [.perform(command)])
  }

  @Test("a stopped player is given up, and one that is not there yet is waited for")
  func patience() async throws {
    let runtime = Runtime()
    let socket = try runtime.socket
    #expect(throws: ControlError.noHost) { try ControlClient(socket, waiting: .milliseconds(20)) }
    let found = Task.detached { try ControlClient(socket, waiting: .seconds(20)).hello() }
    try await Task.sleep(for: .milliseconds(30))
    let host = try TestHost(runtime) { _ in nil }
    #expect(try await found.value == ControlHello())
    let client = try ControlClient(socket)
    #expect(throws: ControlError.noAnswer) { try client.request([("do", .text("play"))]) }
    withExtendedLifetime(host) {}
  }
}

/// Lines passed on from a pipe, as `tritone command --json` does.
@Suite("Relaying", .serialized)
struct RelayTests {
  private func pipeEnds() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    return (ends[0], ends[1])
  }

  @Test("lines go to the player and its answers come back, until both are over")
  func relays() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { request in
      guard case .perform(.line(let line, _)) = request else { return .failed("?") }
      return .done(line)
    }
    let input = pipeEnds()
    let count = 5000
    let writer = Thread {
      for number in 0..<count {
        let line = "{\"id\":\(number),\"command\":\"line \(number)\"}\n"
        _ = write(input.write, line, line.utf8.count)
      }
      // Without an end, as scripts do.
      let last = "{\"id\":\"last\",\"command\":\"x\"}"
      _ = write(input.write, last, last.utf8.count)
      close(input.write)
    }
    writer.start()
    var lines: [String] = []
    let isDone = try ControlClient(try runtime.socket).relay(from: input.read) { bytes in
      lines.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(isDone && lines.count == count + 1)
    #expect(lines.first == "{\"id\":0,\"ok\":true,\"message\":\"line 0\"}\n")
    #expect(lines.last == "{\"id\":\"last\",\"ok\":true,\"message\":\"x\"}\n")
    close(input.read)
    withExtendedLifetime(host) {}
  }

  @Test("the end of a relay tells whether a request was refused", arguments: [true, false])
  func refused(isRefused: Bool) throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { _ in isRefused ? .failed("no") : .done(nil) }
    let input = pipeEnds()
    let lines = "{\"id\":1,\"command\":\"x\"}\n"
    #expect(write(input.write, lines, lines.utf8.count) == lines.utf8.count)
    close(input.write)
    let client = try ControlClient(try runtime.socket)
    #expect(try client.relay(from: input.read) { _ in } == !isRefused)
    close(input.read)
    withExtendedLifetime(host) {}
  }

  @Test("a line that is too long is refused, and those around it are carried out")
  func tooLong() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { _ in .done(nil) }
    let input = pipeEnds()
    let writer = Thread {
      let long = String(repeating: "x", count: 2 << 20)
      let lines = "{\"id\":1,\"do\":\"pause\"}\n\(long)\n\n{\"id\":2,\"do\":\"pause\"}\n\(long)"
      var rest = Array(lines.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(input.write, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
      close(input.write)
    }
    writer.start()
    var lines: [String] = []
    let isDone = try ControlClient(try runtime.socket).relay(from: input.read) { bytes in
      lines.append(String(decoding: bytes, as: UTF8.self))
    }
    let refusal = "{\"ok\":false,\"error\":\"a line is longer than 1 MiB\"}\n"
    #expect(!isDone)
    #expect(lines.count == 4 && lines.count { $0 == refusal } == 2)
    #expect(lines.contains("{\"id\":2,\"ok\":true}\n"))
    close(input.read)
    withExtendedLifetime(host) {}
  }

  @Test("no more is read while as many requests wait as a player may owe")
  func bounded() async throws {
    let runtime = Runtime()
    let host = try TestHost(runtime) { _ in nil }
    let socket = try runtime.socket
    let input = pipeEnds()
    let relay = Task.detached { () -> ControlError? in
      do {
        _ = try ControlClient(socket).relay(from: input.read) { _ in }
        return nil
      } catch { return error as? ControlError }
    }
    #expect(fcntl(input.write, F_SETFL, O_NONBLOCK) == 0)
    let line = Array("{\"do\":\"pause\"}\n".utf8)
    var (written, refusals) = (0, 0)
    // Once the pipe stays full, nobody reads it.
    while refusals < 50, written < 4 << 20 {
      if write(input.write, line, line.count) == line.count {
        (written, refusals) = (written + line.count, 0)
      } else {
        refusals += 1
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    // What the pipe holds, one reading, and the lines that wait.
    #expect(written <= 2 * 65_536 + 1024 * line.count)
    #expect(written >= 65_536)
    host.end()
    #expect(await relay.value == .lost)
    close(input.read)
    close(input.write)
  }

  @Test("the end of the player ends it, whatever comes from the pipe")
  func hostEnds() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let input = pipeEnds()
    let client = try ControlClient(try runtime.socket)
    #expect(try client.hello() == ControlHello())
    Thread { host.end() }.start()
    #expect(throws: ControlError.lost) { _ = try client.relay(from: input.read) { _ in } }
    close(input.read)
    close(input.write)
  }
}
