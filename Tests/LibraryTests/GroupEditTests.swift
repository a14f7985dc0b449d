import Library
import Music
import Testing

@Suite("Edits of groups and templates")
struct GroupEditTests {
  /// A playlist of the genres a b a c b c, in this order, grouped by genre.
  private func make() async throws -> (TestLibrary, ListQuery) {
    let test = try TestLibrary()
    for (index, genre) in ["a", "b", "a", "c", "b", "c"].enumerated() {
      test.write("\(index).flac", [("TITLE", "\(genre)\(index)"), ("GENRE", genre)])
    }
    try await test.scan()
    let list = try await test.library.createPlaylist(
      named: "L", template: try GroupTemplate("{Genre}"))
    let ids = try await test.library.trackIDs(ListQuery(.songs, sort: .path))
    _ = try await test.library.add(ids, to: list.id)
    return (test, ListQuery(.playlist(list.id)))
  }

  private func keys(_ test: TestLibrary, _ query: ListQuery) async throws -> [String] {
    try await test.library.groups(query, range: 0..<100).rows.compactMap { row in
      if case .group(let group) = row { group.key } else { nil }
    }
  }

  private func order(_ test: TestLibrary, _ query: ListQuery) async throws -> String {
    var plain = query
    plain.template = GroupTemplate.none
    return try await test.titles(try await test.library.trackIDs(plain)).joined(separator: " ")
  }

  @Test("a group moves past its neighbour, and the others keep their order")
  func moves() async throws {
    let (test, query) = try await make()
    let library = test.library
    let keys = try await keys(test, query)
    #expect(try await library.moveGroups([keys[0]], in: query, by: 1))
    #expect(try await order(test, query) == "b1 a0 a2 c3 b4 c5")
    #expect(try await self.keys(test, query) == [keys[1], keys[0], keys[2]])
    #expect(try await library.moveGroups([keys[2]], in: query, by: -1))
    #expect(try await order(test, query) == "b1 c3 c5 a0 a2 b4")
    #expect(try await library.moveGroups([keys[0], keys[2]], in: query, by: -1))
    #expect(try await self.keys(test, query) == [keys[2], keys[0], keys[1]])
    #expect(try await !library.moveGroups([keys[2]], in: query, by: -1))
    #expect(try await !library.moveGroups([keys[1]], in: query, by: 1))
    #expect(try await !library.moveGroups(["nonsense"], in: query, by: 1))
    for _ in 1...3 { #expect(try await library.undo()?.hasPrefix("moved") == true) }
    #expect(try await order(test, query) == "a0 b1 a2 c3 b4 c5")
  }

  @Test("what a header stands for includes a track's second entry")
  func entries() async throws {
    let (test, query) = try await make()
    try test.database.run(
      """
      INSERT INTO entries (playlist, track, position)
      SELECT playlist, track, position + 7000000 FROM entries ORDER BY position LIMIT 1;
      UPDATE revision SET lists = lists + 1;
      """)
    let keys = try await keys(test, query)
    let entries = try await test.library.entries(of: [.group(keys[0])], in: query)
    #expect(entries.count == 3)
    #expect(try await test.library.queuedTracks(of: [.group(keys[0])], in: query).count == 2)
    try await test.library.removeEntries(entries)
    #expect(try await order(test, query) == "b1 c3 b4 c5")
  }

  @Test("templates are kept by name, replaced, renamed and deleted, each a step to undo")
  func templates() async throws {
    let library = try Library.inMemory()
    let (artist, album) = (try GroupTemplate("{Artist}"), try GroupTemplate("{Album}"))
    func shown() async throws -> [String] {
      try await library.templates().map { "\($0.name): \($0.template.source)" }
    }
    #expect(try await !library.saveTemplate(artist, named: " Mine\n"))
    #expect(try await !library.saveTemplate(album, named: "Another"))
    #expect(try await shown() == ["Another: {Album}", "Mine: {Artist}"])
    #expect(try await library.saveTemplate(album, named: "MINE"))
    #expect(try await shown() == ["Another: {Album}", "MINE: {Album}"])
    let mine = try #require(try await library.template(named: "mine"))
    await #expect(throws: LibraryError.templateNameTaken("Another")) {
      try await library.renameTemplate(mine.id, to: "another")
    }
    await #expect(throws: LibraryError.templateNameTaken("Genre")) {
      _ = try await library.saveTemplate(album, named: "Genre")
    }
    await #expect(throws: LibraryError.emptyTemplateName) {
      _ = try await library.saveTemplate(album, named: " ")
    }
    try await library.renameTemplate(mine.id, to: "Ours")
    try await library.deleteTemplate(mine.id)
    await #expect(throws: LibraryError.noSuchTemplate) {
      try await library.deleteTemplate(mine.id)
    }
    #expect(try await shown() == ["Another: {Album}"])
    #expect(try await library.undo() == "deleted the template Ours")
    #expect(try await shown() == ["Another: {Album}", "Ours: {Album}"])
    #expect(try await library.undo() == "renamed the template MINE to Ours")
    #expect(try await library.undo() == "replaced the template MINE")
    #expect(try await shown() == ["Another: {Album}", "Mine: {Artist}"])
    #expect(try await library.undo() == "saved the template Another")
    #expect(try await library.redo() == "saved the template Another")
    #expect(try await shown() == ["Another: {Album}", "Mine: {Artist}"])
  }
}
