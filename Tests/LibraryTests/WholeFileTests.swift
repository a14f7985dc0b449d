import Foundation
import Glibc
import Library
import Music
import Testing

@Suite("Files written as a whole")
struct WholeFileTests {
  private let folder = TemporaryFolder()

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path.text).sorted()
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder[name].text, encoding: .utf8)
  }

  @Test("a new file has its bytes, and one that is there is left alone")
  func new() throws {
    try WholeFile.write(Array("one".utf8), to: folder["a"], replaces: false)
    #expect(throws: LibraryError.fileExists(folder["a"])) {
      try WholeFile.write(Array("two".utf8), to: folder["a"], replaces: false)
    }
    #expect(try text("a") == "one")
    try WholeFile.write([], to: folder["empty"], replaces: true)
    #expect(try text("empty") == "")
    #expect(try names() == ["a", "empty"])
  }

  @Test("one that takes another's place has its rights, and a link goes on leading to it")
  func replacing() throws {
    folder.write("real/list", Array("old".utf8))
    #expect(withCString(folder["real/list"]) { chmod($0, 0o600) } == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder["link"].text, withDestinationPath: "real/list")
    try WholeFile.write(Array("new".utf8), to: folder["link"], replaces: true)
    #expect(try text("real/list") == "new")
    var status = stat()
    #expect(withCString(folder["link"]) { lstat($0, &status) } == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(withCString(folder["real/list"]) { stat($0, &status) } == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test("what cannot be written is said, and leaves nothing behind")
  func failing() throws {
    #expect(throws: LibraryError.unwritable(folder.path, code: EISDIR)) {
      try WholeFile.write([1], to: folder.path, replaces: true)
    }
    do {
      try WholeFile.write([1], to: folder["none/list"], replaces: false)
      Issue.record("written into a folder that is not there")
    } catch {
      guard case .unwritable(_, ENOENT) = error else { throw error }
    }
    #expect(try names() == [])
    // A device is written to and stays one.
    try WholeFile.write([1], to: FilePath("/dev/null"), replaces: true)
  }
}
