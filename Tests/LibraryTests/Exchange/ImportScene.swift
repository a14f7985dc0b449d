import Library
import Music

/// A library and a document to import.
struct ImportScene {
  let test: TestLibrary

  init() throws { test = try TestLibrary() }

  init(_ test: TestLibrary) { self.test = test }

  var library: Library { test.library }
  /// The document's path, beside the music.
  var source: FilePath { test.folder["lists/Friday.m3u8"] }

  func music(_ name: String) -> FilePath { test.folder["music/\(name)"] }

  /// A line that names a file as the document has it.
  static func line(
    _ path: String, _ number: Int? = nil, title: String? = nil, artist: String? = nil,
    seconds: Double? = nil, others: [String] = []
  ) -> DocumentTrack {
    var track = DocumentTrack(
      .file(FilePath(path)), line: number, title: title, artist: artist,
      duration: seconds.map { .milliseconds($0 * 1000) })
    track.otherPaths = others.map { FilePath($0) }
    return track
  }

  static func document(_ tracks: [DocumentTrack], name: String? = "Friday") -> PlaylistDocument {
    PlaylistDocument(items: [.playlist(DocumentPlaylist(name: name, tracks: tracks))])
  }

  func plan(_ tracks: [DocumentTrack]) async throws -> [TrackMatch] {
    try await library.planImport(ImportScene.document(tracks), at: source).matches[0]
  }

  func id(_ name: String) async throws -> TrackID? {
    try await library.track(at: music(name))?.id
  }

  @discardableResult
  func run(
    _ document: PlaylistDocument, _ options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport {
    let plan = try await library.planImport(document, at: source)
    return try await library.importPlaylists(plan, options)
  }

  /// The titles in a playlist; missing tracks with a "-" in front.
  func entries(_ name: String) async throws -> [String] {
    guard let playlist = try await library.playlist(named: name) else { return ["no playlist"] }
    let window = try await library.window(
      ListQuery(.playlist(playlist.id)), range: 0..<10_000, anchor: nil)
    return window.rows.compactMap { row in
      guard case .entry(let entry) = row else { return nil }
      return (entry.track.isMissing ? "-" : "") + entry.track.title
    }
  }
}
