import Library
import Music
import Testing

@Suite("Tracks added behind an entry")
struct EntryInsertionTests {
  private struct Scene {
    let test: TestLibrary
    let list: PlaylistID
    let ids: [TrackID]
    let entries: [EntryID]

    /// A playlist of the first three of eight tracks.
    init() async throws {
      test = try TestLibrary()
      ids = try await test.withTracks(8)
      list = try await test.library.createPlaylist(named: "Peak").id
      _ = try await test.library.add(Array(ids[..<3]), to: list)
      let window = try await test.library.window(
        ListQuery(.playlist(list)), range: 0..<9, anchor: nil)
      entries = window.rows.compactMap { if case .entry(let entry) = $0 { entry.id } else { nil } }
    }

    func insert(_ tracks: [Int], behind entry: EntryID?, past: [Int] = []) async throws -> Addition
    {
      try await test.library.insert(
        tracks.map { QueuedTrack(ids[$0]) }, into: list, behind: entry, past: past.map { ids[$0] })
    }

    /// The titles in order.
    func order() async throws -> [String] {
      try await test.rows(ListQuery(.playlist(list))).compactMap { $0.split(separator: " ").last }
        .map(String.init)
    }
  }

  @Test("they follow the entry and each other, and each addition is one step of the history")
  func order() async throws {
    let scene = try await Scene()
    let addition = try await scene.insert([4, 5], behind: scene.entries[0])
    #expect(addition.added == 2 && addition.alreadyThere == 0)
    #expect(try await scene.order() == ["1", "5", "6", "2", "3"])
    _ = try await scene.insert([6], behind: scene.entries[0], past: [4, 5])
    #expect(try await scene.order() == ["1", "5", "6", "7", "2", "3"])
    #expect(try await scene.test.library.undo() == "added 7 to Peak")
    #expect(try await scene.order() == ["1", "5", "6", "2", "3"])
    #expect(try await scene.test.library.undo() == "added 2 tracks to Peak")
    #expect(try await scene.order() == ["1", "2", "3"])
    _ = try await scene.test.library.redo()
    #expect(try await scene.order() == ["1", "5", "6", "2", "3"])
  }

  @Test("without an entry, behind the last one or one that is gone they are at the end")
  func atTheEnd() async throws {
    let scene = try await Scene()
    _ = try await scene.insert([3], behind: nil)
    _ = try await scene.insert([4], behind: EntryID(9_999))
    #expect(try await scene.order() == ["1", "2", "3", "4", "5"])
    _ = try await scene.insert([5], behind: scene.entries[2])
    #expect(try await scene.order() == ["1", "2", "3", "6", "4", "5"])
  }

  @Test("several behind the last entry follow it, and each other")
  func behindTheLast() async throws {
    let scene = try await Scene()
    _ = try await scene.insert([3, 4], behind: scene.entries[2])
    #expect(try await scene.order() == ["1", "2", "3", "4", "5"])
    _ = try await scene.insert([5], behind: scene.entries[2], past: [3, 4])
    #expect(try await scene.order() == ["1", "2", "3", "4", "5", "6"])
  }

  @Test("what is there is not added again, nor moved")
  func duplicates() async throws {
    let scene = try await Scene()
    let addition = try await scene.insert([2, 6], behind: scene.entries[0])
    #expect(addition.added == 1 && addition.alreadyThere == 1)
    #expect(try await scene.order() == ["1", "7", "2", "3"])
  }
}
