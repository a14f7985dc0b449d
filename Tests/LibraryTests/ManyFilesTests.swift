import Foundation
import Music
import Testing

@testable import Library

@Suite("Many files")
struct ManyFilesTests {
  @Test("tracks are inserted together, and those that another process has added are no second ones")
  func addedMeanwhile() async throws {
    let test = try TestLibrary()
    test.write("0.flac", [("TITLE", "0")])
    try await test.scan()
    for number in 1...90 { test.write("\(number).flac", [("TITLE", "\(number)")]) }

    let other = try RawConnection(to: test.folder["library.db"])
    try other.run("BEGIN IMMEDIATE")
    let scan = Task { try await test.library.scan(nil) { _ in } }
    try await Task.sleep(for: .milliseconds(300))
    for number in stride(from: 1, through: 90, by: 3) {
      let path = test.music.appending("\(number).flac").text
      try other.run(
        """
        INSERT INTO tracks (source, path, root, folder, codec, container, sample_rate, channels,
          has_art, size, modified, added, credit)
        SELECT 1, CAST('\(path)' AS BLOB), root, folder, 'flac', 'flac', 44100, 2, 0, 0, 0, 0, ''
        FROM tracks LIMIT 1
        """)
    }
    try other.run("COMMIT")

    let progress = try await scan.value
    #expect(progress.added == 60 && progress.updated == 30 && progress.unchanged == 1)
    let ids = try await test.library.trackIDs(ListQuery(.songs, sort: .title))
    #expect(Set(try await test.titles(ids)) == Set((0...90).map { "\($0)" }))
    #expect(ids.count == 91 && Set(ids).count == 91)
    #expect(try other.run("PRAGMA foreign_key_check") == [])
  }

  @Test("a folder of many files is listed whole, and stat called in the order of inodes")
  func inodes() async throws {
    let test = try TestLibrary()
    for number in (1...300).reversed() { test.write("\(number).flac", [("TITLE", "\(number)")]) }
    #expect(try await test.scan().added == 300)
    #expect(try await test.scan().unchanged == 300)

    var files = UnaskedFiles()
    for node in (1...200).shuffled() { files.add("\(node).flac", node: UInt64(node)) }
    var names: [String] = []
    files.forEach { names.append(String(cString: $0)) }
    #expect(names == (1...200).map { "\($0).flac" })
  }
}
