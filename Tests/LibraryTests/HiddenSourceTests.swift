import Foundation
import Media
import Music
import Testing

/// Sources on their way to be deleted.
@Suite("Hidden sources")
struct HiddenSourceTests {
  private let folder = TemporaryFolder()

  private func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: folder[name].text).map { Array($0) }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path.text).sorted()
  }

  private func source(_ bytes: [UInt8] = [1, 2, 3]) throws -> TransferFile {
    let file = try #require(TransferFile(folder.write("a", bytes)))
    // Change times are those of the last tick of the clock.
    usleep(50_000)
    return file
  }

  @Test("a source that nobody touches is deleted")
  func deletes() throws {
    try HiddenSource(try source()).delete()
    #expect(try names().isEmpty)
  }

  @Test("a file that took the source's place before it was hidden is not deleted")
  func exchanged() throws {
    let source = try source()
    // As editors save: of the same size, by a rename.
    let new = folder.write("new", [4, 5, 6])
    #expect(rename(new.text, folder["a"].text) == 0)
    let hidden = try HiddenSource(source)
    #expect(throws: TransferError.changedMeanwhile) { try hidden.delete() }
    try hidden.restore()
    #expect(try bytes("a") == [4, 5, 6] && names() == ["a"])
  }

  @Test("what a program with the file open wrote to it is not deleted")
  func written() throws {
    let hidden = try HiddenSource(try source())
    writeFile(folder[".tritone-old-a"], [4, 5, 6])
    #expect(throws: TransferError.changedMeanwhile) { try hidden.delete() }
    try hidden.restore()
    #expect(try bytes("a") == [4, 5, 6] && names() == ["a"])
  }

  @Test("a new file under the source's name stays, and the name of the hidden one is told")
  func newFile() throws {
    let hidden = try HiddenSource(try source())
    folder.write("a", [7])
    #expect(throws: TransferError.hidden(folder[".tritone-old-a"])) { try hidden.restore() }
    #expect(bytes("a") == [7] && bytes(".tritone-old-a") == [1, 2, 3])
    try hidden.delete()
    #expect(try bytes("a") == [7] && names() == ["a"])
  }

  @Test("a name that another run has given back is no fault, and nothing is deleted then")
  func givenBack() throws {
    let hidden = try HiddenSource(try source())
    HiddenSource.restoreNames(in: folder.path)
    #expect(throws: TransferError.changedMeanwhile) { try hidden.delete() }
    try hidden.restore()
    #expect(try bytes("a") == [1, 2, 3] && names() == ["a"])
  }

  @Test("a hidden file that is there already is not replaced")
  func taken() throws {
    folder.write(".tritone-old-a", [9])
    let source = try source()
    #expect(throws: TransferError.unwritable(code: EEXIST)) { _ = try HiddenSource(source) }
    #expect(try bytes(".tritone-old-a") == [9] && names() == [".tritone-old-a", "a"])
  }

  @Test("a source hidden by a killed run gets its name back, and replaces nothing")
  func restores() throws {
    folder.write(".tritone-old-a", [1])
    folder.write(".tritone-old-b", [2])
    folder.write(".tritone-old-c", [4])
    folder.write("b", [3])
    HiddenSource.restoreName(of: folder["c"])
    #expect(try names() == [".tritone-old-a", ".tritone-old-b", "b", "c"])
    HiddenSource.restoreNames(in: folder.path)
    #expect(try names() == [".tritone-old-b", "a", "b", "c"])
    #expect(bytes("b") == [3] && bytes("c") == [4])
  }

  @Test("a source whose name leaves no room for another is deleted, unless it may be its own copy")
  func longName() throws {
    let name = String(repeating: "x", count: 250)
    makeFolder(folder["to"])
    let transfer = FileTransfer(below: folder["to"], cancellation: Cancellation())
    let source = try #require(TransferFile(folder.write(name, [1])))
    let copy = try #require(TransferFile(folder.write("to/a", [1])))
    #expect(throws: TransferError.unwritable(code: ENAMETOOLONG)) {
      try transfer.remove(source, having: copy, mayBeOne: true)
    }
    try transfer.remove(source, having: copy, mayBeOne: false)
    #expect(try names() == ["to"] && copy.isAsItWas)
  }
}
