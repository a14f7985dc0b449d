import Foundation
import Glibc
import Media
import Music
import Testing

@Suite("New files")
struct NewFileTests {
  private let folder = WriterFolder()

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path(name).text, encoding: .utf8)
  }

  private func write(_ text: String, as name: String, replaces: Bool) throws {
    let file = try NewFile(for: folder.path(name))
    try file.write(Array(text.utf8))
    try file.publish(replaces: replaces)
  }

  @Test("what has the name stays unless it may be replaced")
  func replacing() throws {
    try write("one", as: "a", replaces: false)
    #expect(throws: FileFault(code: EEXIST)) { try write("two", as: "a", replaces: false) }
    #expect(try text("a") == "one")
    try write("three", as: "a", replaces: true)
    #expect(try text("a") == "three")
    #expect(folder.names() == ["a"])
  }

  @Test("a link is replaced, or is in the way; what it leads to is not touched")
  func links() throws {
    try write("victim", as: "victim", replaces: false)
    for name in ["link", "dangling"] {
      let target = name == "link" ? "victim" : "nothing"
      #expect(symlink(target, folder.path(name).text) == 0)
      #expect(throws: FileFault(code: EEXIST)) { try write("new", as: name, replaces: false) }
      try write("new", as: name, replaces: true)
      #expect(try text(name) == "new")
    }
    #expect(try text("victim") == "victim")
    #expect(folder.names() == ["dangling", "link", "victim"])
  }

  @Test("two at once for one name do not meet; the second to be complete is refused")
  func two() throws {
    let first = try AudioFileWriter(
      to: folder.path("mix.flac"), format: .flac, sampleRate: 44_100, replaces: false)
    let second = try AudioFileWriter(
      to: folder.path("mix.flac"), format: .flac, sampleRate: 44_100, replaces: false)
    try first.write(WriterFolder.noise(frames: 10_000))
    try second.write(WriterFolder.noise(frames: 20_000))
    try first.finish()
    let path = folder.path("mix.flac")
    #expect(throws: MediaError.unwritable(path, code: EEXIST)) { try second.finish() }
    #expect(try folder.decode(path).count == 20_000)
  }

  @Test("a link that was made beforehand gets nothing of a sound file")
  func plantedLink() throws {
    try write("victim", as: "victim", replaces: false)
    #expect(symlink("victim", folder.path(".mix.flac.part").text) == 0)
    #expect(symlink("victim", folder.path("mix.flac").text) == 0)
    let writer = try AudioFileWriter(
      to: folder.path("mix.flac"), format: .flac, sampleRate: 44_100, replaces: true)
    try writer.write(WriterFolder.noise(frames: 10_000))
    try writer.finish()
    #expect(try text("victim") == "victim")
    #expect(try folder.decode(folder.path("mix.flac")).count == 20_000)
  }

  @Test("what a killed run left behind is removed, and what another one writes is not")
  func leftovers() throws {
    for name in [".tritone-new-0", ".tritone-new-1"] {
      #expect(
        FileManager.default.createFile(atPath: folder.path(name).text, contents: Data([1])))
    }
    // A private copy that not even its owner may write.
    chmod(folder.path(".tritone-new-1").text, 0o400)
    try {
      let other = try NewFile(for: folder.path("b"))
      let file = try NewFile(for: folder.path("a"), removesLeftovers: true)
      #expect(folder.names().count == 2)
      #expect(!folder.names().contains { $0 == ".tritone-new-0" || $0 == ".tritone-new-1" })
      try file.publish(replaces: false)
      try other.publish(replaces: false)
    }()
    #expect(folder.names() == ["a", "b"])
  }
}
