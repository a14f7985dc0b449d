import Music
import Testing

@testable import tritone

@Suite("Arguments that are not UTF-8")
struct ArgumentBytesTests {
  private func bytes(_ text: String, _ last: UInt8) -> [UInt8] { Array(text.utf8) + [last] }

  /// The bytes as a string, which may lose some.
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("paths are the bytes that were typed, also where two of them look the same")
  func paths() {
    let (acute, grave) = (bytes("/m/caf", 0xE9), bytes("/m/caf", 0xE8))
    let arguments = ArgumentBytes([Array("tritone".utf8), acute, Array("/m/é".utf8), grave])
    #expect(text(acute) == text(grave))
    #expect(
      arguments.paths([text(acute), "/m/é", text(grave)])
        == [FilePath(bytes: acute), FilePath("/m/é"), FilePath(bytes: grave)])
    #expect(arguments.paths([text(acute)]) == [FilePath(bytes: acute)])
  }

  @Test("values of options hold paths, too")
  func options() {
    let path = bytes("caf", 0xE9)
    let arguments = ArgumentBytes([
      Array("--library=".utf8) + path, Array("--output=file:".utf8) + path,
    ])
    #expect(arguments.paths([text(path)]) == [FilePath(bytes: path)])
    #expect(
      arguments.paths(["file:" + text(path)]) == [FilePath(bytes: Array("file:".utf8) + path)])
  }

  @Test("places are made absolute byte by byte")
  func places() {
    let (folder, path) = (bytes("/w/", 0xFF), bytes("caf", 0xE9))
    let directories = Directories(
      environment: [:], current: FilePath(bytes: folder), arguments: ArgumentBytes([path]))
    #expect(
      directories.path(text(path)) == FilePath(bytes: folder + [UInt8(ascii: "/")] + path))
  }
}
