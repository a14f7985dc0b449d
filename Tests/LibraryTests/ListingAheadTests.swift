import Foundation
import Music
import Testing

@testable import Library

/// Walks on two threads: they have to find what a walk on one finds, in the same order.
@Suite("Walks on two threads")
struct ListingAheadTests {
  private let folder = TemporaryFolder()
  private var music: FilePath { folder["music"] }

  private struct Found: Equatable {
    var path: FilePath
    var files: [[UInt8]] = []
    var folders: [[UInt8]] = []
    var digest: Int64?
    var isListable = true
  }

  private func walk(_ kept: DirectoryCache? = nil, listsAhead: Bool, steps: Int = .max) -> [Found] {
    var walk = FolderWalk(music, roots: [music], kept: kept, listsAhead: listsAhead)
    defer { walk.end() }
    var found: [Found] = []
    while found.count < steps, let step = walk.next() {
      switch step {
      case .unlistable(let path): found.append(Found(path: path, isListable: false))
      case .listed(let folder, let listing):
        found.append(
          Found(
            path: folder.path, files: listing.files.map(\.name), folders: listing.folders,
            digest: listing.digest))
      }
    }
    return found
  }

  private func makeMusic() {
    for artist in 0..<40 {
      for album in 0..<(artist % 6) {
        for number in 0...(album * 2) {
          folder.write("music/\(artist)/\(album)/\(number).flac", Array("\(artist)".utf8))
        }
      }
    }
    makeFolder(folder["music/empty"])
  }

  private func link(_ target: String, _ name: String) {
    withCString(folder[target]) { target in
      withCString(folder[name]) { #expect(symlink(target, $0) == 0) }
    }
  }

  @Test("folders come in the order of one thread, each with the same files")
  func order() {
    makeMusic()
    let expected = walk(listsAhead: false)
    // The top, the empty one, 33 artists with albums, and their albums.
    #expect(expected.count == 1 + 1 + 33 + (0..<40).reduce(0) { $0 + $1 % 6 })
    for _ in 0..<20 { #expect(walk(listsAhead: true) == expected) }
  }

  @Test("folders that links lead to, in circles and twice, come once and by the same name")
  func links() {
    makeMusic()
    for number in 0..<30 { folder.write("outside/\(number)/\(number).flac", [1]) }
    link("outside", "outside/7/back")
    link("outside/7", "outside/9/across")
    for artist in [3, 20, 39] { link("outside", "music/\(artist)/link") }
    link("outside/8", "music/38/other")
    let expected = walk(listsAhead: false)
    #expect(expected.count { $0.path.bytes.contains(Array("link".utf8)) } == 31)
    for _ in 0..<20 { #expect(walk(listsAhead: true) == expected) }
  }

  @Test("two threads share cached names, and find what has changed since")
  func cached() async throws {
    makeMusic()
    func kept() -> DirectoryCache {
      DirectoryCache(beside: folder["library.db"], settling: 25_000_000)
    }
    try await Task.sleep(for: .milliseconds(40))
    let first = kept()
    #expect(walk(first, listsAhead: true) == walk(listsAhead: false))
    first.save(isWhole: true)
    #expect(first.known == 0)
    for round in 0..<20 {
      folder.write("music/\(round + 5)/0/new.flac", [1])
      folder.write("music/11/3/2.flac", [UInt8](repeating: 1, count: round + 5))
      let kept = kept()
      #expect(walk(kept, listsAhead: true) == walk(listsAhead: false))
      #expect(kept.known > 100 && kept.listed > 0)
      kept.save(isWhole: true)
    }
  }

  @Test("a walk that is given up leaves the cache usable")
  func givenUp() async throws {
    makeMusic()
    try await Task.sleep(for: .milliseconds(40))
    let expected = walk(listsAhead: false)
    for steps in [0, 1, 15, 16, 17, 60] {
      let kept = DirectoryCache(beside: folder["library.db"], settling: 25_000_000)
      #expect(walk(kept, listsAhead: true, steps: steps) == Array(expected.prefix(steps)))
      kept.save(isWhole: false)
      #expect(walk(kept, listsAhead: true) == expected)
    }
  }
}
