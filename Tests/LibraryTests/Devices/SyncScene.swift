import Library
import Music
import Testing

/// A library with a few tracks, and a device.
struct SyncScene {
  let test: TestLibrary
  let tracks: [TrackID]
  let device: Device

  var library: Library { test.library }

  init(tracks count: Int = 4) async throws {
    test = try TestLibrary()
    tracks = try await test.withTracks(count)
    device = try await test.library.addDevice(
      named: "Pixel", at: .folder(FilePath("/media/pixel")), uuid: "u-1")
  }

  func contents(_ contents: [DeviceContent] = [.everything], order: DeviceOrder = .rating)
    async throws -> SyncLibraryContents
  {
    var device = device
    device.options.contents = contents
    device.options.order = order
    return try await library.syncContents(for: device)
  }

  func state() async throws -> SyncState { try await library.syncState(of: device.id) }

  func marks(_ track: TrackID) async throws -> DeviceMarks {
    try #require(try await contents().tracks.first { $0.id == track }).marks
  }

  func playlist(_ name: String, _ tracks: [TrackID]) async throws -> PlaylistID {
    let list = try await library.createPlaylist(named: name)
    // One by one, since a track is added once by each edit.
    for track in tracks { _ = try await library.addAgain([QueuedTrack(track)], to: list.id) }
    return list.id
  }

  func entries(_ id: PlaylistID) throws -> [String] {
    try test.database.run(
      """
      SELECT track, id, notes FROM entries WHERE playlist = \(id.rawValue) ORDER BY position, id
      """)
  }

  static func synced(_ track: TrackID, _ uuid: DeviceTrackID, _ marks: DeviceMarks = DeviceMarks())
    -> SyncedTrack
  {
    SyncedTrack(
      track: track, uuid: uuid, status: .synced,
      file: DeviceFile(path: FilePath("A/\(uuid).flac"), size: 5, modified: 7_000_000_000),
      source: FileStamp(size: 5, modified: 6), audioHash: -3,
      conversion: ConversionRule(codec: .opus, bitRate: 160_000), ours: marks, theirs: marks)
  }
}
