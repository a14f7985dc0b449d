import Foundation
import HTTP
import Media
import Music
import TestServers
import Testing

@testable import Streaming

@Suite("The cache on disk", .serialized)
struct CacheTests {
  private let bytes = noise(700_000)
  private let folder = TestFolder()

  private func remote(limit: Int64 = 1 << 30) throws -> Remote {
    var remote = Remote(try FileServer(bytes))
    remote.cache = StreamCache(folder: folder.path.appending("cache"), limit: limit)
    return remote
  }

  private func play(_ remote: Remote, _ range: Range<Int>? = nil) throws {
    let sound = try remote.sounds.open(Remote.address)
    let range = range ?? 0..<bytes.count
    let isSame = try sound.bytes(range) == Array(bytes[range])
    #expect(isSame)
    remote.cache?.settle()
    sound.close()
  }

  /// Plays the beginning, and has nothing more fetched: a whole copy is asked nothing about.
  private func playBeginning() throws {
    let remote = try remote()
    remote.server.change {
      $0.faults = [.short(1 << 30)] + [FileServer.Fault](repeating: .silence, count: 8)
    }
    try play(remote, 0..<200_000)
  }

  @Test("a second play asks the server for nothing, even after a restart")
  func secondPlay() throws {
    let remote = try remote()
    try play(remote)
    let cache = try #require(remote.cache)
    #expect(cache.isWhole(Remote.address) && remote.sounds.isLocal(Remote.address))
    let later = try self.remote()
    try play(later)
    #expect(later.server.server.connections == 0)
  }

  @Test("files of the cache are the user's alone")
  func mode() throws {
    try play(try remote())
    let cache = folder.path.appending("cache").text
    let names = try FileManager.default.contentsOfDirectory(atPath: cache)
    #expect(names.count == 1)
    for (path, mode) in [(cache, 0o700), ("\(cache)/\(names[0])", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
  }

  @Test("what is there is not fetched again, and the version is asked for first")
  func partly() throws {
    try playBeginning()
    let later = try remote()
    try play(later)
    #expect(later.server.ranges.allSatisfy { $0 != "bytes=0-262143" })
    #expect(later.server.server.requests.first?.value(of: "If-Range") == "\"one\"")
  }

  @Test("a part is opened although the first question about it was refused for a moment")
  func partlyBusy() throws {
    try playBeginning()
    let later = try remote()
    later.server.change { $0.faults = [.status(503, [])] }
    try play(later)
    #expect(later.server.ranges.allSatisfy { $0 != "bytes=0-262143" })
  }

  @Test("a part of another version is dropped before anything of it is heard")
  func changedMeanwhile() throws {
    try playBeginning()
    let later = try remote()
    let other = Array(bytes.reversed())
    later.server.change {
      $0.etag = "\"two\""
      $0.bytes = other
    }
    let sound = try later.sounds.open(Remote.address)
    let isSame = try sound.bytes(0..<other.count) == other
    #expect(isSame)
    sound.close()
  }

  @Test("a damaged block, as after a crash, is fetched again")
  func damaged() throws {
    let remote = try remote()
    try play(remote)
    let path = try #require(remote.cache).path(Remote.address).text
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.seek(toOffset: 8192 + 65536 * 3 + 77)
    try handle.write(contentsOf: Data([1, 2, 3, 4]))
    try handle.close()
    let later = try self.remote()
    try play(later)
    #expect(later.server.ranges == ["bytes=196608-262143"])
  }

  @Test("files that are none of ours are left alone, and the sound plays")
  func foreign() throws {
    let remote = try remote()
    let path = try #require(remote.cache).path(Remote.address).text
    try FileManager.default.createDirectory(
      atPath: folder.path.appending("cache").text, withIntermediateDirectories: true)
    let target = try folder.write("target", [1, 2, 3]).text
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    try play(remote)
    #expect(folder.bytes("target") == [1, 2, 3])
  }

  @Test("half a header is made anew")
  func halfHeader() throws {
    let remote = try remote()
    try play(remote)
    let path = try #require(remote.cache).path(Remote.address).text
    try Data("tritone sound 1\n7".utf8).write(to: URL(filePath: path))
    try play(try self.remote())
    try play(try self.remote())
  }

  @Test("two programs at once write one file")
  func twoAtOnce() throws {
    let (one, other) = (try remote(), try remote())
    let (left, right) = (
      try one.sounds.open(Remote.address), try other.sounds.open(Remote.address)
    )
    for start in stride(from: 0, to: bytes.count, by: 100_000) {
      let range = start..<min(bytes.count, start + 100_000)
      #expect(try left.bytes(range) == Array(bytes[range]))
      #expect(try right.bytes(range) == Array(bytes[range]))
    }
    one.cache?.settle()
    other.cache?.settle()
    left.close()
    right.close()
    let later = try remote()
    try play(later)
    #expect(later.server.server.connections == 0)
  }

  @Test("beyond the limit the least recently played goes, and never one that plays")
  func limit() throws {
    let cache = StreamCache(folder: folder.path.appending("cache"), limit: 1_000_000)
    // The oldest one plays, and so does the newest one.
    var playing: [(Remote, any RemoteSound)] = []
    var addresses: [ServerTrackAddress] = []
    for number in 1...3 {
      let address = try #require(
        ServerTrackAddress(server: Remote.address.server, track: "\(number)"))
      var remote = Remote(try FileServer(bytes))
      remote.cache = cache
      let sound = try remote.sounds.open(address)
      let isSame = try sound.bytes(0..<bytes.count) == bytes
      #expect(isSame)
      cache.settle()
      addresses.append(address)
      if number == 2 { sound.close() } else { playing.append((remote, sound)) }
    }
    #expect(addresses.map { cache.isWhole($0) } == [true, false, true])
    withExtendedLifetime(playing) {}
  }

  @Test("a folder that cannot be made costs the cache and not the sound")
  func noFolder() throws {
    var remote = Remote(try FileServer(bytes))
    remote.cache = StreamCache(folder: FilePath("/dev/null/cache"))
    try play(remote)
    remote.cache = StreamCache(folder: FilePath("/proc/none"))
    try play(remote)
  }

  private func transcode(_ remote: Remote, _ bytes: [UInt8]? = nil) {
    remote.server.change {
      $0.isChunked = true
      $0.hasRanges = false
      $0.etag = nil
      if let bytes { $0.bytes = bytes }
    }
  }

  @Test("a part is not filled up with the bytes of a transcoder")
  func transcodedMeanwhile() async throws {
    let first = try remote()
    let part = try first.sounds.open(Remote.address)
    _ = try part.bytes(0..<40_000)
    // What the first request brings is there, and not all.
    while first.cache?.file(Remote.address)?.blocks().count ?? 0 < 4 {
      try await Task.sleep(for: .milliseconds(2))
    }
    part.close()
    let later = try remote()
    let other = Array(bytes.reversed())
    transcode(later, other)
    let sound = try later.sounds.open(Remote.address)
    let isSame = try sound.bytes(0..<other.count + 1) == other
    #expect(isSame)
    sound.close()
    later.cache?.settle()
    #expect(later.cache?.isWhole(Remote.address) == false)
    try play(try remote())
  }

  @Test("sound without a length and without a version, which may have ended early, is not kept")
  func transcoded() throws {
    let remote = try remote()
    transcode(remote, Array(bytes.prefix(300_000)))
    let sound = try remote.sounds.open(Remote.address)
    #expect(try sound.bytes(0..<bytes.count).count == 300_000)
    sound.close()
    remote.cache?.settle()
    #expect(remote.cache?.isWhole(Remote.address) == false)
    try play(try self.remote())
  }

  @Test("what is forgotten of a server or of a track is gone, also what is being fetched of it")
  func forgotten() throws {
    let remote = try remote()
    let cache = try #require(remote.cache)
    try play(remote)
    cache.forget(server: "ffffffff-0123-4567-89ab-0123456789ab")
    #expect(cache.isWhole(Remote.address))
    remote.sounds.forget(server: Remote.address.server)
    #expect(!cache.isWhole(Remote.address))
    try play(remote)
    #expect(cache.isWhole(Remote.address))
    remote.sounds.forget([Remote.address])
    #expect(!cache.isWhole(Remote.address))
    let sound = try remote.sounds.open(Remote.address)
    cache.forget(server: Remote.address.server)
    let isSame = try sound.bytes(0..<bytes.count) == bytes
    #expect(isSame)
    cache.settle()
    #expect(!cache.isWhole(Remote.address))
    sound.close()
  }

  @Test("a cache that was off for many tracks works once it is on")
  func switchedOn() throws {
    let remote = try remote(limit: 0)
    let cache = try #require(remote.cache)
    let version = FileVersion(size: Int64(bytes.count), validator: "\"one\"")
    for _ in 0..<600 {
      let isTaken = cache.write(
        0, Array(bytes.prefix(65_536)), of: Remote.address, version, age: cache.age,
        to: { nil }, done: { _ in })
      #expect(!isTaken)
    }
    cache.setLimit(1 << 30)
    try play(remote)
    #expect(cache.isWhole(Remote.address))
  }

  @Test("chunks without a length are kept once they are whole, if their version has a name")
  func chunked() throws {
    let remote = try remote()
    remote.server.change {
      $0.isChunked = true
      $0.hasRanges = false
    }
    try play(remote, 0..<bytes.count)
    _ = try remote.sounds.open(Remote.address).bytes(0..<bytes.count + 1)
    remote.cache?.settle()
    let later = try self.remote()
    try play(later)
    #expect(later.server.server.connections == 0)
  }
}
