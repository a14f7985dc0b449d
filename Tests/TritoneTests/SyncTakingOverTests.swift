import Exchange
import Foundation
import Interface
import Library
import Music
import Testing

@testable import tritone

/// Two machines with one sync folder.
@Suite("Taking over the playlists of other machines", .serialized)
struct SyncTakingOverTests {
  /// A machine: a library, and its mirror.
  private final class Machine {
    let library: Library
    let mailbox = Mailbox()
    let sync: SyncFile

    init(_ folder: Folder, _ name: String) throws {
      library = try Library(at: folder.path("\(name).db"))
      sync = SyncFile(library: library, mailbox: mailbox)
    }

    func follow(_ folder: Folder) async throws {
      let path = folder.url.appendingPathComponent("sync").path
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try await sync.follow(FilePath(path))
    }

    /// The names of the playlists.
    var lists: [String] {
      get async throws { try await library.playlists().map(\.name).sorted() }
    }

    /// What was told since the last call.
    func told() -> [String] {
      mailbox.takeAll().map(\.event).compactMap { event in
        switch event {
        case .failed(let text): text
        case .done(.exchange(.tookOver(let taken))): "took over \(taken.playlists) \(taken.removed)"
        default: nil
        }
      }
    }
  }

  private func eventually(_ what: String, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<1_500 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("waited for \(what)")
  }

  private func file(_ folder: Folder) -> URL {
    folder.url.appendingPathComponent("sync/\(SyncFile.name)")
  }

  private func document(_ folder: Folder) throws -> PlaylistDocument {
    let path = FilePath(file(folder).path)
    return try DocumentReader.read([UInt8](Data(contentsOf: file(folder))), at: path, as: .json)
  }

  private func version(_ folder: Folder) -> SyncFileVersion {
    SyncFileVersion(of: FilePath(file(folder).path))
  }

  @Test("a playlist goes from one to the other, back, and away, and then nobody writes any more")
  func travels() async throws {
    let folder = try Folder()
    let (one, two) = (try Machine(folder, "one"), try Machine(folder, "two"))
    _ = try await one.library.createPlaylist(named: "Friday", in: nil)
    try await one.follow(folder)
    await one.sync.finish()
    try await two.follow(folder)
    await two.sync.finish()
    #expect(try await two.lists == ["Friday"])
    #expect(two.told() == ["took over [\"Friday\"] 0"])
    // One step of the history, and no other.
    #expect(try await two.library.undo()?.contains(SyncFile.name) == true)
    #expect(try await two.library.undo() == nil)
    _ = try await two.library.redo()

    _ = try await two.library.createPlaylist(named: "Saturday", in: nil)
    await two.sync.finish()
    try await eventually("the other's playlist") { try await one.lists == ["Friday", "Saturday"] }
    let friday = try #require(try await one.library.playlists().first { $0.name == "Friday" })
    try await one.library.deletePlaylist(friday.id)
    await one.sync.finish()
    try await eventually("the deletion") { try await two.lists == ["Saturday"] }
    let rest = version(folder)
    try await Task.sleep(for: .seconds(4))
    await one.sync.changed()
    await two.sync.changed()
    try await Task.sleep(for: .seconds(3))
    #expect(version(folder) == rest)
    #expect(try await one.lists == ["Saturday"])
  }

  @Test("what both have changed is kept twice on both")
  func conflict() async throws {
    let folder = try Folder()
    let (one, two) = (try Machine(folder, "one"), try Machine(folder, "two"))
    for machine in [one, two] {
      let list = try await machine.library.createPlaylist(named: "Mix", in: nil)
      let name = machine === one ? "one" : "two"
      try await machine.library.setNotes(name, of: list.id)
    }
    try await one.follow(folder)
    await one.sync.finish()
    try await two.follow(folder)
    await two.sync.finish()
    #expect(try await two.lists == ["Mix", "Mix 2"])
    try await eventually("both") { try await one.lists == ["Mix", "Mix 2"] }
  }

  @Test("a damaged file is told once, and is written over only with the next change")
  func damaged() async throws {
    let folder = try Folder()
    let one = try Machine(folder, "one")
    _ = try await one.library.createPlaylist(named: "Friday", in: nil)
    try await one.follow(folder)
    await one.sync.finish()
    _ = one.told()
    let whole = try Data(contentsOf: file(folder))
    try whole.prefix(whole.count / 2).write(to: file(folder))
    try await eventually("the fault") {
      !one.told().isEmpty
    }
    for _ in 0..<3 {
      await one.sync.look()
      try await Task.sleep(for: .milliseconds(1_500))
    }
    #expect(one.told().isEmpty)
    #expect(try Data(contentsOf: file(folder)).count == whole.count / 2)
    #expect(try await one.lists == ["Friday"])
    // The rest of it arrives.
    try whole.write(to: file(folder))
    try await Task.sleep(for: .seconds(3))
    #expect(try await one.lists == ["Friday"] && one.told().isEmpty)
    try whole.prefix(whole.count / 3).write(to: file(folder))
    _ = try await one.library.createPlaylist(named: "Saturday", in: nil)
    await one.sync.changed()
    try await eventually("the change") {
      try String(contentsOf: file(folder), encoding: .utf8).contains("\"Saturday\"")
    }
    #expect(try document(folder).playlists.count == 2)
  }

  @Test(
    "a machine that was emptied does not empty the other, and one that is off takes nothing over")
  func emptied() async throws {
    let folder = try Folder()
    let one = try Machine(folder, "one")
    _ = try await one.library.createPlaylist(named: "Friday", in: nil)
    try await one.follow(folder)
    await one.sync.finish()
    let empty = try TestDocument.bytes(PlaylistDocument())
    try Data(empty).write(to: file(folder))
    try await eventually("the refusal") { !one.told().isEmpty }
    #expect(try await one.lists == ["Friday"])
    await one.sync.setTakesOver(false)
    let other = PlaylistDocument(items: [.playlist(DocumentPlaylist(name: "Other"))])
    try Data(try TestDocument.bytes(other)).write(to: file(folder))
    try await Task.sleep(for: .seconds(3))
    #expect(try await one.lists == ["Friday"])
    await one.sync.setTakesOver(true)
    try await eventually("it to be taken over") { try await one.lists.contains("Other") }
  }

  @Test("a folder is followed without the past of another one")
  func otherFolder() async throws {
    let folder = try Folder()
    let one = try Machine(folder, "one")
    _ = try await one.library.createPlaylist(named: "Friday", in: nil)
    try await one.follow(folder)
    await one.sync.finish()
    let past = try await one.library.setting(Library.syncRecordKey)
    #expect(past != nil)
    // Another folder's file lacks the playlist: it was not deleted there.
    let other = folder.url.appendingPathComponent("other")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    let theirs = PlaylistDocument(
      items: [.playlist(DocumentPlaylist(name: "Other"))],
      seen: VersionVector(["elsewhere": 1]))
    try Data(try TestDocument.bytes(theirs)).write(
      to: other.appendingPathComponent(SyncFile.name))
    try await one.sync.follow(FilePath(other.path))
    // As if a write to the first folder had ended just now.
    try await one.library.setSetting(Library.syncRecordKey, past)
    await one.sync.finish()
    #expect(try await one.lists == ["Friday", "Other"])
  }

  @Test("a file that cannot be read is not written over")
  func unreadable() async throws {
    let folder = try Folder()
    let one = try Machine(folder, "one")
    _ = try await one.library.createPlaylist(named: "Friday", in: nil)
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("sync"), withIntermediateDirectories: true)
    // Larger than any playlist.
    try Data().write(to: file(folder))
    #expect(truncate(file(folder).path, off_t(DocumentReader.maximumBytes) + 1) == 0)
    let before = version(folder)
    try await one.follow(folder)
    await one.sync.finish()
    #expect(version(folder) == before && one.told().count == 1)
  }

  @Test("what was restored stays, although the file in the sync folder is newer")
  func restored() async throws {
    let folder = try Folder()
    let one = try Machine(folder, "one")
    let friday = try await one.library.createPlaylist(named: "Friday", in: nil)
    _ = try await one.library.createPlaylist(named: "Saturday", in: nil)
    try await one.follow(folder)
    await one.sync.finish()
    let backup = try await one.library.backUp()
    try await one.library.deletePlaylist(friday.id)
    await one.sync.finish()
    _ = try Restoring.restore(backup.path, to: folder.path("restored.db"))
    let restored = try Machine(folder, "restored")
    #expect(try await restored.library.setting(Library.syncRecordKey) == nil)
    await restored.sync.start()
    await restored.sync.finish()
    #expect(try await restored.lists == ["Friday", "Saturday"])
  }

  @Test("a folder that is left and chosen again is the same one: what was deleted stays away")
  func chosenAgain() async throws {
    let folder = try Folder()
    let (one, two) = (try Machine(folder, "one"), try Machine(folder, "two"))
    let friday = try await one.library.createPlaylist(named: "Friday", in: nil)
    _ = try await one.library.createPlaylist(named: "Saturday", in: nil)
    try await one.follow(folder)
    await one.sync.finish()
    try await one.sync.follow(nil)
    try await two.follow(folder)
    await two.sync.finish()
    _ = try await two.library.createPlaylist(named: "Sunday", in: nil)
    await two.sync.finish()
    try await one.library.deletePlaylist(friday.id)
    try await one.follow(folder)
    await one.sync.finish()
    #expect(try await one.lists == ["Saturday", "Sunday"])
  }

  @Test("two players on one library take a file over once, and lose no new playlist")
  func oneLibrary() async throws {
    let folder = try Folder()
    let (one, two) = (try Machine(folder, "one"), try Machine(folder, "one"))
    let other = try Machine(folder, "other")
    _ = try await one.library.createPlaylist(named: "Mix", in: nil)
    _ = try await other.library.createPlaylist(named: "Mix", in: nil)
    let mix = try #require(try await other.library.playlists().first)
    try await other.library.setNotes("other", of: mix.id)
    try await other.follow(folder)
    await other.sync.finish()
    try await one.follow(folder)
    try await two.follow(folder)
    let (sync, otherSync) = (one.sync, two.sync)
    for number in 0..<4 {
      _ = try await one.library.createPlaylist(named: "New \(number)", in: nil)
      async let first: Void = sync.finish()
      async let second: Void = otherSync.finish()
      _ = await (first, second)
    }
    let wanted = ["Mix", "Mix 2", "New 0", "New 1", "New 2", "New 3"]
    try await eventually("all of them in the file") {
      await one.sync.changed()
      return try document(folder).playlists.compactMap(\.name).sorted() == wanted
    }
    #expect(try await one.lists == wanted)
  }

  @Test("while the folder is away edits go on, and nothing is doubled when it is back")
  func absentFolder() async throws {
    let folder = try Folder()
    let (one, two) = (try Machine(folder, "one"), try Machine(folder, "two"))
    let friday = try await one.library.createPlaylist(named: "Friday", in: nil)
    _ = try await one.library.createPlaylist(named: "Saturday", in: nil)
    try await one.follow(folder)
    await one.sync.finish()
    try await two.follow(folder)
    await two.sync.finish()
    let (there, away) = (
      folder.url.appendingPathComponent("sync"), folder.url.appendingPathComponent("away")
    )
    try FileManager.default.moveItem(at: there, to: away)
    for number in 0..<30 {
      try await one.library.setNotes("\(number)", of: friday.id)
      await one.sync.finish()
    }
    let saturday = try #require(
      try await two.library.playlists().first { $0.name == "Saturday" })
    try FileManager.default.moveItem(at: away, to: there)
    try await two.library.setNotes("two", of: saturday.id)
    await two.sync.finish()
    await one.sync.finish()
    #expect(try await one.lists == ["Friday", "Saturday"])
    let lists = try document(folder).playlists
    #expect(Set(lists.map(\.notes)) == ["29", "two"])
  }

  @Test("a playlist of the other machine is not replaced by the smart one of its name")
  func smart() async throws {
    let folder = try Folder()
    let (one, two) = (try Machine(folder, "one"), try Machine(folder, "two"))
    let party = try await two.library.createPlaylist(named: "Party", in: nil)
    try await two.library.setNotes("by hand", of: party.id)
    try await two.follow(folder)
    await two.sync.finish()
    _ = try await one.library.createSmartPlaylist(
      PlaylistDetails(name: "Party"), SmartQuery("artist:nobody"))
    try await one.follow(folder)
    await one.sync.finish()
    try await eventually("the copy") { try await two.lists == ["Party", "Party 2"] }
    let copy = try #require(try await two.library.playlists().first { $0.name == "Party 2" })
    #expect(copy.notes == "by hand")
    #expect(try await one.lists == ["Party", "Party 2"])
  }

  @Test("a folder that is chosen while the last one is looked up is the one that is followed")
  func chosenAtStart() async throws {
    let folder = try Folder()
    let one = try Machine(folder, "one")
    _ = try await one.library.createPlaylist(named: "Friday", in: nil)
    let old = folder.url.appendingPathComponent("old")
    try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
    for _ in 0..<20 {
      try await one.library.setSetting(SyncFile.setting, old.path)
      let sync = SyncFile(library: one.library, mailbox: one.mailbox)
      async let start: Void = sync.start()
      try await sync.follow(nil)
      await start
      await sync.finish()
    }
    #expect(try await one.library.setting(SyncFile.setting) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: old.path).isEmpty)
  }

  private enum TestDocument {
    static func bytes(_ document: PlaylistDocument) throws -> [UInt8] {
      try DocumentWriter.bytes(
        of: document, as: .json, at: WritingTarget(FilePath("/x/tritone.json")))
    }
  }
}
