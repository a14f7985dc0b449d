import Bus
import BusServing
import Foundation
import Synchronization
import Testing

@Suite("Connections to a bus")
struct ConnectionTests {
  @Test("the address of the environment comes first, then the socket of the session")
  func addresses() {
    #expect(BusAddresses.session([:]) == [])
    #expect(
      BusAddresses.session([
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/tmp/x,guid=1;unix:abstract=/y",
        "XDG_RUNTIME_DIR": "/run/user/1 000",
      ]) == [
        "unix:path=/tmp/x,guid=1", "unix:abstract=/y", "unix:path=/run/user/1%20000/bus",
      ])
    // Others start programs or leave the machine.
    #expect(
      BusAddresses.session([
        "DBUS_SESSION_BUS_ADDRESS":
          "unixexec:path=/bin/sh;tcp:host=example.org;autolaunch:;/dev/null",
        "XDG_RUNTIME_DIR": "run",
      ]) == [])
    let system = "unix:path=/run/dbus/system_bus_socket"
    #expect(BusAddresses.system([:]) == [system])
    #expect(
      BusAddresses.system(["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/tmp/s;tcp:host=a"])
        == ["unix:path=/tmp/s", system])
  }

  private func names(_ bus: Bus) async throws(BusError) -> [BusValue] {
    try await bus.call(.bus("ListNames"), within: .seconds(60))
  }

  private func expectNoBus(_ bus: Bus, _ reason: String? = nil) async {
    do throws(BusError) {
      _ = try await names(bus)
      Issue.record("there was a bus")
    } catch {
      guard case .noBus(let text) = error else {
        Issue.record("\(error)")
        return
      }
      if let reason { #expect(text.contains(reason)) }
    }
  }

  @Test("without a bus a call ends with the reason")
  func none() async throws {
    await expectNoBus(Bus(addresses: []), "no address")
    await expectNoBus(Bus(addresses: ["unix:path=/nonexistent/bus"]), "no such file")
    await expectNoBus(Bus(addresses: ["unix:path=/dev/null"]), "refused")
    await expectNoBus(Bus(addresses: ["nonsense"]))
  }

  @Test("a stale address is followed by the next one")
  func stale() async throws {
    let server = try PrivateBus()
    let bus = Bus(addresses: ["unix:path=/nonexistent/bus", server.address])
    #expect(try await !names(bus).isEmpty)
  }

  @Test("a socket that never answers is given up, and one that hangs up")
  func silentSockets() async throws {
    let silent = try SilentSocket(hangsUp: false)
    await expectNoBus(
      Bus(addresses: [silent.address], patience: .milliseconds(300)), "does not answer")
    let closing = try SilentSocket(hangsUp: true)
    await expectNoBus(Bus(addresses: [closing.address]))
    let server = try PrivateBus()
    let bus = Bus(
      addresses: [silent.address, closing.address, server.address], patience: .milliseconds(300))
    #expect(try await !names(bus).isEmpty)
  }

  @Test("a bus of another user is not trusted", .enabled(if: geteuid() == 0))
  func otherUser() async throws {
    // The program's own user, to whom root's sockets are trusted, is nobody here.
    let server = try PrivateBus(as: 65534)
    await expectNoBus(Bus(addresses: [server.address]), "another user")
  }

  @Test("a call ends when the bus does, and the next one connects to the bus that follows")
  func loss() async throws {
    let server = try PrivateBus()
    let losses = Mutex(0)
    let bus = Bus(addresses: [server.address]) { _ in losses.withLock { $0 += 1 } }
    let callee = Bus(addresses: [server.address])
    let (called, call) = AsyncStream.makeStream(of: Void.self)
    try await callee.export("/") { _ in
      call.yield()
      return .nothing
    }
    #expect(try await callee.own("org.example.Test"))
    let stream = try await bus.signals(
      BusMatch(sender: "org.example.Test", path: "/", interface: "a.b", member: "C"))
    let task = Task {
      try await bus.call(
        BusCall("org.example.Test", "/", "a.b", "Wait"), within: .seconds(3600))
    }
    for await _ in called { break }
    server.end()
    let result = await task.result
    #expect(throws: BusError.connectionLost) { try result.get() }
    // The stream ends.
    for await _ in stream { Issue.record("a signal") }
    #expect(losses.withLock { $0 } == 1)
    await expectNoBus(bus)
    let second = try PrivateBus(in: server.folder)
    #expect(try await !names(bus).isEmpty)
    // Exported objects are there again, their names are not.
    #expect(try await callee.own("org.example.Test"))
    second.end()
  }

  @Test("a program that ends in the middle of a call gives an error")
  func calleeGone() async throws {
    let server = try PrivateBus()
    let bus = Bus(addresses: [server.address])
    let callee = Mutex<Bus?>(Bus(addresses: [server.address]))
    try await callee.withLock { $0 }?.export("/") { _ in
      callee.withLock { $0 = nil }
      return .nothing
    }
    #expect(try await callee.withLock { $0 }?.own("org.example.Test") == true)
    await #expect(throws: BusError.refused(name: "org.freedesktop.DBus.Error.NoReply")) {
      try await bus.call(
        BusCall("org.example.Test", "/", "a.b", "Die"), within: .seconds(3600))
    }
    #expect(try await !names(bus).isEmpty)
  }

  @Test("the thread begins with the first call and ends with the connection's owner")
  func thread() async throws {
    await #expect(processExitsWith: .success) {
      let server = try PrivateBus()
      var bus: Bus? = Bus(addresses: [server.address])
      try #require(!isBusThreadThere)
      _ = try await bus?.call(.bus("ListNames"), within: .seconds(60))
      try #require(isBusThreadThere)
      bus = nil
      while isBusThreadThere { usleep(10_000) }
    }
  }
}

private var isBusThreadThere: Bool {
  directory("/proc/self/task").contains { contents("/proc/self/task/\($0)/comm") == "bus\n" }
}

/// A socket that accepts connections and says nothing.
private final class SilentSocket: Sendable {
  let path = "/tmp/tb-\(UUID().uuidString.prefix(8)).socket"
  private let listener: Int32
  var address: String { "unix:path=\(path)" }

  struct Failure: Error { let code: Int32 }

  init(hangsUp: Bool) throws {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, listen(listener, 8) == 0 else { throw Failure(code: errno) }
    guard hangsUp else { return }
    Thread.detachNewThread {
      while true {
        let peer = accept(listener, nil, nil)
        guard peer >= 0 else { break }
        close(peer)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    unlink(path)
  }
}
