import Foundation
import HTTP
import Library
import Music
import Online
import TestServers
import Testing

@testable import tritone

@Suite("Lyrics that the net answered with")
struct FetchedLyricsTests {
  private let folder: Folder
  private let query = LyricsQuery(title: "Pier", artist: "Ola", album: nil, seconds: 100)

  init() throws { folder = try Folder() }

  private var store: FetchedLyricsStore { FetchedLyricsStore(folder: folder.path("cache/lyrics")) }

  private func fetching(_ server: LoopbackServer) -> LyricsFetching {
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    return LyricsFetching(
      HTTPClient(configuration), at: "http://127.0.0.1:\(server.port)", store: store)
  }

  @Test("a text is kept for good, none for thirty days, in files for the user alone")
  func kept() throws {
    #expect(store.answer(to: query) == nil)
    try store.keep(.text("[00:01]a"), for: query, now: 1_000)
    #expect(store.answer(to: query, now: 1_000_000_000) == .text("[00:01]a"))
    let none = LyricsQuery(title: "Other", artist: "Ola", album: nil, seconds: 100)
    try store.keep(.nothing, for: none, now: 1_000)
    #expect(store.answer(to: none, now: 1_000 + 29 * 86_400) == .nothing)
    #expect(store.answer(to: none, now: 1_000 + 31 * 86_400) == nil)
    // A clock that was set back.
    #expect(store.answer(to: none, now: 0) == nil)
    let files = try FileManager.default.contentsOfDirectory(atPath: store.folder.text)
    #expect(files.count == 2)
    let mode = try FileManager.default.attributesOfItem(atPath: store.folder.text)
    #expect(mode[.posixPermissions] as? Int == 0o700)
  }

  @Test("a damaged file, and one of another query under the same name, count for nothing")
  func damaged() throws {
    try store.keep(.text("words"), for: query)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: store.folder.text).first)
    let file = URL(fileURLWithPath: store.folder.text).appendingPathComponent(name)
    let whole = try Data(contentsOf: file)
    for bytes in [
      whole.prefix(10), Data(), Data(repeating: 0x5B, count: 5_000),
      Data(String(decoding: whole, as: UTF8.self).replacing("Pier", with: "Quay").utf8),
    ] {
      try bytes.write(to: file)
      #expect(store.answer(to: query) == nil)
    }
    try whole.write(to: file)
    #expect(store.answer(to: query) == .text("words"))
  }

  @Test("a track is asked for once, two at the same time one after the other")
  func once() async throws {
    let server = try LoopbackServer {
      $0.answer(200, [], Array(#"{"syncedLyrics": "[00:01.00]Hi", "duration": 100}"#.utf8))
    }
    let fetching = fetching(server)
    let query = query
    try await withThrowingTaskGroup(of: FoundLyrics.self) { group in
      for _ in 0..<8 { group.addTask { try await fetching.lyrics(for: query) } }
      for try await found in group { #expect(found == .text("[00:01.00]Hi")) }
    }
    #expect(server.requests.count == 1)
    for number in 0..<6 {
      let other = LyricsQuery(title: "\(number)", artist: "Ola", album: nil, seconds: 100)
      _ = try await fetching.lyrics(for: other)
    }
    #expect(server.requests.count == 7 && server.busiest == 1)
  }

  @Test("none is asked for again by the command only")
  func again() async throws {
    let server = try LoopbackServer {
      $0.request.target.hasPrefix("/api/get?") ? $0.answer(404) : $0.answer(200, [], [0x5B, 0x5D])
    }
    let fetching = fetching(server)
    for _ in 0..<3 { #expect(try await fetching.lyrics(for: query) == .nothing) }
    #expect(server.requests.count == 2)
    #expect(try await fetching.lyrics(for: query, isAgain: true) == .nothing)
    #expect(server.requests.count == 4)
  }

  @Test("a server that wants a long pause is left alone")
  func pause() async throws {
    let server = try LoopbackServer { $0.answer(429, ["Retry-After: 7200"]) }
    let fetching = fetching(server)
    for _ in 0..<3 {
      await #expect(throws: HTTPError.self) { try await fetching.lyrics(for: query) }
    }
    #expect(server.requests.count == 1)
  }

  @Test("an address that is none is told of, and asks nobody")
  func address() async {
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    let fetching = LyricsFetching(HTTPClient(configuration), at: "file:///etc", store: store)
    await #expect(throws: HTTPError.self) { try await fetching.lyrics(for: query) }
  }
}
