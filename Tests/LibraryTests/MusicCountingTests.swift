import Foundation
import Library
import Music
import Testing

@Suite("Counting music")
struct MusicCountingTests {
  @Test("audio files are counted by name, hidden folders and links are not, and there is a limit")
  func counts() throws {
    let files = FileManager.default
    let root = files.temporaryDirectory.appendingPathComponent("count-\(UUID().uuidString)")
    defer { try? files.removeItem(at: root) }
    for folder in ["A/B", ".hidden", "empty"] {
      try files.createDirectory(
        at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    for name in ["A/one.flac", "A/B/two.MP3", "A/B/three.ogg", "A/cover.jpg", ".hidden/x.mp3"] {
      try Data(repeating: 0, count: 100).write(to: root.appendingPathComponent(name))
    }
    try files.createSymbolicLink(
      at: root.appendingPathComponent("loop"), withDestinationURL: root)
    let count = MusicCounting.count(FilePath(root.path))
    #expect(count.files == 3 && count.folders == 2 && count.bytes == 300 && count.isWhole)
    #expect(!MusicCounting.count(FilePath(root.path), atMost: 4).isWhole)
    #expect(MusicCounting.count(FilePath(root.path + "/gone")) == MusicCount())
  }
}
