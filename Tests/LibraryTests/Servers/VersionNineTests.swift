import Library
import Music
import Testing

/// The migration of libraries of earlier versions to version 9.
@Suite("Version 9")
struct VersionNineTests {
  private let upgrade = VersionUpgrade()

  @Test("a library of version 8 becomes one of version 9 with a backup, and with all that is in it")
  func migration() async throws {
    let library = try await upgrade.library(
      from: 8,
      with: "INSERT INTO books (key, title, details, added) VALUES ('k', 'B', '{}', 1)")
    let server = try await library.addServer(
      kind: .subsonic, name: "S", address: "http://127.0.0.1:4533", user: "me")
    #expect(server.id.rawValue > 2)
    #expect(try await library.servers() == [server])
  }
}
