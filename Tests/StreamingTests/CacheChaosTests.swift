import Foundation
import HTTP
import Media
import Music
import TestServers
import Testing

@testable import Streaming

/// Reads, crashes, limits and other versions of tracks, in any order.
@Suite("The cache while all changes", .serialized)
struct CacheChaosTests {
  /// A track with all versions that its server has had.
  private struct Source {
    let address: ServerTrackAddress
    var remote: Remote
    var sounds: RemoteSounds
    var versions: [[UInt8]]
    /// Whether the server has changed it since it was opened last.
    var isOther = false
  }

  private let folder = TestFolder()
  private var cacheFolder: FilePath { folder.path.appending("cache") }

  private func source(_ number: Int, _ cache: StreamCache) throws -> Source {
    let bytes = Array(noise(1_000_000 + number * 7_919).dropFirst(number * 1_009))
    var remote = Remote(try FileServer(bytes) { $0.etag = "\"0\"" })
    remote.cache = cache
    return Source(
      address: try #require(
        ServerTrackAddress(server: Remote.address.server, track: "track \(number)")),
      remote: remote, sounds: remote.sounds, versions: [bytes])
  }

  /// Another start of the program, with the same folder.
  private func restart(_ sources: inout [Source], limit: Int64) -> StreamCache {
    let cache = StreamCache(folder: cacheFolder, limit: limit)
    for index in sources.indices {
      sources[index].remote.cache = cache
      sources[index].sounds = sources[index].remote.sounds
    }
    return cache
  }

  /// The disk has lost or mixed up some bytes of a file.
  private func damage(_ random: inout SeededGenerator) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: cacheFolder.text).sorted()
    guard let name = names.randomElement(using: &random) else { return }
    let path = cacheFolder.appending(name).text
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    let size = try handle.seekToEnd()
    if Bool.random(using: &random) {
      try handle.truncate(atOffset: UInt64.random(in: 0...size, using: &random))
    } else {
      for _ in 0..<3 {
        try handle.seek(toOffset: UInt64.random(in: 0..<max(1, size), using: &random))
        try handle.write(contentsOf: Data([UInt8.random(in: 0...255, using: &random)]))
      }
    }
    try handle.close()
  }

  /// Plays some ranges of a track; each has to be that of the one version that was opened.
  ///
  /// - Returns: Whether all could be read.
  private func play(_ source: Source, _ random: inout SeededGenerator) throws -> Bool {
    let sound = try source.sounds.open(source.address)
    defer { sound.close() }
    var candidates = source.versions
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let start = Int.random(in: 0..<900_000, using: &random)
      let length = Int.random(in: 1...200_000, using: &random)
      let got: [UInt8]
      do { got = try sound.bytes(start..<start + length) } catch {
        // Nothing of two versions is mixed.
        return false
      }
      candidates.removeAll { $0.dropFirst(start).prefix(length).elementsEqual(got) == false }
      #expect(!candidates.isEmpty, "bytes of no version, or of two, at \(start)")
    }
    return true
  }

  /// Bytes on the disk.
  private func size() throws -> Int64 {
    // Before the first write there is no folder.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: cacheFolder.text)) ?? []
    var sum: Int64 = 0
    for name in names {
      var status = stat()
      #expect(stat(cacheFolder.appending(name).text, &status) == 0)
      sum += Int64(status.st_blocks) * 512
    }
    return sum
  }

  @Test(
    "what is read is what a server has or had, whatever becomes of the cache", arguments: 0..<10)
  func chaos(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var limit: Int64 = 2_500_000
    var cache = StreamCache(folder: cacheFolder, limit: limit)
    var sources = try (0..<4).map { try source($0, cache) }
    var (plays, whole) = (0, 0)
    for _ in 0..<60 {
      let index = Int.random(in: sources.indices, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: cache = restart(&sources, limit: limit)
      case 1:
        cache.settle()
        if FileManager.default.fileExists(atPath: cacheFolder.text) { try damage(&random) }
      case 2:
        limit = [0, 900_000, 2_500_000, 1 << 30].randomElement(using: &random) ?? limit
        cache.setLimit(limit)
        cache.settle()
        #expect(try size() <= limit)
      case 3:
        // Another program has a smaller cache.
        StreamCache.trim(cacheFolder, beyond: Int64.random(in: 0...2_000_000, using: &random))
      case 4:
        let number = sources[index].versions.count
        let bytes = Array(noise(1_000_000 + number).reversed())
        sources[index].versions.append(bytes)
        sources[index].remote.server.change {
          $0.etag = "\"\(number)\""
          $0.bytes = bytes
        }
        // A listing tells of it, or has not yet.
        if Bool.random(using: &random) {
          sources[index].sounds.forget([sources[index].address])
          sources[index].versions = [bytes]
        }
        sources[index].isOther = true
      case 5:
        sources[index].remote.server.change {
          $0.faults = [.cut(Int.random(in: 0...90_000, using: &random)), .status(503, [])]
        }
      default:
        let isWhole = try play(sources[index], &random)
        (plays, whole) = (plays + 1, whole + (isWhole ? 1 : 0))
        // A track that is as it was can always be read.
        #expect(isWhole || sources[index].isOther)
        if isWhole { sources[index].isOther = false }
      }
    }
    #expect(plays > 15 && whole > plays / 2)
    for source in sources {
      source.remote.server.change { $0.faults = [] }
      source.sounds.forget([source.address])
      let sound = try source.sounds.open(source.address)
      let last = try #require(source.versions.last)
      let isSame = try sound.bytes(0..<last.count) == last
      #expect(isSame)
      sound.close()
    }
    cache.settle()
    cache.setLimit(1_200_000)
    cache.settle()
    #expect(try size() <= 1_200_000)
  }
}
