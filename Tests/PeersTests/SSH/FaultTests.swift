import Foundation
import Music
import Sync
import Synchronization
import Testing

@testable import Peers

/// Other sides that are frozen, cut or no Tritone at all.
@Suite("Connections that break")
struct FaultTests {
  private let short = ChannelLimits(
    greeting: .milliseconds(200), silence: .milliseconds(300), ping: .milliseconds(50),
    stuck: .seconds(5), ending: .milliseconds(200))

  /// A client whose other side is a socket of the test.
  private func client(_ limits: ChannelLimits) throws -> (RemotePeer, Int32) {
    let (here, there) = try Connected.socket()
    let transport = DescriptorTransport(input: here, output: here, name: "pi")
    return (RemotePeer(transport, limits: limits), there)
  }

  /// Returns whether all was taken.
  @discardableResult
  private func send(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
    }
  }

  @Test("a side that says nothing is given up")
  func silent() async throws {
    let (client, there) = try client(short)
    #expect(await callFault { try await client.open() } == .remote("pi does not answer"))
    close(there)
  }

  @Test("noise without end is given up")
  func noise() async throws {
    let (client, there) = try client(ChannelLimits())
    let line = Array(String(repeating: "x", count: 999).utf8) + [10]
    let task = Task.detached { for _ in 0..<70 { self.send(line, there) } }
    #expect(await callFault { try await client.open() } == .remote("pi does not answer"))
    await task.value
    close(there)
  }

  @Test("a side that is closed at once is no Tritone")
  func closed() async throws {
    let (client, there) = try client(ChannelLimits())
    send(Array("hello\n".utf8), there)
    close(there)
    #expect(
      await callFault { try await client.open() } == .remote("pi is no Tritone, or ended at once"))
  }

  @Test("noise before the greeting does no harm, and a stray frame ends the connection")
  func noiseAndGarbage() async throws {
    let (client, there) = try client(ChannelLimits())
    send(Array("Last login: never\r\n$ ".utf8) + Greeting.random().line, there)
    send([1, 2, 3, 4, 5, 6, 7, 8, 9], there)
    #expect(
      await callFault { try await client.open() }
        == .remote("the data from pi is damaged; the connection was ended"))
    close(there)
  }

  @Test("a frozen side counts as gone once it was silent for long enough")
  func frozen() async throws {
    let (client, there) = try client(short)
    let greeting = Greeting.random()
    let identity = RemoteIdentity(uuid: "u", name: "n")
    let welcome = SyncWelcome(
      chosenProtocol: SyncHello.protocols.upperBound, identity: identity)
    send(greeting.line + Frame(kind: .welcome, payload: welcome.encoded).encoded, there)
    #expect(await callFault { try await client.open() } == .gone)
    close(there)
  }

  @Test("a connection over which nothing is asked stays open")
  func idle() async throws {
    var limits = short
    limits.greeting = .seconds(30)
    limits.silence = .seconds(1)
    let connected = try Connected(limits: limits)
    try await connected.client.open()
    try await Task.sleep(for: .seconds(2))
    try await connected.client.flush()
    await connected.client.close()
    #expect(await connected.server.value == .closed)
  }

  @Test(
    "another version is said with what to do",
    arguments: [(9, 9, "update this one"), (0, 0, "update the one on pi")])
  func version(low: Int, high: Int, advice: String) async throws {
    let (client, there) = try client(ChannelLimits())
    var welcome = SyncWelcome(
      chosenProtocol: 0, identity: RemoteIdentity(uuid: "", name: "", programVersion: "0.9"))
    welcome.protocols = UInt32(low)...UInt32(high)
    let frame = Frame(kind: .welcome, payload: welcome.encoded)
    send(Greeting.random().line + frame.encoded, there)
    guard case .remote(let text) = await callFault({ try await client.open() }) else {
      Issue.record("no sentence")
      return
    }
    #expect(text.contains("pi has Tritone 0.9"))
    #expect(text.hasSuffix(advice))
    close(there)
  }

  @Test("a client of another version is told so, and one with another greeting is refused")
  func serverRefuses() async throws {
    let folder = try Connected.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder.text) }
    for session in ["0000000000000000", nil] {
      let (here, there) = try Connected.socket()
      let server = Connected.serve(MemoryPeer(), folder, input: there, output: there)
      var line: [UInt8] = []
      while line.last != 10 || line.count < 2 { line += [self.byte(here)].compactMap { $0 } }
      let text = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
      var hello = SyncHello(session: session ?? Greeting(Array(text.utf8))?.session ?? "")
      hello.protocols = 7...8
      send(Frame(kind: .hello, payload: hello.encoded).encoded, here)
      #expect(await server.value == .refused)
      var answer: [UInt8] = []
      while let byte = byte(here) { answer.append(byte) }
      #expect(answer.isEmpty == (session != nil))
      close(here)
    }
  }

  private func byte(_ descriptor: Int32) -> UInt8? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? byte : nil
  }

  /// Bytes that a client sends in a whole session, recorded between it and its server.
  private func session(cutAfter limit: Int, toServer: Bool) async throws -> (Int, PeerError?) {
    let folder = try Connected.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder.text) }
    let (clientEnd, clientRelay) = try Connected.socket()
    let (serverEnd, serverRelay) = try Connected.socket()
    let peer = MemoryPeer()
    peer.with { $0.files[FilePath("a")] = [1, 2, 3] }
    let server = Connected.serve(peer, folder, input: serverEnd, output: serverEnd)
    let relay = Relay(clientRelay, serverRelay, limit: limit, countsToServer: toServer)
    let client = RemotePeer(
      DescriptorTransport(input: clientEnd, output: clientEnd, name: "pi"))
    let source = folder.appending("source")
    try Data([1, 2, 3, 4]).write(to: URL(fileURLWithPath: source.text))
    let error = await callFault {
      try await client.open()
      _ = try await client.snapshot { _ in }
      let transfer = PeerTransfer(
        source: source, size: 4, target: FilePath("b"), part: "p")
      _ = try await client.send(transfer) { _ in }
      try await client.flush()
    }
    await client.close()
    _ = await server.value
    relay.end()
    let written = peer.with { $0.files[FilePath("b")] }
    // Nothing half.
    #expect(written == nil || written == [1, 2, 3, 4])
    return (relay.count, error)
  }

  @Test(
    "a session that is cut at any byte ends on both sides, and leaves nothing half",
    arguments: [true, false])
  func cutAnywhere(toServer: Bool) async throws {
    let (whole, error) = try await session(cutAfter: .max, toServer: toServer)
    #expect(error == nil)
    for limit in stride(from: 0, to: whole, by: 1) {
      let (_, error) = try await session(cutAfter: limit, toServer: toServer)
      // The last bytes are those of `close`, which has no error.
      if limit < whole - 60 { #expect(error != nil, "cut after \(limit) bytes") }
    }
  }

  @Test("random bytes in place of a client's frames end the server")
  func randomClient() async throws {
    let folder = try Connected.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder.text) }
    var generator = SeededGenerator(seed: 20)
    for round in 0..<20 {
      let (here, there) = try Connected.socket()
      let server = Connected.serve(MemoryPeer(), folder, input: there, output: there)
      var line: [UInt8] = []
      while line.last != 10 || line.count < 2 { line += [self.byte(here)].compactMap { $0 } }
      let session = String(decoding: line.suffix(17).dropLast(), as: UTF8.self)
      let hello = SyncHello(session: session)
      if round % 2 == 0 { send(Frame(kind: .hello, payload: hello.encoded).encoded, here) }
      for call in 0..<10 {
        let payload = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
          UInt8.random(in: 0...12, using: &generator)
        }
        let kind = Frame.Kind(rawValue: UInt8.random(in: 0...12, using: &generator)) ?? .ping
        send(Frame(kind: kind, call: UInt32(call), payload: payload).encoded, here)
      }
      close(here)
      #expect(await server.value != .closed || round % 2 == 0)
    }
  }

  @Test("a client that sends more than it may is cut off", arguments: [0, 1 << 20])
  func flood(size: Int) async throws {
    let folder = try Connected.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder.text) }
    let (here, there) = try Connected.socket()
    let peer = MemoryPeer()
    peer.with { $0.hangs = true }
    let server = Connected.serve(peer, folder, input: there, output: there)
    var line: [UInt8] = []
    while line.last != 10 || line.count < 2 { line += [self.byte(here)].compactMap { $0 } }
    let hello = SyncHello(session: String(decoding: line.suffix(17).dropLast(), as: UTF8.self))
    send(Frame(kind: .hello, payload: hello.encoded).encoded, here)
    send(Frame(kind: .request, call: 1, payload: [Method.flush.rawValue]).encoded, here)
    let payload = [UInt8](repeating: Method.flush.rawValue, count: size)
    var taken = 0
    for call in 2..<UInt32(size == 0 ? 100_000 : 100) {
      guard send(Frame(kind: .request, call: call, payload: payload).encoded, here) else { break }
      taken += 1
    }
    #expect(taken < (size == 0 ? 99_000 : 20))
    #expect(await server.value == .lost)
    close(here)
  }

  @Test("a slow line carries a file whole")
  func slow() async throws {
    let folder = try Connected.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder.text) }
    let (clientEnd, clientRelay) = try Connected.socket()
    let (serverEnd, serverRelay) = try Connected.socket()
    let peer = MemoryPeer()
    let server = Connected.serve(peer, folder, input: serverEnd, output: serverEnd)
    // A megabyte in a second, with deadlines below what the file takes.
    let relay = Relay(clientRelay, serverRelay, limit: .max, countsToServer: true, pause: 4_000)
    let client = RemotePeer(
      DescriptorTransport(input: clientEnd, output: clientEnd),
      limits: ChannelLimits(silence: .seconds(1), ping: .milliseconds(200)))
    let content = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let source = folder.appending("source")
    try Data(content).write(to: URL(fileURLWithPath: source.text))
    try await client.open()
    let transfer = PeerTransfer(
      source: source, size: 2_000_000, target: FilePath("b"), part: "p")
    _ = try await client.send(transfer) { _ in }
    #expect(peer.with { $0.files[FilePath("b")] } == content)
    await client.close()
    #expect(await server.value == .closed)
    relay.end()
  }
}
