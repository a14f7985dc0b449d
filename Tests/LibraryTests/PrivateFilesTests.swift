import Foundation
import Library
import Music
import Testing

/// Tritone's files are for their owner alone.
@Suite("Private files")
struct PrivateFilesTests {
  private let folder = TemporaryFolder()

  /// The permissions of a folder's files, by name, where others have any.
  private func open(_ location: FilePath) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: location.text)
    return try ([""] + names).compactMap { name in
      let path = name.isEmpty ? location.text : location.appending(name).text
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let mode = try #require(attributes[.posixPermissions] as? Int)
      return mode & 0o077 == 0 ? nil : "\(name) \(String(mode, radix: 8))"
    }
  }

  private func use(_ path: FilePath, isOurs: Bool) async throws {
    let library = try Library(at: path, isOurs: isOurs)
    let count = try await library.playlists().count
    _ = try await library.createPlaylist(named: count == 0 ? "L" : "L \(count)")
    _ = try await library.backUp()
    _ = try await library.window(ListQuery(.songs), range: 0..<9, anchor: nil)
    await library.saveCatalog()
    let music = folder["music"]
    makeFolder(music)
    _ = try await library.scan([music]) { _ in }
    _ = try await library.waveform(of: TrackID(1))
  }

  @Test("what a library makes is for its owner alone: files, logs, backups and folders")
  func made() async throws {
    let path = folder["share/tritone"]
    try await use(path.appending("library.db"), isOurs: true)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: path.text).count >= 3)
    #expect(try open(folder["share"]) == [])
    _ = try Restoring.restore(nil, to: path.appending("library.db"))
    #expect(try open(folder["share"]) == [])
  }

  @Test("what an older version left open to others in the place that is ours is closed")
  func older() async throws {
    let location = folder["share/tritone"]
    let path = location.appending("library.db")
    try await use(path, isOurs: true)
    for name in try [""] + FileManager.default.subpathsOfDirectory(atPath: location.text) {
      let file = name.isEmpty ? location : location.appending(name)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: file.text, isDirectory: &isFolder)
      _ = withCString(file) { chmod($0, isFolder.boolValue ? 0o755 : 0o644) }
    }
    let elsewhere = folder.write("elsewhere", [1])
    try FileManager.default.createSymbolicLink(
      atPath: location.appending("link").text, withDestinationPath: elsewhere.text)
    #expect(try open(location).count > 3)
    try await use(path, isOurs: true)
    try FileManager.default.removeItem(atPath: location.appending("link").text)
    #expect(try open(location) == [])
    #expect(try open(elsewhere).count == 1)
  }

  @Test("a folder that the user gave keeps its rights, and those of the library that lies there")
  func given() async throws {
    makeFolder(folder["shared"])
    let path = folder["shared/library.db"]
    try await use(path, isOurs: false)
    _ = withCString(path) { chmod($0, 0o660) }
    try await use(path, isOurs: false)
    let left = try open(folder["shared"]).filter { !$0.contains("-") }.sorted()
    #expect(left == [" 755", "library.db 660"])
  }

  @Test("a library by a link is known to be open, and restored behind the link")
  func link() async throws {
    let real = folder["real/library.db"]
    let library = try Library(at: real)
    let count = try await library.playlists().count
    _ = try await library.createPlaylist(named: count == 0 ? "L" : "L \(count)")
    let backup = try await library.backUp()
    let link = folder["link.db"]
    try FileManager.default.createSymbolicLink(
      atPath: link.text, withDestinationPath: real.text)
    #expect(try await Library(at: link).playlists().map(\.name) == ["L"])
    // Another process takes the locks: a process does not see its own.
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    holder.arguments = [
      "-c",
      """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute('BEGIN'); c.execute('SELECT * FROM playlists').fetchall()
      print('held', flush=True); sys.stdin.read()
      """, real.text,
    ]
    let (input, output) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    _ = output.fileHandleForReading.availableData
    #expect(throws: LibraryError.openElsewhere(real)) {
      _ = try Restoring.restore(backup.path, to: link)
    }
    try input.fileHandleForWriting.close()
    holder.waitUntilExit()
    _ = try Restoring.restore(backup.path, to: link)
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: link.text)
    #expect(target == real.text)
    #expect(try RawDatabase(path: real).run("SELECT name FROM playlists") == ["L"])
  }

  @Test("a backup restored where there was no library sets nothing aside")
  func nothingThere() async throws {
    let library = try Library(at: folder["library.db"])
    let count = try await library.playlists().count
    _ = try await library.createPlaylist(named: count == 0 ? "L" : "L \(count)")
    let backup = try await library.backUp()
    let new = folder["new/library.db"]
    let outcome = try Restoring.restore(backup.path, to: new)
    #expect(outcome.setAside == nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder["new"].text)
    #expect(names == ["library.db"])
  }
}
