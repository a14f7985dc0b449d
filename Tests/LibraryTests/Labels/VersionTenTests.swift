import Library
import Music
import Testing

/// The migration of libraries of earlier versions to version 10.
@Suite("Version 10")
struct VersionTenTests {
  private let upgrade = VersionUpgrade()

  @Test(
    "a library of version 9 becomes one of version 10 with a backup, and with all that is in it")
  func migration() async throws {
    let library = try await upgrade.library(
      from: 9, with: "INSERT INTO undo_steps (name) VALUES ('rated 1')")
    let ids = try await library.searchIDs("missing: OR -missing:")
    let id = try #require(ids.first)
    var change = MarkChange()
    change.category = .set(.demos)
    #expect(try await library.change(change, of: [id]).changed == [id])
    _ = try await library.addComment("x", to: id)
    for _ in 1...2 { #expect(try await library.undo() != nil) }
    #expect(try upgrade.database.run("SELECT count(*) FROM labels") == ["0"])
    #expect(try upgrade.database.run("SELECT count(*) FROM comments") == ["0"])
  }
}
