import Foundation
import Music
import Peers
import Sync
import Testing

/// Calls over a connection, as they should be.
@Suite("Calls to another Tritone")
struct SessionTests {
  @Test("all calls reach the other library and their results come back")
  func calls() async throws {
    var track = DeviceTrack(id: "t", path: FilePath("a/x.mp3"), title: "Ä\u{202E}", artist: "B")
    track.marks = DeviceMarks(plays: 3, lastPlayed: 9, isFavorite: true, rating: 4)
    let connected = try Connected()
    connected.peer.with {
      $0.files[FilePath(bytes: [0x61, 0xFF])] = [1, 2, 3]
      $0.plays = [DevicePlay(path: FilePath("../x"), artist: "A", time: 7)]
      $0.contents.tracks = [track]
      $0.contents.playlists = [
        DevicePlaylist(id: "l", name: "List", tracks: (0..<2_500).map { "t\($0)" })
      ]
      $0.contents.faults = ["a fault"]
    }
    let client = connected.client
    try await client.open()
    #expect(client.identity?.name == "Pi")
    let snapshot = try await client.snapshot { _ in }
    var expected = try await connected.peer.snapshot { _ in }
    // A path that leads out of the music folder does not come over.
    expected.plays[0].path = nil
    #expect(snapshot == expected)

    let (source, bytes) = try connected.file("source", 700_001)
    let sent = try await client.send(connected.transfer(source, 700_001, to: "a/b.mp3")) { _ in }
    #expect(sent == DeviceFile(path: FilePath("a/b.mp3"), size: 700_001, modified: 1))
    #expect(connected.peer.with { $0.files[FilePath("a/b.mp3")] } == bytes)
    let target = connected.folder.appending("fetched")
    try await client.fetch(sent, to: target) { _ in }
    #expect(FileManager.default.contents(atPath: target.text) == Data(bytes))

    let facts = try await client.facts(of: [sent])
    #expect(facts == [sent.path: DeviceFileFacts(audioHash: 700_001)])
    let moved = try await client.move(sent, to: FilePath("c"))
    #expect(moved.path == FilePath("c"))
    try await client.remove(moved)
    try await client.flush()
    var commit = DeviceCommit(syncID: "0123")
    commit.tracks = [track]
    commit.playlists = [DevicePlaylist(id: "m", name: "M", tracks: ["t"])]
    try await client.commit(commit)
    #expect(connected.peer.with { $0.contents.syncID } == "0123")
    #expect(connected.peer.with { $0.contents.tracks } == [track])
    await client.close()
    #expect(await connected.server.value == .closed)
    let parts = connected.folder.appending("parts")
    #expect(try FileManager.default.contentsOfDirectory(atPath: parts.text) == ["sync.lock"])
  }

  @Test("an empty file and one of exactly a block arrive", arguments: [0, 1, 262_144, 4_194_304])
  func sizes(size: Int) async throws {
    let connected = try Connected()
    try await connected.client.open()
    let (source, bytes) = try connected.file("source", size)
    _ = try await connected.client.send(connected.transfer(source, size, to: "x")) { _ in }
    #expect(connected.peer.with { $0.files[FilePath("x")] } == bytes)
    await connected.client.close()
  }

  @Test(
    "errors come over with their paths and codes",
    arguments: [
      PeerError.gone, .notTheDevice, .readOnly, .full, .busy("x"), .changed(FilePath("a")),
      .exists(FilePath(bytes: [0xFF])), .unreadable(FilePath("b"), code: 5),
      .unwritable(FilePath("c"), code: 28), .source(FilePath("d"), code: 2), .database("e"),
      .remote("f"),
    ])
  func errors(error: PeerError) async throws {
    let connected = try Connected()
    try await connected.client.open()
    connected.peer.with { $0.failure = error }
    #expect(await callFault { try await connected.client.flush() } == error)
    // The connection goes on.
    connected.peer.with { $0.failure = nil }
    try await connected.client.flush()
    await connected.client.close()
  }

  @Test("a long snapshot comes in pieces")
  func long() async throws {
    let connected = try Connected()
    connected.peer.with { state in
      state.contents.tracks = (0..<5_000).map {
        DeviceTrack(id: "\($0)", path: FilePath("Artist/Album/\($0).flac"), title: "Title \($0)")
      }
    }
    try await connected.client.open()
    let snapshot = try await connected.client.snapshot { _ in }
    #expect(snapshot.contents == connected.peer.with { $0.contents })
    await connected.client.close()
  }

  @Test("another library than the one that is meant is refused")
  func otherLibrary() async throws {
    let connected = try Connected(uuid: "two")
    #expect(await callFault { try await connected.client.open() } == .notTheDevice)
    #expect(connected.peer.with { $0.calls }.contains("open") == false)
    _ = await connected.server.value
  }

  @Test("a second sync with the same library is told who is there")
  func busy() async throws {
    let first = try Connected()
    try await first.client.open()
    let (here, there) = try Connected.socket()
    let server = Connected.serve(MemoryPeer(), first.folder, input: there, output: there)
    let second = RemotePeer(DescriptorTransport(input: here, output: here))
    let error = await callFault { try await second.open() }
    #expect(
      error
        == .busy("another sync with this library, begun a moment ago (process \(getpid()) there)"))
    #expect(await server.value == .refused)
    await first.client.close()
  }

  @Test("a source that changes while it is copied is not kept")
  func changedSource() async throws {
    let connected = try Connected()
    try await connected.client.open()
    let (source, _) = try connected.file("source", 100)
    let error = await callFault {
      _ = try await connected.client.send(connected.transfer(source, 101, to: "x")) { _ in }
    }
    #expect(error == .source(source, code: ESTALE))
    let (large, _) = try connected.file("large", 6_000_000)
    let changed = await callFault {
      _ = try await connected.client.send(connected.transfer(large, 6_000_000, to: "x")) { _ in
        truncate(large.text, 5_000_000)
      }
    }
    #expect(changed == .source(large, code: ESTALE))
    let (same, _) = try connected.file("same", 6_000_000)
    let touched = await callFault {
      _ = try await connected.client.send(connected.transfer(same, 6_000_000, to: "x")) { _ in
        utimes(same.text, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)])
      }
    }
    #expect(touched == .source(same, code: ESTALE))
    #expect(connected.peer.with { $0.files.isEmpty })
    try await connected.client.flush()
    await connected.client.close()
  }
}
