import Bus
import BusServing
import Glibc
import Synchronization
import Testing

/// What a test sends from one connection to another.
private let everyKind: [BusValue] = [
  .byte(7), .boolean(true), .boolean(false), .int16(-3), .uint16(65535), .int32(.min),
  .uint32(.max), .int64(.min), .uint64(.max), .double(-0.5), .string("Grüße 🎵"), .string(""),
  .path("/a/b"), .signature("a{sv}"), .bytes([]), .bytes([0, 1, 255]), .array([], of: "s"),
  .array([.string("a"), .string("b")], of: "s"),
  .array([.structure([.int32(1), .string("x")])], of: "(is)"),
  .variants([("a", .int64(1)), ("b", .variant(.bytes([9])))]), .texts([]),
  .structure([.variant(.texts([("k", "v")])), .array([.array([.byte(1)], of: "y")], of: "ay")]),
]

@Suite("Calls on a bus")
struct CallTests {
  /// A bus and two connections; the second one has the name `org.example.Test`.
  struct Fixture {
    let server: PrivateBus
    let caller: Bus
    let callee: Bus

    init(_ answer: @escaping @Sendable (BusMethodCall) -> BusAnswer) async throws {
      server = try PrivateBus()
      caller = Bus(addresses: [server.address])
      callee = Bus(addresses: [server.address])
      try await callee.export("/", answer)
      #expect(try await callee.own("org.example.Test"))
    }

    func call(
      _ member: String, _ arguments: [BusValue] = [], within time: Duration = .seconds(60)
    ) async throws(BusError) -> [BusValue] {
      try await caller.call(
        BusCall("org.example.Test", "/some/object", "org.example.Face", member, arguments),
        within: time)
    }
  }

  @Test("values of every kind arrive as they were sent")
  func values() async throws {
    let fixture = try await Fixture { .values($0.arguments) }
    let back = try await fixture.call("Echo", everyKind)
    #expect(back.map(\.signature) == everyKind.map { $0.signature })
    // An array of bytes has one form.
    #expect(back.dropLast() == everyKind.dropLast())
  }

  @Test("a call tells the caller, the path, the interface and the member")
  func heads() async throws {
    let fixture = try await Fixture {
      .values([.string($0.sender), .string($0.path), .string($0.interface), .string($0.member)])
    }
    let back = try await fixture.call("Who").map { $0.string ?? "" }
    #expect(back[0].hasPrefix(":1."))
    #expect(Array(back.dropFirst()) == ["/some/object", "org.example.Face", "Who"])
  }

  @Test("error replies come by their names, and their texts are dropped")
  func errors() async throws {
    let fixture = try await Fixture {
      $0.member == "Fail" ? .error(name: "org.example.No", text: "canary") : .unknown
    }
    await #expect(throws: BusError.refused(name: "org.example.No")) {
      try await fixture.call("Fail")
    }
    await #expect(throws: BusError.refused(name: "org.freedesktop.DBus.Error.UnknownMethod")) {
      try await fixture.call("Other")
    }
    await #expect(throws: BusError.refused(name: "org.freedesktop.DBus.Error.ServiceUnknown")) {
      try await fixture.caller.call(BusCall("org.example.Nobody", "/", "a.b", "C"))
    }
  }

  @Test("a method that does not answer ends with its time, and leaves the connection usable")
  func timeout() async throws {
    let fixture = try await Fixture { $0.member == "Wait" ? .nothing : .values([]) }
    await #expect(throws: BusError.timedOut) {
      try await fixture.call("Wait", within: .milliseconds(200))
    }
    #expect(try await fixture.call("Go") == [])
  }

  @Test("a cancelled call ends")
  func cancellation() async throws {
    let fixture = try await Fixture { _ in .nothing }
    let task = Task { try await fixture.call("Wait", within: .seconds(3600)) }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    let result = await task.result
    #expect(throws: BusError.cancelled) { try result.get() }
  }

  @Test("what D-Bus cannot carry is refused, and nothing is sent")
  func invalid() async throws {
    let fixture = try await Fixture { _ in .values([]) }
    var deep = BusValue.byte(1)
    for _ in 0..<300 { deep = .variant(deep) }
    let wrong: [BusValue] = [
      .path("no path"), .signature("{"), .string("a\0b"), .array([.byte(1)], of: "s"), deep,
    ]
    for value in wrong {
      await #expect(throws: BusError.self, "\(value.signature)") {
        try await fixture.call("A", [value])
      }
    }
    await #expect(throws: BusError.self) {
      try await fixture.caller.call(BusCall("not a name", "/", "a.b", "C"))
    }
    #expect(try await fixture.call("A") == [])
  }

  @Test("a reply that is too large or too deep is refused")
  func hostile() async throws {
    let fixture = try await Fixture { call in
      switch call.member {
      case "Large": return .values([.bytes(Array(repeating: 1, count: 2 << 20))])
      case "Long": return .values([.string(String(repeating: "a", count: 2 << 20))])
      case "Many":
        return .values([
          .array(Array(repeating: .byte(1), count: 20_000), of: "y"),
          .array(Array(repeating: .int32(1), count: 20_000), of: "i"),
        ])
      default:
        var deep = BusValue.byte(1)
        for _ in 0..<30 { deep = .variant(deep) }
        return .values([deep])
      }
    }
    for member in ["Large", "Long", "Many", "Deep"] {
      await #expect(throws: BusError.badReply, "\(member)") { try await fixture.call(member) }
    }
  }

  @Test("more requests than are allowed are refused at once")
  func flood() async throws {
    let fixture = try await Fixture { _ in .nothing }
    let busy = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<300 {
        group.addTask {
          do throws(BusError) {
            _ = try await fixture.call("Wait", within: .seconds(3600))
          } catch { return error == .busy }
          return false
        }
      }
      // The others wait: what ends is refused.
      let first = await group.next()
      group.cancelAll()
      return first
    }
    #expect(busy == true)
  }

  @Test("signals come in order to those that match, until the stream is dropped")
  func signals() async throws {
    let fixture = try await Fixture { _ in .values([]) }
    let owner =
      try await fixture.caller.call(
        .bus("GetNameOwner", [.string("org.example.Test")]))[0].string ?? ""
    let match = BusMatch(
      sender: owner, path: "/p", interface: "org.example.Face", member: "Told",
      firstArgument: "yes")
    let stream = try await fixture.caller.signals(match)
    for number in 0..<20 {
      for word in ["yes", "no"] {
        try await fixture.callee.emit(
          BusSignal("/p", "org.example.Face", "Told", [.string(word), .int32(Int32(number))]))
      }
    }
    var numbers: [Int32] = []
    for await signal in stream {
      #expect(signal.arguments[0] == .string("yes"))
      if case .int32(let number) = signal.arguments[1] { numbers.append(number) }
      if numbers.count == 20 { break }
    }
    #expect(numbers == Array(0..<20))
    await #expect(throws: BusError.self) {
      try await fixture.caller.signals(
        BusMatch(sender: "a'", path: "/p", interface: "a.b", member: "C"))
    }
  }

  @Test("signals are refused while the bus does not read, and sent again once it does")
  func haltedBus() async throws {
    let fixture = try await Fixture { _ in .values([]) }
    #expect(try await fixture.call("A") == [])
    let signal = BusSignal(
      "/p", "org.example.Face", "Told", [.bytes(Array(repeating: 1, count: 50_000))])
    fixture.server.halt()
    var isBusy = false
    for _ in 0..<2_000 where !isBusy {
      do throws(BusError) { try await fixture.callee.emit(signal) } catch {
        isBusy = error == .busy
      }
    }
    #expect(isBusy)
    fixture.server.goOn()
    #expect(try await fixture.call("A") == [])
    try await fixture.callee.emit(signal)
  }

  @Test("descriptors are passed where both sides want them, and closed with their owners")
  func descriptors() async throws {
    let server = try PrivateBus()
    let callee = Bus(addresses: [server.address], passesDescriptors: true)
    let caller = Bus(addresses: [server.address], passesDescriptors: true)
    let plain = Bus(addresses: [server.address])
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { close(ends[0]) }
    let kept = Mutex<BusDescriptor?>(BusDescriptor(owning: ends[1]))
    try await callee.export("/") { call in
      let descriptor = kept.withLock { $0 }
      let count = call.member == "Many" ? 8 : 1
      return .values(descriptor.map { Array(repeating: .descriptor($0), count: count) } ?? [])
    }
    #expect(try await callee.own("org.example.Test"))
    let call = BusCall("org.example.Test", "/", "a.b", "Get")
    var values = try await caller.call(call)
    #expect(values.map(\.signature) == ["h"])
    let number = try #require(values[0].descriptor).number
    #expect(number != ends[1] && fcntl(number, F_GETFD, 0) == FD_CLOEXEC)
    #expect(write(number, "x", 1) == 1)
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 1)
    await #expect(throws: BusError.badReply) {
      try await caller.call(BusCall("org.example.Test", "/", "a.b", "Many"))
    }
    // The bus does not hand them to a connection that has not asked for them.
    await #expect(throws: BusError.self) { try await plain.call(call, within: .milliseconds(300)) }
    kept.withLock { $0 = nil }
    values = []
    // The end comes when nobody has the other one any more.
    #expect(read(ends[0], &byte, 1) == 0)
  }

  @Test("the thread does nothing while nothing happens")
  func quiet() async throws {
    // In a process of its own, where no other test has a connection.
    await #expect(processExitsWith: .success) {
      let fixture = try await Fixture { _ in .values([]) }
      try #require(try await fixture.call("A") == [])
      var before = busSwitches()
      for _ in 0..<50 {
        usleep(200_000)
        let after = busSwitches()
        if after == before { break }
        before = after
      }
      usleep(1_500_000)
      try #require(before.count == 2 && busSwitches() == before)
    }
  }
}

/// How often each thread `bus` of this process went to sleep so far.
private func busSwitches() -> [String: Int] {
  var counts: [String: Int] = [:]
  for thread in directory("/proc/self/task") {
    let status = contents("/proc/self/task/\(thread)/status").split(separator: "\n")
    guard status.first == "Name:\tbus" else { continue }
    let line = status.first { $0.hasPrefix("voluntary_ctxt_switches:") }
    counts[thread] = line?.split(separator: "\t").last.flatMap { Int($0) }
  }
  return counts
}
