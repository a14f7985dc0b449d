import Library
import Music
import Testing

@Suite("Labels, variations and comments in documents")
struct MarkDocumentTests {
  private static let labels = TrackLabels(
    category: .demos, tags: ["needs bass", "Done"], collection: "B sides", mood: "calm",
    timeSignature: "7/8")

  /// A library with a playlist of three tracks, two of them labelled variations.
  private func exported() async throws -> (document: PlaylistDocument, scene: ImportScene) {
    let scene = try ImportScene()
    let ids = try await scene.test.withTracks(3)
    var change = MarkChange()
    change.category = .set(.demos)
    change.tags = .set(Self.labels.tags)
    change.collection = .set("B sides")
    change.mood = .set("calm")
    change.timeSignature = .set("7/8")
    change.reaction = .set(.liked)
    try await scene.library.change(change, of: [ids[0]])
    _ = try await scene.library.addComment("late", to: ids[0], at: .milliseconds(1_250))
    _ = try await scene.library.addComment("whole", to: ids[0], by: "Ann")
    try await scene.library.gatherVariations([ids[0]], under: ids[2])
    let list = try await scene.library.createPlaylist(named: "Peak")
    _ = try await scene.library.add(ids, to: list.id)
    return (try await scene.library.document(of: .all), scene)
  }

  private let rows = """
    SELECT track, quote(category), quote(tags), quote(collection), quote(mood),
      quote(time_signature), quote(primary_track) FROM labels ORDER BY track;
    SELECT uuid, track, quote(place), quote(author), text, created, quote(edited) FROM comments
      ORDER BY created, uuid;
    SELECT track, reaction FROM marks WHERE reaction <> 0
    """

  @Test("a document holds what is said about tracks, and brings it into a library without")
  func roundTrip() async throws {
    let (document, scene) = try await exported()
    let track = document.playlists[0].tracks[0]
    #expect(track.labels == Self.labels && track.reaction == .liked)
    #expect(track.primary == .file(scene.music("3.flac")))
    #expect(track.comments.map(\.text) == ["late", "whole"])
    #expect(track.comments.map(\.place) == [.milliseconds(1_250), nil])
    #expect(track.isMarked && !document.playlists[0].tracks[1].isMarked)
    let before = try scene.test.database.run(rows)
    try scene.test.database.run("DELETE FROM labels; DELETE FROM comments; DELETE FROM marks")
    let report = try await scene.run(document)
    // The labels with the reaction of one track, and its place among variations.
    #expect(report.labels == 2 && report.comments == 2)
    #expect(try scene.test.database.run(rows) == before)
    let again = try await scene.run(document)
    #expect(again.labels == 0 && again.comments == 0)
    #expect(try scene.test.database.run(rows) == before)
    for _ in 1...2 { #expect(try await scene.library.undo() != nil) }
    #expect(try scene.test.database.run(rows) == [])
  }

  @Test("what a track says already stays, and only what it lacks comes from a document")
  func merged() async throws {
    let (document, scene) = try await exported()
    let ids = try await scene.library.trackIDs(ListQuery(.songs, sort: .title))
    try scene.test.database.run(
      """
      DELETE FROM labels;
      DELETE FROM marks;
      UPDATE comments SET text = 'my own words', edited = created + 9 WHERE text = 'late';
      DELETE FROM comments WHERE text = 'whole';
      """)
    var change = MarkChange()
    change.category = .set(.songs)
    change.tags = .set(["DONE", "mine"])
    change.reaction = .set(.listened)
    try await scene.library.change(change, of: [ids[0]])
    try await scene.library.gatherVariations([ids[1]], under: ids[0])
    let report = try await scene.run(document)
    #expect(report.comments == 1)
    let track = try await scene.library.tracks(ids)[0]
    #expect(track.labels.category == .songs && track.labels.tags == ["DONE", "mine", "needs bass"])
    #expect(track.labels.mood == "calm" && track.reaction == .listened)
    // It has variations of its own.
    #expect(track.variation == .primary(count: 2))
    let texts = try await scene.library.comments(of: ids[0]).map(\.text)
    #expect(texts == ["my own words", "whole"])
    // A later edit elsewhere holds.
    var later = document
    guard case .playlist(var playlist) = later.items[0] else { return }
    playlist.tracks[0].comments[0].text = "their later words"
    playlist.tracks[0].comments[0].edited = (playlist.tracks[0].comments[0].created) + 99
    later.items = [.playlist(playlist)]
    #expect(try await scene.run(later).comments == 1)
    #expect(
      try await scene.library.comments(of: ids[0]).map(\.text) == ["their later words", "whole"])
  }

  @Test("a primary track that is not in the library leaves its variation a track of its own")
  func lostPrimary() async throws {
    let scene = try ImportScene()
    let ids = try await scene.test.withTracks(2)
    var lines = ["1", "2"].map { ImportScene.line(scene.music("\($0).flac").text) }
    lines[0].primary = .file(FilePath("/nowhere/9.flac"))
    lines[1].primary = lines[1].location
    lines[1].labels = TrackLabels(
      category: TrackCategory(rawValue: "of another program"),
      tags: [String(repeating: "x", count: 5_000), "\u{1B}[2J"])
    try await scene.run(ImportScene.document(lines))
    let tracks = try await scene.library.tracks(ids)
    #expect(tracks.map(\.variation) == [nil, nil])
    #expect(tracks[1].labels.category?.title == "of another program")
    #expect(tracks[1].labels.tags.map(\.count) == [100, 3])
  }

  @Test("labels, comments and variations change the digest of marks, and nothing else does")
  func digest() async throws {
    let (document, _) = try await exported()
    let tracks = document.playlists[0].tracks
    let digest = PlaylistDigest.marks(tracks)
    for change: @Sendable (inout DocumentTrack) -> Void in [
      { $0.labels.tags.append("new") }, { $0.labels.category = nil }, { $0.primary = nil },
      { $0.comments.removeLast() }, { $0.comments[0].text = "other" }, { $0.reaction = .loved },
    ] {
      var other = tracks
      change(&other[0])
      #expect(PlaylistDigest.marks(other) != digest)
      #expect(
        PlaylistDigest.list(DocumentPlaylist(tracks: other))
          == PlaylistDigest.list(DocumentPlaylist(tracks: tracks)))
    }
  }
}
