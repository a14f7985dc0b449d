import Foundation
import Library
import Music
import Testing

/// Files that are there, can be opened, and fail when they are read: /proc/self/mem answers EIO.
@Suite("Files that cannot be read")
struct ReadErrorTests {
  private let songs = ListQuery(.songs, sort: .title)

  private func becomesUnreadable(_ name: String, _ test: TestLibrary) {
    let path = test.music.appending(name)
    _ = withCString(path) { unlink($0) }
    _ = withCString(path) { symlink("/proc/self/mem", $0) }
  }

  @Test("reading it fails with EIO")
  func premise() {
    let descriptor = open("/proc/self/mem", O_RDONLY)
    defer { close(descriptor) }
    var byte: UInt8 = 0
    #expect(read(descriptor, &byte, 1) == -1 && errno == EIO)
  }

  @Test("a file that fails to be read costs that file alone, and a track stays, with a fault")
  func failing() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    for name in ["new.flac", "new.mp3", "new.ogg", "new.m4a", "new.wav", "new.wma"] {
      becomesUnreadable(name, test)
    }
    becomesUnreadable("2.flac", test)
    let first = try await test.scan()
    #expect(first.failed == 7 && first.missing == 0 && first.unchanged == 2)
    #expect(try await test.rows(songs) == ["1", "2", "3"])
    let two = try #require(try await test.library.tracks([ids[1]]).first)
    #expect(two.fault != nil && !two.isMissing)
    _ = try await test.scan()
    #expect(try await test.rows(songs) == ["1", "2", "3"])
    try test.folder.remove("music/2.flac")
    test.write("2.flac", [("TITLE", "2")])
    try await test.scan()
    #expect(try await test.library.tracks([ids[1]]).first?.fault == nil)
  }
}
