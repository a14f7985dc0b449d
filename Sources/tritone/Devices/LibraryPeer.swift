import CLinux
import Glibc
import Library
import Media
import Music
import Peers
import Sync
import Synchronization

/// One's own library as the device of another Tritone, to which `tritone sync --serve` speaks.
///
/// Files come and go below one folder of the library. Ids that the other one has given to tracks are
/// kept like those of a device.
final class LibraryPeer: LocalPeer {
  private struct State {
    var contents = SyncLibraryContents()
    var state = SyncState()
    /// Folders whose files have changed.
    var touched: Set<FilePath> = []
    var ids: [TrackID: DeviceTrackID] = [:]
    var lists: [PlaylistID: DevicePlaylist] = [:]
  }

  private let library: Library
  /// The other Tritone's row of the state.
  private let client: Device
  private let root: FilePath
  private let state = Mutex(State())

  init(_ library: Library, client: Device, root: FilePath) {
    (self.library, self.client, self.root) = (library, client, root)
  }

  func open() async throws(PeerError) {
    guard root.fileStamp != nil else { throw .gone }
  }

  func close() async { await readTouched() }

  // MARK: Reading

  func snapshot(_ progress: @Sendable (Int) -> Void) async throws(PeerError) -> DeviceSnapshot {
    await readTouched()
    var new = State()
    do throws(LibraryError) {
      new.contents = try await library.syncContents(for: client)
      new.state = try await library.syncState(of: client.id)
    } catch {
      throw .remote(error.message)
    }
    for track in new.state.tracks { new.ids[track.track] = track.uuid }
    var snapshot = DeviceSnapshot()
    snapshot.contents.syncID = new.state.syncID
    var known: Set<TrackID> = []
    for track in new.contents.tracks where !track.isOffline {
      guard let path = relative(track.path) else { continue }
      let file = DeviceFile(path: path, size: track.file.size, modified: track.file.modified)
      snapshot.files.append(file)
      snapshot.facts[path] = DeviceFileFacts(
        audioHash: track.audioHash, title: track.title, artist: track.artist,
        duration: track.duration > 0 ? track.duration : nil)
      let id = new.ids[track.id] ?? track.uuid
      new.ids[track.id] = id
      known.insert(track.id)
      snapshot.contents.tracks.append(DeviceTrack(track, id: id, path: path))
      if let times = new.contents.playTimes[track.id] { snapshot.playTimes[id] = times }
    }
    snapshot.files.sort { $0.path < $1.path }
    let lists = new.contents.playlists + new.contents.otherPlaylists
    let names = Dictionary(
      new.state.playlists.map { ($0.id, $0.deviceID) }, uniquingKeysWith: { first, _ in first })
    for list in lists where !list.isSmart {
      var seen: Set<TrackID> = []
      let tracks = list.tracks.filter { known.contains($0) && seen.insert($0).inserted }
      let row = DevicePlaylist(
        id: names[list.id] ?? "playlist-\(list.id.rawValue)", name: list.name,
        tracks: tracks.compactMap { new.ids[$0] }, updated: list.modified)
      new.lists[list.id] = row
      snapshot.contents.playlists.append(row)
    }
    progress(snapshot.files.count)
    snapshot.free = Self.space(root)?.free
    snapshot.capacity = Self.space(root)?.capacity
    state.withLock { $0 = new }
    return snapshot
  }

  /// Nothing more than what the snapshot has.
  func facts(of files: [DeviceFile]) async throws(PeerError) -> [FilePath: DeviceFileFacts] { [:] }

  func path(of file: DeviceFile) async throws(PeerError) -> FilePath {
    try absolutePath(file.path, unchanged: file)
  }

  func fetch(
    _ file: DeviceFile, to target: FilePath, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) {
    let path = try absolutePath(file.path, unchanged: file)
    try transfer(from: path, to: target, below: target.parent ?? root)
    progress(file.size)
  }

  /// Reads into the library what has changed on the disk.
  private func readTouched() async {
    let folders = state.withLock { state in
      defer { state.touched = [] }
      return state.touched
    }
    guard !folders.isEmpty else { return }
    // A folder that went with its last file is read as part of the one above.
    let present = folders.map { folder in
      var folder = folder
      while folder.fileStamp == nil, folder != root { folder = folder.parent ?? root }
      return folder
    }
    // What cannot be read now is read by the next scan.
    _ = try? await library.scan(Array(Set(present))) { _ in }
  }

  // MARK: Files

  func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile {
    let target = try absolutePath(transfer.target)
    guard let folder = target.parent else { throw .unwritable(transfer.target, code: EINVAL) }
    try makeFolders(to: folder)
    if let replaced = transfer.replaced {
      _ = try absolutePath(replaced.path, unchanged: replaced)
      if replaced.path == transfer.target {
        // Onto the file's own name, so that it is there at each moment.
        var code = transfer.mayMoveSource ? sync(transfer.source) : EXDEV
        if code == 0 { code = rename(transfer.source, target) }
        guard code == 0 else { throw .writing(transfer.target, code) }
        return try done(target, transfer.target)
      }
    }
    if transfer.mayMoveSource {
      try publish(transfer.source, as: target, transfer.target)
    } else {
      try self.transfer(from: transfer.source, to: target, below: root)
    }
    if let replaced = transfer.replaced { try await remove(replaced) }
    progress(transfer.size)
    return try done(target, transfer.target)
  }

  /// Gives a part that is on the music's file system its name, which has to be free.
  private func publish(
    _ part: FilePath, as target: FilePath, _ name: FilePath
  ) throws(PeerError) {
    var code = sync(part)
    if code == 0 {
      code = part.withCString { from in
        target.withCString { tritone_rename_to_free_name(AT_FDCWD, from, AT_FDCWD, $0) }
      }
    }
    guard code != EEXIST else { throw .exists(name) }
    guard code == 0 else { throw .writing(name, code) }
  }

  private func sync(_ file: FilePath) -> Int32 {
    let descriptor = file.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard descriptor >= 0 else { return errno }
    defer { Glibc.close(descriptor) }
    return fsync(descriptor) == 0 ? 0 : errno
  }

  private func done(_ path: FilePath, _ name: FilePath) throws(PeerError) -> DeviceFile {
    _ = touch(path)
    guard let status = path.fileStamp else { throw .unwritable(name, code: ENOENT) }
    return DeviceFile(path: name, size: status.size, modified: status.modified)
  }

  func move(_ file: DeviceFile, to target: FilePath) async throws(PeerError) -> DeviceFile {
    let path = try absolutePath(file.path, unchanged: file)
    let new = try absolutePath(target)
    try makeFolders(to: new.parent ?? root)
    let code = path.withCString { from in
      new.withCString { tritone_rename_to_free_name(AT_FDCWD, from, AT_FDCWD, $0) }
    }
    guard code != EEXIST else { throw .exists(target) }
    guard code == 0 else { throw .writing(target, code) }
    _ = touch(path)
    return try done(new, target)
  }

  func remove(_ file: DeviceFile) async throws(PeerError) {
    let path = try absolutePath(file.path, unchanged: file)
    guard path.withCString({ unlink($0) }) == 0 else { throw .writing(file.path, errno) }
    var folder = touch(path)
    while folder != root, folder.isInside(root), folder.withCString({ rmdir($0) }) == 0 {
      folder = folder.parent ?? root
    }
  }

  func flush(verifying: Bool) async throws(PeerError) -> [PeerFileFault] {
    let folder = root.withCString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { throw .gone }
    defer { Glibc.close(folder) }
    let code = tritone_sync_file_system(folder)
    guard code == 0 || code == ENOSYS || code == EINVAL else { throw .writing(FilePath(""), code) }
    return []
  }

  /// The absolute path; its folders below the library's are no links, which may lead out.
  private func absolutePath(
    _ path: FilePath, unchanged file: DeviceFile? = nil
  ) throws(PeerError) -> FilePath {
    let parts = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == [0x2E] || $0 == [0x2E, 0x2E] }),
      !path.bytes.contains(0)
    else { throw .unwritable(path, code: EINVAL) }
    var absolute = root
    for part in parts {
      absolute = absolute.appending(Array(part))
      if absolute.isSymbolicLink { throw .unwritable(path, code: ELOOP) }
    }
    guard let file else { return absolute }
    guard let status = absolute.fileStamp, status.size == file.size,
      status.modified == file.modified
    else { throw .changed(path) }
    return absolute
  }

  private func relative(_ path: FilePath) -> FilePath? {
    guard path.isInside(root), path != root else { return nil }
    return FilePath(bytes: Array(path.bytes.dropFirst(root.bytes.count + 1)))
  }

  private func touch(_ path: FilePath) -> FilePath {
    let folder = path.parent ?? root
    state.withLock { _ = $0.touched.insert(folder) }
    return folder
  }

  private func makeFolders(to folder: FilePath) throws(PeerError) {
    guard folder != root, folder.fileStamp == nil else { return }
    try makeFolders(to: folder.parent ?? root)
    let code = folder.withCString { mkdir($0, 0o777) == 0 ? 0 : errno }
    guard code == 0 || code == EEXIST else { throw .writing(relative(folder) ?? folder, code) }
  }

  private func rename(_ from: FilePath, _ to: FilePath) -> Int32 {
    from.withCString { from in to.withCString { Glibc.rename(from, $0) == 0 ? 0 : errno } }
  }

  /// Moves a file to a free name, by a copy where it is on another file system.
  private func transfer(
    from source: FilePath, to target: FilePath, below top: FilePath
  ) throws(PeerError) {
    var transfer = FileTransfer(below: top, cancellation: Cancellation())
    do throws(TransferError) {
      try transfer.begin()
      let source = try TransferSource(source)
      _ = try transfer.copy(source, to: target)
    } catch {
      let name = relative(target) ?? target
      switch error {
      case .exists: throw .exists(name)
      case .cancelled: throw .cancelled
      case .unwritable(let code): throw .writing(name, code)
      case .unreadable(let code): throw .source(source, code: code)
      case .notAFile, .changedMeanwhile, .differs, .copyChanged, .oneFile, .hidden:
        throw .source(source, code: EIO)
      }
    }
  }

  static func space(_ folder: FilePath) -> (free: Int64, capacity: Int64)? {
    var status = statvfs()
    guard folder.withCString({ statvfs($0, &status) }) == 0, status.f_blocks > 0 else { return nil }
    let block = Int64(clamping: status.f_frsize)
    let free = Int64(clamping: status.f_bavail).multipliedReportingOverflow(by: block)
    let all = Int64(clamping: status.f_blocks).multipliedReportingOverflow(by: block)
    return free.overflow || all.overflow ? nil : (free.partialValue, all.partialValue)
  }

  // MARK: Committing

  func commit(_ commit: DeviceCommit) async throws(PeerError) {
    await readTouched()
    let before = state.withLock { $0 }
    do throws(LibraryError) {
      let now = try await library.syncContents(for: client)
      try await library.commit(libraryCommit(commit, before, now), to: client.id)
      for id in commit.removedPlaylists { try await delete(id, before, now) }
    } catch {
      throw .remote(error.message)
    }
  }

  private func libraryCommit(
    _ commit: DeviceCommit, _ before: State, _ now: SyncLibraryContents
  ) -> LibraryCommit {
    var result = LibraryCommit(syncID: commit.syncID, time: DevicePeers.now)
    var tracks: [DeviceTrackID: SyncTrack] = [:]
    var paths: [FilePath: SyncTrack] = [:]
    for track in now.tracks {
      tracks[before.ids[track.id] ?? track.uuid] = track
      if let path = relative(track.path) { paths[path] = track }
    }
    let old = Dictionary(
      before.contents.tracks.map { ($0.id, $0.marks) }, uniquingKeysWith: { first, _ in first })
    for row in commit.tracks {
      // A file that could not be read into the library has no marks.
      guard let track = paths[row.path] ?? tracks[row.id] else { continue }
      tracks[row.id] = track
      let marks = old[track.id] ?? DeviceMarks()
      if marks != row.marks {
        result.marks.append(
          MarksChange(
            track: track.id, plays: max(0, row.marks.plays - marks.plays),
            times: commit.playTimes[row.id] ?? times(row.marks, after: marks), before: marks,
            after: row.marks))
      }
      result.syncedTracks.append(
        SyncedTrack(
          track: track.id, uuid: row.id, status: .synced,
          file: DeviceFile(path: row.path, size: track.file.size, modified: track.file.modified),
          source: track.file, audioHash: track.audioHash, ours: row.marks, theirs: row.marks))
    }
    result.removedTracks = commit.removedTracks
    for row in commit.playlists { add(row, before, now, tracks, to: &result) }
    result.removedPlaylists = commit.removedPlaylists
    return result
  }

  /// The time of the last play, where the other side has one that is not known here.
  private func times(_ marks: DeviceMarks, after old: DeviceMarks) -> [Int64] {
    guard marks.plays > old.plays, let last = marks.lastPlayed, last != old.lastPlayed else {
      return []
    }
    return [last]
  }

  /// Deletes a playlist that was deleted on the other side, where it is as it was shown.
  private func delete(
    _ id: String, _ before: State, _ now: SyncLibraryContents
  ) async throws(LibraryError) {
    guard let shown = before.lists.first(where: { $0.value.id == id }),
      let current = now.playlists.first(where: { $0.id == shown.key }),
      let old = before.contents.playlists.first(where: { $0.id == shown.key }),
      current.tracks == old.tracks
    else { return }
    try await library.deletePlaylist(shown.key)
  }

  private func add(
    _ row: DevicePlaylist, _ before: State, _ now: SyncLibraryContents,
    _ tracks: [DeviceTrackID: SyncTrack], to result: inout LibraryCommit
  ) {
    let ids = row.tracks.compactMap { tracks[$0]?.id }
    let list = before.lists.first { $0.value.id == row.id }
    let current = list.flatMap { list in
      (now.playlists + now.otherPlaylists).first { $0.id == list.key }
    }
    let shown = list?.value.tracks.compactMap { tracks[$0]?.id } ?? []
    let after = ListMerge.expanded(
      base: (current?.tracks ?? []).map { Int($0.rawValue) }, shown: shown.map { Int($0.rawValue) },
      now: ids.map { Int($0.rawValue) }
    ).map { TrackID(Int64($0)) }
    result.playlists.append(
      PlaylistChange(
        id: current?.id, deviceID: row.id, name: row.name, before: current?.tracks ?? [],
        after: after))
    result.syncedPlaylists.append(
      SyncedPlaylist(
        id: current?.id ?? PlaylistID(0), deviceID: row.id, name: row.name, ours: after,
        theirs: row.tracks))
  }
}

extension DeviceTrack {
  /// The row of a track of a library that is another one's device.
  fileprivate init(_ track: SyncTrack, id: DeviceTrackID, path: FilePath) {
    self.init(
      id: id, path: path, title: track.title ?? path.stem, artist: track.artist,
      album: track.album, albumArtist: track.albumArtist, genre: track.genre,
      year: track.date.flatMap(Tags.year(in:)), trackNumber: track.trackNumber,
      duration: track.duration, size: track.file.size,
      modified: track.file.modified / 1_000_000_000, marks: track.marks, created: track.added)
  }
}

extension PeerError {
  /// Failed writing, by the system's code.
  fileprivate static func writing(_ path: FilePath, _ code: Int32) -> PeerError {
    switch code {
    case ENOSPC, EDQUOT: .full
    case EROFS: .readOnly
    case ENODEV, ENXIO, ESTALE, ENOTCONN: .gone
    default: .unwritable(path, code: code)
    }
  }
}
