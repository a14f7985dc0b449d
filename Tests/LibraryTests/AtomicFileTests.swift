import Foundation
import Glibc
import Library
import Music
import OtherUser
import Testing

@Suite("Files written as a whole")
struct AtomicFileTests {
  private let folder = TemporaryFolder()

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path.text).sorted()
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder[name].text, encoding: .utf8)
  }

  @Test("a new file has its bytes, and one that is there is left alone")
  func new() throws {
    try AtomicFile.write(Array("one".utf8), to: folder["a"], replaces: false)
    #expect(throws: LibraryError.fileExists(folder["a"])) {
      try AtomicFile.write(Array("two".utf8), to: folder["a"], replaces: false)
    }
    #expect(try text("a") == "one")
    try AtomicFile.write([], to: folder["empty"], replaces: true)
    #expect(try text("empty") == "")
    #expect(try names() == ["a", "empty"])
  }

  @Test("a file that somebody else has written meanwhile stays, and nothing is left behind")
  func writtenMeanwhile() throws {
    folder.write("a", Array("old".utf8))
    #expect(throws: LibraryError.fileExists(folder["a"])) {
      try AtomicFile.write(
        Array("ours".utf8), to: folder["a"], replaces: true,
        if: {
          folder.write("a", Array("theirs".utf8))
          return false
        })
    }
    #expect(try text("a") == "theirs")
    #expect(try names() == ["a"])
  }

  @Test("one that takes another's place has its rights, and a link goes on leading to it")
  func replacing() throws {
    folder.write("real/list", Array("old".utf8))
    #expect(withCString(folder["real/list"]) { chmod($0, 0o600) } == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder["link"].text, withDestinationPath: "real/list")
    try AtomicFile.write(Array("new".utf8), to: folder["link"], replaces: true)
    #expect(try text("real/list") == "new")
    var status = stat()
    #expect(withCString(folder["link"]) { lstat($0, &status) } == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(withCString(folder["real/list"]) { stat($0, &status) } == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  private func status(_ name: String) -> stat {
    var status = stat()
    _ = withCString(folder[name]) { lstat($0, &status) }
    return status
  }

  @Test(
    "its owner and group stay, or what the group was let do is taken away",
    .enabled(if: geteuid() == 0))
  func group() throws {
    #expect(withCString(folder.path) { chmod($0, 0o777) } == 0)
    for name in ["kept", "lost"] {
      folder.write(name, Array("old".utf8))
      #expect(withCString(folder[name]) { chown($0, 1234, 5678) } == 0)
      #expect(withCString(folder[name]) { chmod($0, 0o660) } == 0)
    }
    try AtomicFile.write(Array("new".utf8), to: folder["kept"], replaces: true)
    var now = status("kept")
    #expect(now.st_uid == 1234 && now.st_gid == 5678 && now.st_mode & 0o777 == 0o660)
    let path = folder["lost"]
    try asUser(1234) { try AtomicFile.write(Array("new".utf8), to: path, replaces: true) }
    now = status("lost")
    #expect(now.st_uid == 1234 && now.st_gid == 1234 && now.st_mode & 0o777 == 0o600)
    #expect(try text("lost") == "new")
  }

  @Test("a pipe is written to where somebody reads it, and not waited for")
  func pipe() throws {
    let path = folder["pipe"]
    #expect(withCString(path) { mkfifo($0, 0o600) } == 0)
    #expect(throws: LibraryError.unwritable(path, code: ENXIO)) {
      try AtomicFile.write([1], to: path, replaces: true)
    }
    let reader = withCString(path) { open($0, O_RDONLY | O_NONBLOCK) }
    defer { close(reader) }
    try AtomicFile.write([1, 2], to: path, replaces: true)
    var bytes: [UInt8] = [0, 0, 0]
    #expect(read(reader, &bytes, 3) == 2 && bytes == [1, 2, 0])
  }

  @Test("what a killed run left in a folder that is written to unasked is removed")
  func leftovers() throws {
    folder.write(".tritone-new-0", [1])
    try AtomicFile.write([1], to: folder["a"], replaces: true)
    #expect(try names() == [".tritone-new-0", "a"])
    try AtomicFile.write([1], to: folder["a"], replaces: true, links: .refused)
    #expect(try names() == ["a"])
  }

  @Test("where links are refused, nothing but a plain file is exchanged")
  func refusing() throws {
    folder.write("victim", Array("old".utf8))
    func write(_ name: String) throws {
      try AtomicFile.write(Array("new".utf8), to: folder[name], replaces: true, links: .refused)
    }
    for (name, target) in [("link", "victim"), ("dangling", "nothing")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder[name].text, withDestinationPath: target)
      #expect(throws: LibraryError.notPlain(folder[name])) { try write(name) }
    }
    // Nobody reads the pipe: opening it would wait for ever.
    #expect(withCString(folder["pipe"]) { mkfifo($0, 0o600) } == 0)
    #expect(throws: LibraryError.notPlain(folder["pipe"])) { try write("pipe") }
    #expect(try names() == ["dangling", "link", "pipe", "victim"])
    #expect(try text("victim") == "old")
    try write("victim")
    try write("other")
    #expect(try text("victim") == "new" && text("other") == "new")
  }

  @Test("a link that somebody else has made is not followed", .enabled(if: geteuid() == 0))
  func foreignLink() throws {
    folder.write("victim", Array("old".utf8))
    try FileManager.default.createSymbolicLink(
      atPath: folder["link"].text, withDestinationPath: "victim")
    #expect(withCString(folder["link"]) { lchown($0, 1234, 1234) } == 0)
    #expect(throws: LibraryError.unwritable(folder["link"], code: EACCES)) {
      try AtomicFile.write([1], to: folder["link"], replaces: true)
    }
    #expect(try text("victim") == "old")
  }

  @Test("what cannot be written is said, and leaves nothing behind")
  func failing() throws {
    #expect(throws: LibraryError.unwritable(folder.path, code: EISDIR)) {
      try AtomicFile.write([1], to: folder.path, replaces: true)
    }
    do {
      try AtomicFile.write([1], to: folder["none/list"], replaces: false)
      Issue.record("written into a folder that is not there")
    } catch {
      // The error names the requested path, not the temporary one.
      #expect(error == .unwritable(folder["none/list"], code: ENOENT))
    }
    #expect(try names() == [])
    // A device is written to, not replaced.
    try AtomicFile.write([1], to: FilePath("/dev/null"), replaces: true)
  }
}
