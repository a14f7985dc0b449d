import Library
import Music
import Testing

@Suite("Labels of tracks")
struct LabelEditTests {
  private static let all = """
    SELECT track, quote(category), quote(tags), quote(collection), quote(mood),
      quote(time_signature), quote(primary_track) FROM labels ORDER BY track
    """

  private static let change = {
    var change = MarkChange()
    change.category = .set(.demos)
    change.tags = .edit(adding: ["needs bass", "ÜBER"], removing: [])
    change.collection = .set("B sides")
    change.mood = .set("calm")
    change.timeSignature = .set("7/8")
    change.rating = .set(Rating(stars: 4))
    change.reaction = .set(.loved)
    change.notes = .set("louder")
    return change
  }()

  @Test("labels and marks of hundreds of tracks are one step, taken back and done again as a whole")
  func oneStep() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(600)
    #expect(try await test.library.change(Self.change, of: ids).changed.count == 600)
    #expect(try test.database.run("SELECT count(*) FROM undo_steps") == ["1"])
    let tracks = try await test.library.tracks(ids)
    let labels = TrackLabels(
      category: .demos, tags: ["needs bass", "ÜBER"], collection: "B sides", mood: "calm",
      timeSignature: "7/8")
    #expect(tracks.allSatisfy { $0.labels == labels && $0.rating.stars == 4 })
    #expect(tracks.allSatisfy { $0.reaction == .loved && $0.notes == "louder" })
    let rows = try test.database.run(Self.all)
    #expect(try await test.library.undo() == "labelled 600 tracks")
    #expect(try test.database.run(Self.all) == [])
    #expect(try test.database.run("SELECT count(*) FROM marks") == ["0"])
    #expect(try await test.library.redo() == "labelled 600 tracks")
    #expect(try test.database.run(Self.all) == rows)
    #expect(try await test.library.check() == [])
  }

  @Test("tracks that differed before are each what they were after undo")
  func mixed() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(30)
    var change = MarkChange()
    for (index, id) in ids.enumerated() where index % 3 > 0 {
      change.category = .set(index % 2 == 0 ? .ideas : TrackCategory(rawValue: "it's; DROP"))
      change.tags = .set((0..<index % 4).map { "t\($0)'\"" })
      try await test.library.change(change, of: [id])
    }
    let before = try test.database.run(Self.all)
    change = MarkChange()
    change.tags = .edit(adding: ["done"], removing: ["T0'\""])
    change.category = .set(nil)
    try await test.library.change(change, of: ids)
    let after = try test.database.run(Self.all)
    #expect(after.count == 30 && after != before)
    for _ in 1...2 {
      #expect(try await test.library.undo() != nil)
      #expect(try test.database.run(Self.all) == before)
      #expect(try await test.library.redo() != nil)
      #expect(try test.database.run(Self.all) == after)
    }
  }

  @Test("a change that changes nothing is no step, and a track without labels has no row")
  func nothing() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2)
    var change = MarkChange()
    change.mood = .set("calm")
    change.rating = .set(Rating(stars: 3))
    let first = try await test.library.change(change, of: [ids[0]])
    #expect(first.changed == [ids[0]] && first.unchanged == [])
    let both = try await test.library.change(change, of: ids)
    #expect(both.changed == [ids[1]] && both.unchanged == [ids[0]])
    let none = try await test.library.change(change, of: ids)
    #expect(none.changed == [] && none.count == 2)
    #expect(try test.database.run("SELECT count(*) FROM undo_steps") == ["2"])
    // An empty row would be a mark to the next reader.
    var unmarked = MarkChange()
    (unmarked.notes, unmarked.reaction) = (.set(""), .set(.none))
    change.rating = .set(.none)
    _ = try await test.library.change(change, of: ids)
    #expect(try await test.library.change(unmarked, of: ids).unchanged.count == 2)
    #expect(try test.database.run("SELECT count(*) FROM marks") == ["0"])
    change.mood = .set(" ")
    try await test.library.change(change, of: ids)
    #expect(try test.database.run(Self.all) == [])
    #expect(try await test.library.change(MarkChange(), of: ids).count == 2)
    await #expect(throws: LibraryError.noSuchTrack) {
      try await test.library.change(change, of: [TrackID(77)])
    }
  }

  @Test("what cannot be stored is refused with nothing done, and says why")
  func refused() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    var change = MarkChange()
    change.tags = .set((0..<60).map { "a\($0)" })
    try await test.library.change(change, of: [ids[2]])
    let before = try test.database.run(Self.all)
    change.tags = .edit(adding: (0..<60).map { "b\($0)" }, removing: [])
    await #expect(throws: LibraryError.label(.tooManyTags)) {
      try await test.library.change(change, of: ids)
    }
    #expect(try test.database.run(Self.all) == before)
    change.tags = .edit(adding: [String(repeating: "x", count: 10_000)], removing: [])
    await #expect(throws: LibraryError.label(.tooLong(.tag))) {
      try await test.library.change(change, of: ids)
    }
    #expect(try test.database.run("SELECT count(*) FROM undo_steps") == ["1"])
    #expect(LibraryError.label(.tooManyTags).message == "A track has at most 100 tags")
  }

  @Test("undoing a label takes back that label alone, not what came from elsewhere since")
  func oneLabel() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(1)
    var change = MarkChange()
    change.category = .set(.songs)
    try await test.library.change(change, of: ids)
    try test.database.run("UPDATE labels SET mood = 'theirs'")
    #expect(try await test.library.undo() == "put 1 into songs")
    #expect(try await test.library.tracks(ids)[0].labels == TrackLabels(mood: "theirs"))
    try test.database.run("UPDATE labels SET mood = NULL")
    #expect(try await test.library.redo() == "put 1 into songs")
    #expect(try await test.library.tracks(ids)[0].labels == TrackLabels(category: .songs))
  }

  @Test("labels stay with a file that moves, is tagged anew, goes and comes back")
  func moves() async throws {
    let test = try TestLibrary()
    test.folder.write("music/a.wav", WaveTrack.bytes(1, title: "A", seconds: 0.05))
    try await test.scan()
    let id = try #require(try await test.library.searchIDs("").first)
    try await test.library.change(Self.change, of: [id])
    _ = try await test.library.addComment("hm", to: id, at: .milliseconds(20))
    let labels = try await test.library.tracks([id])[0].labels
    try test.folder.move("music/a.wav", "music/b.wav")
    try await test.scan()
    test.folder.write("music/b.wav", WaveTrack.bytes(1, title: "Other", seconds: 0.05))
    try await test.scan()
    let tracks = try await test.library.search("title:other")
    #expect(tracks.map(\.labels) == [labels])
    #expect(try await test.library.comments(of: tracks[0].id).map(\.text) == ["hm"])
  }

  @Test("two tracks that become one have the labels, tags and comments of both")
  func merged() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    var change = MarkChange()
    change.category = .set(.demos)
    change.tags = .set(["a", "b"])
    try await test.library.change(change, of: [ids[0]])
    change.category = .set(.songs)
    change.tags = .set(["B", "c"])
    change.mood = .set("calm")
    try await test.library.change(change, of: [ids[1]])
    _ = try await test.library.addComment("of the lost", to: ids[0])
    _ = try await test.library.addComment("of the found", to: ids[1])
    try await test.library.gatherVariations([ids[2]], under: ids[0])
    let before = try test.database.run(Self.all)
    try test.folder.remove("music/1.flac")
    try await test.scan()
    #expect(
      try await test.library.relocate([Relocation.Move(from: ids[0], to: ids[1])]) == 1)
    let track = try await test.library.tracks([ids[1]])[0]
    #expect(
      track.labels == TrackLabels(category: .demos, tags: ["a", "b", "c"], mood: "calm"))
    #expect(track.variation == .primary(count: 2))
    let texts = try await test.library.comments(of: ids[0]).map(\.text)
    #expect(texts == ["of the lost", "of the found"])
    // The id of the lost one leads to the other.
    #expect(try await test.library.variations(of: ids[0]) == [ids[1], ids[2]])
    #expect(try await test.library.undo() != nil)
    #expect(try test.database.run(Self.all) == before)
    #expect(try await test.library.comments(of: ids[0]).map(\.text) == ["of the lost"])
    #expect(try await test.library.check() == [])
  }

  @Test("another process sees labels as it sees ratings, and a list of now is another one")
  func otherProcess() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    let other = try Library(at: test.folder["library.db"])
    let query = ListQuery(.songs, filter: "category:demos", sort: .title)
    #expect(try await other.trackIDs(query) == [])
    try await test.library.change(Self.change, of: [ids[1]])
    #expect(try await other.trackIDs(query) == [ids[1]])
    #expect(try await other.undo() != nil)
    #expect(try await test.library.trackIDs(query) == [])
  }

  @Test("values that another program wrote are read as far as they make sense")
  func hostile() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2)
    try test.database.run(
      """
      INSERT INTO labels (track, category, tags, mood) VALUES
        (\(ids[0].rawValue), char(27) || '[31m' || printf('%.*c', 9000, 'x'),
         replace(printf('%.*c', 5000, 'n'), 'n', 'tag ' || char(10)) || char(7), '');
      INSERT INTO comments (uuid, track, place, author, text, created) VALUES
        ('no uuid', \(ids[1].rawValue), -7, char(27), 'a' || char(0) || printf('%.*c', 9000, 'y'),
         -1)
      """)
    let labels = try await test.library.tracks(ids)[0].labels
    #expect(labels.category?.rawValue.unicodeScalars.count == 200)
    #expect(labels.tags == ["tag"] && labels.mood == nil)
    #expect(try await test.library.labelValues(.category).map(\.tracks) == [1])
    let comment = try #require(try await test.library.comments(of: ids[1]).first)
    #expect(comment.place == .zero && comment.text.unicodeScalars.count <= 2_000)
    var change = MarkChange()
    change.tags = .edit(adding: ["mine"], removing: [])
    try await test.library.change(change, of: ids)
    #expect(try await test.library.tracks(ids)[0].labels.tags == ["tag", "mine"])
  }
}
