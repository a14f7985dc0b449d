import Library
import Music
import Testing

@Suite("Lists by labels")
struct LabelListTests {
  /// Six tracks "1" to "6" in two folders, some with labels.
  private struct Scene {
    let test = try! TestLibrary()  // because a test needs it
    var ids: [TrackID] = []

    init() async throws {
      ids = try await test.withTracks(6)
      try await label(0, .demos, ["needs bass"], "Blue", "calm")
      try await label(1, TrackCategory(rawValue: "Demos"), ["done", "needs bass"], nil, "Wild")
      try await label(2, .ideas, [], "blue", nil)
      try await label(3, nil, ["Done"], nil, nil)
    }

    private func label(
      _ index: Int, _ category: TrackCategory?, _ tags: [String], _ collection: String?,
      _ mood: String?
    ) async throws {
      var change = MarkChange()
      change.category = .set(category)
      change.tags = .set(tags)
      change.collection = .set(collection)
      change.mood = .set(mood)
      try await test.library.change(change, of: [ids[index]])
    }

    func found(_ filter: String) async throws -> [String] {
      try await test.rows(ListQuery(.songs, filter: filter, sort: .title))
    }
  }

  @Test("tracks are found by each label, by several, and by the lack of one")
  func queries() async throws {
    let scene = try await Scene()
    #expect(try await scene.found("category:demos") == ["1", "2"])
    #expect(try await scene.found("category:demos tag:\"needs bass\" -tag:done") == ["1"])
    #expect(try await scene.found("tag:DONE") == ["2", "4"])
    #expect(try await scene.found("collection:blue OR mood:wild") == ["1", "2", "3"])
    #expect(try await scene.found("-category:\"\"") == ["4", "5", "6"])
    #expect(try await scene.found("tag:\"\" -mood:\"\"") == ["4"])
    #expect(try await scene.found("category:nothing") == [])
    #expect(try await scene.test.library.search("tag:bass mood:calm").map(\.title) == ["1"])
  }

  @Test("the categories of tracks that have one are a list, and each is one of tracks")
  func categories() async throws {
    let scene = try await Scene()
    #expect(try await scene.test.rows(ListQuery(.categories)) == ["demos 2", "ideas 1"])
    #expect(
      try await scene.test.rows(ListQuery(.categories, sort: .tracks, isDescending: false))
        == ["ideas 1", "demos 2"])
    #expect(
      try await scene.test.rows(ListQuery(.categories, filter: "ide")) == ["ideas 1"])
    #expect(
      try await scene.test.rows(ListQuery(.categories, filter: "mood:calm")) == ["demos 1"])
    #expect(
      try await scene.test.rows(ListQuery(.category("DEMOS"), sort: .title)) == ["1", "2"])
    #expect(try await scene.test.rows(ListQuery(.category("none"), sort: .title)) == [])
    let all = try await scene.test.library.trackIDs(ListQuery(.categories))
    #expect(try await scene.test.titles(all) == ["1", "2", "3"])
    let some = try await scene.test.library.queuedTracks(
      of: [.category("ideas")], in: ListQuery(.categories))
    #expect(some.map(\.track) == [scene.ids[2]])
    let window = try await scene.test.library.window(
      ListQuery(.categories), range: 0..<9, anchor: .category("ideas"))
    #expect(window.anchorIndex == 1)
  }

  @Test("tracks are sorted and grouped by labels, those without at the end")
  func orders() async throws {
    let scene = try await Scene()
    #expect(
      try await scene.test.rows(ListQuery(.songs, sort: .mood))
        == ["1", "2", "3", "4", "5", "6"])
    #expect(
      try await scene.test.rows(ListQuery(.songs, sort: .mood, isDescending: true))
        == ["2", "1", "3", "4", "5", "6"])
    #expect(
      try await scene.test.rows(ListQuery(.songs, sort: .category, isDescending: true))
        == ["3", "1", "2", "4", "5", "6"])
    let rows = try await scene.test.rows(
      ListQuery(.songs, sort: .title, template: try GroupTemplate("{Collection}")))
    #expect(
      rows.filter { $0.hasPrefix("#") }.map { $0.suffix(6) } == ["Blue 2", "\(rows[3].suffix(6))"])
    #expect(rows.count == 8)
  }

  @Test("the values of a label are listed once in their first spelling, with their tracks")
  func values() async throws {
    let scene = try await Scene()
    let library = scene.test.library
    #expect(
      try await library.labelValues(.tag)
        == [LabelValue(name: "done", tracks: 2), LabelValue(name: "needs bass", tracks: 2)])
    #expect(
      try await library.labelValues(.category)
        == [LabelValue(name: "demos", tracks: 2), LabelValue(name: "ideas", tracks: 1)])
    #expect(try await library.labelValues(.mood).map(\.name) == ["calm", "Wild"])
    var change = MarkChange()
    change.tags = .set([])
    try await library.change(change, of: scene.ids)
    #expect(try await library.labelValues(.tag) == [])
    #expect(try await library.undo() != nil)
    #expect(try await library.labelValues(.tag).count == 2)
  }

  @Test("a smart playlist follows labels")
  func smart() async throws {
    let scene = try await Scene()
    let library = scene.test.library
    let list = try await library.createSmartPlaylist(
      PlaylistDetails(name: "Open"), SmartQuery("category:demos -tag:done", sort: .title))
    let query = ListQuery(.playlist(list.id))
    #expect(try await library.trackIDs(query) == [scene.ids[0]])
    var change = MarkChange()
    change.tags = .edit(adding: [], removing: ["done"])
    try await library.change(change, of: [scene.ids[1]])
    #expect(try await library.trackIDs(query) == [scene.ids[0], scene.ids[1]])
  }

  @Test("labels are in the catalog's file, and in the catalog that is read from it")
  func file() async throws {
    let scene = try await Scene()
    await scene.test.library.saveCatalog()
    let again = try Library(at: scene.test.folder["library.db"])
    let query = ListQuery(.songs, filter: "tag:done", sort: .title)
    #expect(try await again.trackIDs(query) == [scene.ids[1], scene.ids[3]])
    #expect(try await again.labelValues(.collection).map(\.tracks) == [2])
  }
}
