import Bus
import Foundation
import Music
import Secrets
import Testing

@Suite("Secrets in files")
struct FileTests {
  let folder: TestFolder
  let store: SecretStore

  init() throws {
    folder = try TestFolder()
    store = SecretStore(Bus(addresses: []), folder: folder.secrets)
  }

  @Test("are kept, replaced and removed, for the owner alone")
  func lifecycle() async throws {
    #expect(try await store.secret(name) == nil)
    #expect(folder.names.isEmpty)
    let mask = umask(0)
    try await store.keep(Secret(canary), as: name)
    umask(mask)
    #expect(try await store.secret(name) == Secret(canary))
    #expect(mode(folder.secrets) == 0o700 && mode(folder.file) == 0o600)
    #expect(mode(folder.path.appending("state/tritone")) == 0o700)
    // The account is nobody's business.
    #expect(folder.names.count == 1 && folder.names[0].hasPrefix("listenbrainz-"))
    #expect(!folder.names[0].contains("somebody"))
    try await store.keep(Secret("second"), as: name)
    #expect(try await store.secret(name) == Secret("second"))
    let other = SecretName(.lastFM, account: name.account)
    #expect(try await store.secret(other) == nil)
    #expect(try await store.remove(name) == nil)
    #expect(try await store.secret(name) == nil)
    #expect(FileManager.default.contents(atPath: folder.file.text)?.isEmpty == true)
  }

  @Test("the place tells the folder and the reason")
  func place() async {
    guard case .files(folder.secrets, because: .noBus(let reason)) = await store.place() else {
      Issue.record("another place")
      return
    }
    #expect(reason.contains("no session bus"))
  }

  @Test("names and secrets beyond the bounds are refused")
  func bounds() async throws {
    for account in ["", "a\0b", String(repeating: "a", count: 1025)] {
      let wrong = SecretName(.lastFM, account: account)
      await #expect(throws: SecretError.invalidName) { try await store.secret(wrong) }
      await #expect(throws: SecretError.invalidName) {
        try await store.keep(Secret(canary), as: wrong)
      }
      await #expect(throws: SecretError.invalidName) { try await store.remove(wrong) }
    }
    for text in ["", "a\0b", String(repeating: "a", count: 65537)] {
      await #expect(throws: SecretError.invalidSecret) {
        try await store.keep(Secret(text), as: name)
      }
    }
    let largest = Secret(String(repeating: "a", count: 65536))
    try await store.keep(largest, as: name)
    #expect(try await store.secret(name) == largest)
  }

  @Test("a file that is not ours alone is refused, and a new secret takes its place")
  func strangeFiles() async throws {
    try await store.keep(Secret(canary), as: name)
    let path = folder.file
    let elsewhere = folder.path.appending("elsewhere").text
    try Data("other".utf8).write(to: URL(filePath: elsewhere))
    chmod(elsewhere, 0o600)
    func put(_ bytes: [UInt8]) {
      _ = FileManager.default.createFile(
        atPath: path.text, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    }
    let cases: [(SecretError, () -> Void)] = [
      (.link(path), { symlink(elsewhere, path.text) }),
      (.notPlain(path), { link(elsewhere, path.text) }),
      (.notPlain(path), { mkfifo(path.text, 0o600) }),
      (.notPlain(path), { mkdir(path.text, 0o700) }),
      (
        .open(path),
        {
          put([65]); chmod(path.text, 0o604)
        }
      ),
      (.damaged(path), { put(Array(repeating: 65, count: 65537)) }),
      (.damaged(path), { put([0xFF, 0xFE]) }), (.damaged(path), { put([65, 0]) }),
    ]
    for (error, make) in cases {
      try? FileManager.default.removeItem(atPath: path.text)
      make()
      await #expect(throws: error) { try await store.secret(name) }
      if mode(path) & 0o100 != 0 { rmdir(path.text) }
      try await store.keep(Secret(canary), as: name)
      #expect(try await store.secret(name) == Secret(canary))
      #expect(mode(path) == 0o600)
    }
    #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "other")
  }

  @Test("a file of another user is refused", .enabled(if: geteuid() == 0))
  func otherUser() async throws {
    try await store.keep(Secret(canary), as: name)
    chown(folder.file.text, 65534, 65534)
    await #expect(throws: SecretError.ofAnotherUser(folder.file)) { try await store.secret(name) }
    chown(folder.secrets.text, 65534, 65534)
    await #expect(throws: SecretError.ofAnotherUser(folder.secrets)) {
      try await store.keep(Secret(canary), as: name)
    }
  }

  @Test("a folder that others may enter is closed, and one that is a link refused")
  func strangeFolders() async throws {
    try await store.keep(Secret(canary), as: name)
    chmod(folder.secrets.text, 0o755)
    #expect(try await store.secret(name) == Secret(canary))
    #expect(mode(folder.secrets) == 0o700)
    let real = folder.path.appending("real").text
    rename(folder.secrets.text, real)
    symlink(real, folder.secrets.text)
    for _ in 0..<2 {
      await #expect(throws: SecretError.link(folder.secrets)) { try await store.secret(name) }
      await #expect(throws: SecretError.link(folder.secrets)) {
        try await store.keep(Secret(canary), as: name)
      }
    }
    unlink(folder.secrets.text)
    try Data().write(to: URL(filePath: folder.secrets.text))
    await #expect(throws: SecretError.notPlain(folder.secrets)) { try await store.secret(name) }
  }

  @Test("what a killed process left behind is removed")
  func leftovers() async throws {
    try await store.keep(Secret(canary), as: name)
    let left = folder.secrets.appending(".new-123").text
    try Data("half".utf8).write(to: URL(filePath: left))
    try await store.keep(Secret(canary), as: name)
    #expect(folder.names.count == 1)
    // Also where nothing is written.
    let fixture = try await ServiceFixture()
    try await fixture.store.keep(Secret(canary), as: name)
    let secrets = fixture.folder.secrets.text
    try FileManager.default.createDirectory(atPath: secrets, withIntermediateDirectories: true)
    try Data("half".utf8).write(to: URL(filePath: secrets + "/.new-123"))
    try await fixture.store.remove(name)
    #expect(fixture.folder.names.isEmpty)
  }

  @Test("a folder that cannot be made is told, and no secret")
  func unwritable() async throws {
    let store = SecretStore(Bus(addresses: []), folder: FilePath("/proc/self/none/secrets"))
    do throws(SecretError) {
      try await store.keep(Secret(canary), as: name)
      Issue.record("kept")
    } catch {
      #expect(error.message.contains("/proc/self/none"))
      #expect(!shows(error) && !error.message.contains(canary))
    }
  }

  @Test("the memory of a process with a secret is in no core file")
  func cores() async throws {
    try await store.keep(Secret(canary), as: name)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #expect(limit.rlim_cur == 0 && limit.rlim_max == 0)
  }
}
