import Foundation
import Library
import Media
import Music
import Testing

/// One file on its way.
@Suite("File transfers")
struct FileTransferTests {
  private let folder = TemporaryFolder()

  @Test("a source that changes after it was opened is neither copied nor deleted")
  func changes() throws {
    let file = folder.write("a", [1, 2, 3])
    makeFolder(folder["to"])
    let source = try TransferSource(file)
    let transfer = FileTransfer(below: folder["to"], cancellation: Cancellation())
    folder.write("a", [1, 2, 4])
    #expect(throws: TransferError.changedMeanwhile) {
      _ = try transfer.copy(source, to: folder["to/a"])
    }
    let copy = try #require(TransferFile(folder.write("to/b", [1, 2, 3])))
    for mayBeOne in [false, true] {
      #expect(throws: TransferError.changedMeanwhile) {
        try transfer.remove(source.file, having: copy, mayBeOne: mayBeOne)
      }
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder["to"].text) == ["b"])
  }

  @Test("a source goes with a copy that is as it was compared, and with no other")
  func removes() throws {
    let transfer = FileTransfer(below: folder["to"], cancellation: Cancellation())
    for mayBeOne in [false, true] {
      let source = try TransferSource(folder.write("a", [1, 2, 3])).file
      let copy = try #require(TransferFile(folder.write("to/a", [1, 2, 3])))
      folder.write("to/a", [1, 2, 3, 4])
      #expect(throws: TransferError.copyChanged) {
        try transfer.remove(source, having: copy, mayBeOne: mayBeOne)
      }
      unlink(folder["to/a"].text)
      #expect(throws: TransferError.copyChanged) {
        try transfer.remove(source, having: copy, mayBeOne: mayBeOne)
      }
      #expect(source.isAsItWas)
      let whole = try #require(TransferFile(folder.write("to/a", [1, 2, 3])))
      try transfer.remove(source, having: whole, mayBeOne: mayBeOne)
      #expect(TransferFile(folder["a"]) == nil && TransferFile(folder["to/a"]) == whole)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path.text) == ["to"])
    }
  }

  @Test("a source hidden by a killed run gets its name back, and replaces nothing")
  func restores() throws {
    folder.write(".tritone-old-a", [1])
    folder.write(".tritone-old-b", [2])
    folder.write("b", [3])
    FileTransfer.restoreNames(in: folder.path)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path.text).sorted()
        == [".tritone-old-b", "a", "b"])
    #expect(FileManager.default.contents(atPath: folder["b"].text) == Data([3]))
  }

  @Test("a private file stays private in its copy")
  func modes() throws {
    let file = folder.write("a", [1, 2, 3])
    chmod(file.text, 0o600)
    makeFolder(folder["to"])
    let transfer = FileTransfer(below: folder["to"], cancellation: Cancellation())
    _ = try transfer.copy(try TransferSource(file), to: folder["to/a"])
    let made = try FileManager.default.attributesOfItem(atPath: folder["to/a"].text)
    #expect(made[.posixPermissions] as? Int == 0o600)
  }

  @Test("a source that is its own copy, seen on another mount, gets its name back")
  func oneFile() throws {
    // A link stands for the other mount: its change time is that of the source.
    let path = folder.write("a", [1, 2, 3])
    makeFolder(folder["to"])
    link(path.text, folder["to/a"].text)
    let (source, copy) = (TransferFile(path), TransferFile(folder["to/a"]))
    let transfer = FileTransfer(below: folder["to"], cancellation: Cancellation())
    // Change times are those of the last tick of the clock.
    usleep(50_000)
    #expect(throws: TransferError.oneFile) {
      try transfer.remove(
        try #require(source), having: try #require(copy), mayBeOne: true)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path.text)) == Data([1, 2, 3]))
    let opened = try TransferSource(path)
    #expect(try opened.comparison(with: folder["to/a"], cancellation: Cancellation()) == .oneFile)
  }

  @Test("no file is replaced, by a copy or by a rename")
  func exists() throws {
    let source = try TransferSource(folder.write("a", [1, 2, 3]))
    let taken = folder.write("to/a", [9])
    let transfer = FileTransfer(below: folder["to"], cancellation: Cancellation())
    #expect(throws: TransferError.exists) { _ = try transfer.copy(source, to: taken) }
    #expect(throws: TransferError.exists) { _ = try transfer.rename(source, to: taken) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: taken.text)) == Data([9]))
  }

  @Test("a copy keeps the time of the change, and cancelling leaves nothing behind")
  func times() throws {
    let file = folder.write("a", Array(repeating: 5, count: 3_000_000))
    makeFolder(folder["to"])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: file.text)
    let stop = Cancellation()
    let transfer = FileTransfer(below: folder["to"], cancellation: stop)
    let source = try TransferSource(file)
    let copy = try transfer.copy(source, to: folder["to/a"])
    let made = try FileManager.default.attributesOfItem(atPath: folder["to/a"].text)
    #expect(made[.modificationDate] as? Date == Date(timeIntervalSince1970: 1_000_000_000))
    #expect(try source.comparison(with: folder["to/a"], cancellation: stop) == .equal(copy))
    stop.cancel()
    #expect(throws: TransferError.cancelled) {
      _ = try transfer.copy(source, to: folder["to/b"])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["to"].text) == ["a"])
  }
}
