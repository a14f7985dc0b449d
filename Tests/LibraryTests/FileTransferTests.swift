import Foundation
import Library
import Media
import Music
import Testing

/// One file on its way.
@Suite("File transfers")
struct FileTransferTests {
  private let folder = TemporaryFolder()

  private func transfer(_ cancellation: Cancellation = Cancellation()) throws -> FileTransfer {
    var transfer = FileTransfer(below: folder["to"], cancellation: cancellation)
    try transfer.begin()
    return transfer
  }

  private func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: folder[name].text).map { Array($0) }
  }

  /// Change times are those of the last tick of the clock.
  private func awaitTick() { usleep(50_000) }

  @Test("a source that changes after it was opened is neither copied nor deleted")
  func changes() throws {
    let file = folder.write("a", [1, 2, 3])
    let source = try TransferSource(file)
    let transfer = try transfer()
    awaitTick()
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
    let transfer = try transfer()
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

  @Test(
    "a private file stays private in its copy, which its owner can read and change",
    arguments: [(0o600, 0o600), (0o400, 0o600), (0o440, 0o640)])
  func modes(of source: Int, _ expected: Int) throws {
    let file = folder.write("a", [1, 2, 3])
    chmod(file.text, mode_t(source))
    _ = try transfer().copy(try TransferSource(file), to: folder["to/a"])
    let made = try FileManager.default.attributesOfItem(atPath: folder["to/a"].text)
    let mode = try #require(made[.posixPermissions] as? Int)
    // The umask may take more.
    #expect(mode & ~expected == 0 && mode & 0o600 == 0o600)
  }

  @Test("a copy is known by its file, not by what another program puts under its name")
  func replacedCopy() throws {
    let source = try TransferSource(folder.write("a", [1, 2, 3]))
    let transfer = try transfer()
    let other = DispatchQueue(label: "another program")
    for round in 1...30 {
      let (target, end) = (folder["to/\(round)"], folder["end-\(round)"])
      let intruder = folder.write("other", [4, 5, 6])
      other.async {
        while access(target.text, F_OK) != 0 {
          guard access(end.text, F_OK) != 0 else { return }
        }
        rename(intruder.text, target.text)
      }
      var copy: TransferFile?
      do throws(TransferError) {
        copy = try transfer.copy(source, to: target)
      } catch {
        #expect(error == .copyChanged)
      }
      writeFile(end, [])
      other.sync {}
      let isOther = bytes("to/\(round)") == [4, 5, 6]
      #expect(!isOther || copy?.isAsItWas != true)
    }
  }

  @Test("a folder whose disk leaves is neither made anew nor filled")
  func leaves() throws {
    let source = try TransferSource(folder.write("a", [1, 2, 3]))
    let transfer = try transfer()
    try transfer.makeFolder(folder["to/one"])
    try folder.move("to", "away")
    func refuses() {
      #expect(throws: TransferError.unwritable(code: ENODEV)) {
        try transfer.makeFolder(folder["to/two"])
      }
      #expect(throws: TransferError.unwritable(code: ENODEV)) {
        _ = try transfer.copy(source, to: folder["to/a"])
      }
      #expect(throws: TransferError.unwritable(code: ENODEV)) {
        _ = try transfer.rename(source, to: folder["to/a"])
      }
    }
    refuses()
    #expect(access(folder["to"].text, F_OK) != 0)
    // Another file system in the place of the disk, as its mount point is.
    #expect(symlink("/proc", folder["to"].text) == 0)
    refuses()
    #expect(source.file.isAsItWas)
  }

  @Test("a source that is its own copy, seen on another mount, gets its name back")
  func oneFile() throws {
    // A link stands for the other mount: its change time is that of the source.
    let path = folder.write("a", [1, 2, 3])
    let transfer = try transfer()
    link(path.text, folder["to/a"].text)
    let (source, copy) = (TransferFile(path), TransferFile(folder["to/a"]))
    awaitTick()
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
    let transfer = try transfer()
    #expect(throws: TransferError.exists) { _ = try transfer.copy(source, to: taken) }
    #expect(throws: TransferError.exists) { _ = try transfer.rename(source, to: taken) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: taken.text)) == Data([9]))
  }

  @Test("a copy keeps the time of the change, and cancelling leaves nothing behind")
  func times() throws {
    let file = folder.write("a", Array(repeating: 5, count: 3_000_000))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: file.text)
    let stop = Cancellation()
    let transfer = try transfer(stop)
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
