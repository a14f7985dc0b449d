import Bus
import Foundation
import Library
import Log
import Music
import Secrets
import Servers
import Streaming
import Testing

@testable import tritone

/// Files that have become others on their server.
@Suite("Replaced files")
struct ReplacedFilesTests {
  private let folder: Folder
  private let library: Library
  private let fake: FakeSubsonic
  private let directories: Directories
  private let access: ServerAccess

  init() throws {
    folder = try Folder()
    library = try Library(at: folder.path("library.db"))
    fake = try FakeSubsonic()
    let home = folder.url.path
    directories = Directories(environment: ["HOME": home], current: FilePath(home), account: home)
    let store = SecretStore(Bus(addresses: []), folder: folder.path("secrets"))
    access = ServerAccess(directories, log: Log(), secrets: store)
  }

  private func write(_ file: FilePath, bytes: Int) throws {
    let url = URL(fileURLWithPath: file.text)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(count: bytes).write(to: url)
  }

  @Test("a listing drops the cached sound of a file that has changed, and of no other")
  func listing() async throws {
    let server = try await library.addServer(
      kind: .subsonic, name: "Home", address: fake.address, user: "ola")
    try await access.secrets.keep(.password(Secret("s3cr3t")), of: server.uuid)
    fake.with { state in
      state.songs = ["a", "b"]
      state.sizes = ["a": 5_000, "b": 5_000]
    }
    var sync = ServerSync(library: library, access: access, directories: directories, log: Log())
    sync.isThorough = true
    #expect(await sync.run(server) { _ in }.faults.isEmpty)
    let addresses = ["a", "b"].compactMap { ServerTrackAddress(server: server.uuid, track: $0) }
    let cached = addresses.map { address in
      let name = SHA256.digest(of: Array(address.text.utf8)).prefix(40)
      return directories.sounds.appending("\(server.uuid)-\(name).sound")
    }
    for file in cached { try write(file, bytes: 100) }
    let downloads = DownloadFolder(directories.downloads)
    for address in addresses { try write(downloads.file(address), bytes: 5_000) }

    fake.with { $0.sizes["b"] = 6_000 }
    #expect(await sync.run(server) { _ in }.listing.changed == 1)
    #expect(cached.map { directories.exists($0) } == [true, false])
    // The download plays on, and is made anew when it is asked for.
    let tracks = try await library.trackIDs(ListQuery(.songs, sort: .title))
    let choice = DownloadChoice(library: library, folder: downloads)
    let found = try await choice.tracks(tracks)
    #expect(found.onDisk.map(\.address) == addresses && found.outdated == 1)
    #expect(found.wanted.map(\.address) == [addresses[1]])
    #expect(choice.remove(found.onDisk).tracks == 2)
  }
}
