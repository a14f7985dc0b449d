import Foundation
import Library
import Music
import Testing

/// File systems that really come and go, without a requested scan.
@Suite(
  "Mounts", .serialized,
  .enabled(if: MountedDisk.isPermitted, "the kernel does not let this user mount a file system"))
struct MountTests {
  private let songs = ListQuery(.songs, sort: .title)

  private func watching(
    _ test: TestLibrary, _ body: (LibraryWatch) async throws -> Void
  ) async throws {
    let watch = LibraryWatch(test.library) { Issue.record("\($0.message)") }
    watch.start()
    defer { watch.stop() }
    try await eventually { watch.isIdle }
    try await body(watch)
  }

  private func offline(_ test: TestLibrary) async throws -> [String] {
    let ids = try await test.library.trackIDs(songs)
    return try await test.library.tracks(ids).filter(\.isOffline).map(\.title)
  }

  @Test("a root that is unmounted is offline, and its tracks return with what was said of them")
  func root() async throws {
    let test = try TestLibrary()
    let disk = try MountedDisk(at: test.music)
    let ids = try await test.withTracks(3)
    try await test.library.setRating(Rating(stars: 4), for: ids)
    try await watching(test) { watch in
      disk.detach()
      try await eventually { try await offline(test) == ["1", "2", "3"] }
      try await eventually { watch.isIdle }
      #expect(try test.database.run("SELECT count(*) FROM tracks WHERE missing") == ["0"])
      #expect(try await test.rows(songs) == ["1", "2", "3"])

      try disk.attach()
      for number in 1...3 { test.write("\(number).flac", [("TITLE", "\(number)")]) }
      try await eventually {
        let isThere = try await offline(test) == []
        let rows = try await test.rows(songs)
        return isThere && rows == ["1", "2", "3"] && watch.isIdle
      }
      #expect(try await test.library.trackIDs(songs) == ids)
      #expect(try await test.library.tracks(ids).allSatisfy { $0.rating.stars == 4 })
      // The folder is watched again, too.
      test.write("4.flac", [("TITLE", "4")])
      try await eventually { try await test.rows(songs) == ["1", "2", "3", "4"] }
    }
  }

  @Test("of a root with a mount in it only what is on that goes offline, and comes back")
  func below() async throws {
    let test = try TestLibrary()
    let disk = try MountedDisk(at: test.music.appending("stick"))
    test.write("stick/inner/1.flac", [("TITLE", "1")])
    test.write("2.flac", [("TITLE", "2")])
    try await test.scan()
    let ids = try await test.library.trackIDs(songs)
    try await watching(test) { watch in
      disk.detach()
      try await eventually { try await offline(test) == ["1"] }
      // Changes beside the mount are still seen, and its tracks stay offline.
      test.write("3.flac", [("TITLE", "3")])
      try await eventually { try await test.rows(songs) == ["1", "2", "3"] }
      try await eventually { watch.isIdle }
      #expect(try await test.scan().missing == 0)
      #expect(try await offline(test) == ["1"])
      try disk.attach()
      test.write("stick/inner/1.flac", [("TITLE", "1")])
      try await eventually { try await offline(test) == [] && watch.isIdle }
      #expect(try await test.rows(songs) == ["1", "2", "3"])
      #expect(try await test.library.trackIDs(songs).prefix(2) == ids.prefix(2))
    }
  }
}
