import HTTP
import Media
import Music
import Synchronization
import TestServers
import Testing
import Threads

@testable import Streaming

@Suite("Bytes of a server", .serialized)
struct RemoteFileTests {
  private let bytes = noise(1_500_000)

  private func remote(_ change: (inout FileServer.Behaviour) -> Void = { _ in }) throws -> Remote {
    Remote(try FileServer(bytes, change))
  }

  private func open(_ remote: Remote) throws -> any RemoteSound {
    try remote.sounds.open(Remote.address)
  }

  @Test("a file read in order is the file, in a few requests")
  func inOrder() throws {
    let remote = try remote()
    let sound = try open(remote)
    #expect(sound.size == Int64(bytes.count))
    #expect((try sound.bytes(0..<bytes.count) == bytes) as Bool)
    #expect(remote.server.ranges.count <= 8, "\(remote.server.ranges)")
    #expect(remote.server.ranges.first == "bytes=0-262143")
    sound.close()
  }

  @Test("a seek asks at the new place and not for what lies between")
  func seek() throws {
    let remote = try remote()
    let sound = try open(remote)
    #expect((try sound.bytes(0..<10) == Array(bytes[..<10])) as Bool)
    let place = 900_000..<920_000
    #expect((try sound.bytes(place) == Array(bytes[place])) as Bool)
    #expect(remote.server.ranges.contains { $0.hasPrefix("bytes=851968-") })
    sound.close()
  }

  @Test("what is expected comes with one request, and nothing behind it while it is a guess")
  func expected() async throws {
    var remote = try remote()
    remote.limits.aheadInMemory = 64 << 10
    let sound = try #require(try open(remote) as? RemoteFile)
    _ = try sound.bytes(0..<10)
    func isQuiet() -> Bool { sound.condition.withLock { sound.state.fetches.isEmpty } }
    while !isQuiet() { try await Task.sleep(for: .milliseconds(2)) }
    let before = remote.server.ranges.count
    sound.expect(800_000..<1_100_000, isGuess: true)
    let place = 900_000..<950_000
    #expect((try sound.bytes(place) == Array(bytes[place])) as Bool)
    while !sound.holds(800_000..<1_100_000) { try await Task.sleep(for: .milliseconds(2)) }
    while !isQuiet() { try await Task.sleep(for: .milliseconds(2)) }
    sound.expect(850_000..<1_000_000, isGuess: true)
    #expect(remote.server.ranges[before...] == ["bytes=786432-1114111"])
    sound.expect(1_000_000..<1_300_000, isGuess: false)
    #expect((try sound.bytes(1_000_000..<1_300_000) == Array(bytes[1_000_000..<1_300_000])) as Bool)
    #expect(remote.server.ranges.count > before + 1)
    #expect(remote.server.ranges[before + 1].hasPrefix("bytes=1114112-"))
    sound.close()
  }

  @Test("what is wanted beside comes behind the beginning, and stays in memory")
  func beside() async throws {
    var remote = Remote(try FileServer(noise(12_000_000)))
    remote.limits.aheadInMemory = 1 << 20
    let sound = try #require(try open(remote) as? RemoteFile)
    let wanted: [Range<Int64>] = [3_000_000..<3_010_000, 6_000_000..<6_010_000]
    sound.fetchBeside(wanted)
    for range in wanted {
      while !sound.holds(range) { try await Task.sleep(for: .milliseconds(2)) }
    }
    for start in stride(from: 9_000_000, to: 11_800_000, by: 200_000) {
      _ = try sound.bytes(start..<start + 200_000)
    }
    for start in stride(from: 3_500_000, to: 5_900_000, by: 200_000) {
      _ = try sound.bytes(start..<start + 200_000)
    }
    #expect(!sound.holds(9_500_000..<9_600_000))
    for range in wanted { #expect(sound.holds(range)) }
    sound.close()
  }

  @Test("a connection cut in the middle costs no byte and no second fetch of what is there")
  func cut() throws {
    let remote = try remote { $0.faults = [.cut(100_000), .cut(70_000), .cut(30_000)] }
    let sound = try open(remote)
    #expect((try sound.bytes(0..<bytes.count) == bytes) as Bool)
    sound.close()
  }

  @Test("a server that sends less than was asked for is asked for the rest")
  func shortBodies() throws {
    let remote = try remote { $0.faults = Array(repeating: .short(50_000), count: 9) }
    let sound = try open(remote)
    #expect((try sound.bytes(0..<bytes.count) == bytes) as Bool)
    sound.close()
  }

  @Test("a server without ranges is read forward, and backward from memory")
  func withoutRanges() throws {
    let remote = try remote {
      $0.hasRanges = false
      $0.faults = [.cut(600_000)]
    }
    let sound = try open(remote)
    #expect(sound.size == Int64(bytes.count))
    #expect((try sound.bytes(1_000_000..<1_100_000) == Array(bytes[1_000_000..<1_100_000])) as Bool)
    #expect((try sound.bytes(0..<bytes.count) == bytes) as Bool)
    #expect(remote.server.ranges.count == 2)
    sound.close()
  }

  @Test("chunks without a length play to their end, which is the size then")
  func chunked() throws {
    let remote = try remote {
      $0.isChunked = true
      $0.hasRanges = false
      $0.etag = nil
      $0.faults = [.cut(400_000)]
    }
    let sound = try open(remote)
    #expect(sound.size == nil)
    #expect((try sound.bytes(0..<bytes.count + 1) == bytes) as Bool)
    #expect(sound.size == Int64(bytes.count))
    sound.close()
  }

  @Test("a fault that passes is waited for, as long as the server asks")
  func passingFaults() throws {
    let remote = try remote {
      $0.faults = [.status(500, []), .status(429, ["Retry-After: 0"])]
    }
    let sound = try open(remote)
    #expect((try sound.bytes(0..<1000) == Array(bytes[..<1000])) as Bool)
    sound.close()
  }

  @Test(
    "faults have their words",
    arguments: [
      (FileServer.Fault.status(404, []), RemoteFault.missing), (.status(403, []), .forbidden),
      (.status(400, []), .failed(status: 400)), (.page, .signInAgain),
      (.status(429, ["Retry-After: 3600"]), .busy), (.redirect("file:///etc/passwd"), .redirected),
    ])
  func faults(_ fault: FileServer.Fault, _ expected: RemoteFault) throws {
    let remote = try remote { $0.faults = Array(repeating: fault, count: 20) }
    #expect(throws: MediaError.server(Remote.address, expected)) { try open(remote) }
    #expect(!MediaError.server(Remote.address, expected).reason.isEmpty)
  }

  @Test("a refused token is refreshed once, and then a sign-in is asked for")
  func refusedToken() throws {
    var remote = try remote { $0.token = "fresh" }
    let sound = try open(remote)
    #expect((try sound.bytes(0..<100) == Array(bytes[..<100])) as Bool)
    sound.close()
    #expect(remote.refusals.value >= 1)
    remote = try self.remote { $0.token = "neither" }
    #expect(throws: MediaError.server(Remote.address, .signInAgain)) { try open(remote) }
    #expect(remote.refusals.value == 1 && remote.server.server.requests.count == 2)
  }

  @Test("a redirect to another host is followed without the token")
  func redirect() throws {
    let other = try FileServer(bytes)
    let place = "http://localhost:\(other.server.port)/there"
    let remote = try remote { $0.faults = Array(repeating: .redirect(place), count: 50) }
    let sound = try open(remote)
    #expect((try sound.bytes(0..<bytes.count) == bytes) as Bool)
    sound.close()
    #expect(!other.server.requests.isEmpty)
    for request in other.server.requests {
      #expect(request.value(of: "Authorization") == nil)
      #expect(request.value(of: "Range") != nil)
    }
  }

  @Test("another file at the server in the middle is an error and not a mixture")
  func changed() throws {
    let remote = try remote()
    let sound = try open(remote)
    _ = try sound.bytes(0..<1000)
    remote.server.change {
      $0.etag = "\"two\""
      $0.bytes.reverse()
    }
    #expect(throws: RemoteFault.changed) { try sound.bytes(700_000..<bytes.count) }
    sound.close()
  }

  @Test("a cancellation and its timeout end a read from a silent server")
  func cancelled() throws {
    let remote = try remote { $0.faults = Array(repeating: .silence, count: 20) }
    let cancellation = Cancellation()
    #expect(throws: MediaError.timedOut(.server(Remote.address))) {
      try cancellation.limited(to: .milliseconds(30)) {
        _ = try remote.sounds.open(Remote.address, cancellation)
      }
    }
    cancellation.cancel()
    #expect(throws: MediaError.cancelled) { try remote.sounds.open(Remote.address, cancellation) }
  }

  @Test("a silent connection is given up for another while the reader waits")
  func stalled() throws {
    var remote = try remote()
    remote.limits.stallTime = .milliseconds(50)
    let sound = try open(remote)
    _ = try sound.bytes(0..<1000)
    remote.server.change { $0.faults = [.silence] }
    let place = 700_000..<700_100
    #expect((try sound.bytes(place) == Array(bytes[place])) as Bool)
    sound.close()
  }

  @Test("a jump, which opens the track again, waits for a server that is away for a moment")
  func openedAgain() throws {
    let remote = try remote()
    let sounds = remote.sounds
    let first = try sounds.open(Remote.address)
    _ = try first.bytes(0..<1000)
    first.close()
    let away = [FileServer.Fault](repeating: .status(503, []), count: 8)
    remote.server.change { $0.faults = away }
    let again = try sounds.open(Remote.address)
    #expect((try again.bytes(0..<1000) == Array(bytes[0..<1000])) as Bool)
    again.close()
    // A track of which nothing has come yet is not waited for so long.
    remote.server.change { $0.faults = away }
    #expect(throws: MediaError.server(Remote.address, .busy)) {
      try remote.sounds.open(Remote.address)
    }
  }

  @Test("without ranges, a jump beyond what is kept in memory gets there")
  func farJump() throws {
    var remote = Remote(try FileServer(noise(12_000_000)) { $0.hasRanges = false })
    remote.limits.forwardBytes = 512 << 10
    let sound = try open(remote)
    let place = 11_000_000..<11_100_000
    #expect((try sound.bytes(place) == Array(noise(12_000_000)[place])) as Bool)
    #expect(remote.server.ranges.count <= 3, "\(remote.server.ranges)")
    sound.close()
  }

  @Test("a long sound without ranges is asked for again before its reader has come to the end")
  func forwardAhead() async throws {
    var remote = Remote(
      try FileServer(noise(12_000_000)) {
        $0.isChunked = true
        $0.hasRanges = false
        $0.etag = nil
      })
    remote.limits.forwardBytes = 2 << 20
    let sound = try #require(try open(remote) as? RemoteFile)
    while !sound.condition.withLock({ sound.state.fetches.isEmpty }) {
      try await Task.sleep(for: .milliseconds(2))
    }
    // More than half of what the first answer brought is behind the reader then.
    #expect((try sound.bytes(0..<1_500_000) == noise(1_500_000)) as Bool)
    while remote.server.ranges.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
    #expect((try sound.bytes(0..<12_000_001) == noise(12_000_000)) as Bool)
    sound.close()
  }

  @Test("a prefetched file whose later request was refused is fetched anew")
  func prefetchedFault() async throws {
    let remote = try remote {
      $0.faults = [.short(50_000)] + Array(repeating: .status(403, []), count: 9)
    }
    let sounds = remote.sounds
    sounds.prefetch(Remote.address)
    while sounds.shared.withLock({ $0.prefetched.first?.fault }) == nil {
      try await Task.sleep(for: .milliseconds(2))
    }
    remote.server.change { $0.faults = [] }
    let sound = try sounds.open(Remote.address)
    #expect((try sound.bytes(0..<bytes.count) == bytes) as Bool)
    sound.close()
  }

  @Test("a size beyond all sound is not believed")
  func claimedSize() throws {
    let remote = try remote { $0.claimed = 999_999_999_999_999_999 }
    #expect(throws: MediaError.server(Remote.address, .noSound)) { try open(remote) }
  }

  @Test("without a cache no more is fetched ahead than the memory keeps")
  func boundedGoal() {
    let limits = StreamingLimits()
    var state = FileState()
    state.version.size = 1 << 30
    state.ranging = .ranges
    state.goal = .max
    for index in 0..<Int(limits.aheadInMemory / Blocks.size) {
      state.blocks.set(index, [UInt8](repeating: 0, count: Int(Blocks.size)))
    }
    #expect(state.due(limits) == nil)
    state.isCached = true
    #expect(state.due(limits)?.lowerBound == limits.aheadInMemory)
  }

  @Test("memory stays bounded while a long file is read")
  func bounded() throws {
    var remote = Remote(try FileServer(noise(12_000_000)))
    remote.limits.aheadInMemory = 1 << 20
    let sound = try #require(try open(remote) as? RemoteFile)
    var most = 0
    for start in stride(from: 0, to: 12_000_000, by: 200_000) {
      _ = try sound.bytes(start..<start + 200_000)
      most = max(most, sound.condition.withLock { sound.state.blocks.count })
    }
    #expect(most <= 90, "\(most) blocks")
    sound.close()
  }

  @Test("the beginning of the next track is there before it is opened")
  func prefetched() async throws {
    let remote = try remote()
    let sounds = remote.sounds
    sounds.prefetch(Remote.address)
    while remote.server.ranges.count < 3 { try await Task.sleep(for: .milliseconds(2)) }
    let sound = try sounds.open(Remote.address)
    #expect((try sound.bytes(0..<bytes.count) == bytes) as Bool)
    let count = remote.server.ranges.count
    sounds.prefetch(Remote.address)
    sound.close()
    #expect(count <= 6, "\(remote.server.ranges)")
  }
}
