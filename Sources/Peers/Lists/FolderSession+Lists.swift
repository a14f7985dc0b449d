import Glibc
import Music
import Sync

extension FolderSession {
  /// Takes over what players on the device did to the M3U files that were written there: the order
  /// of the file counts where only the file has changed since.
  func readLists(into contents: inout DeviceContents) throws(PeerError) {
    let written = WrittenLists.read(setup.folder)
    guard !written.lists.isEmpty else { return }
    let tracks = ListedTracks(contents.tracks)
    let byID = Dictionary(contents.tracks.map { ($0.id, $0) }) { first, _ in first }
    for (index, playlist) in contents.playlists.enumerated() {
      guard let list = written.lists[playlist.id],
        let bytes = try listBytes(list.file), SHA256.digest(of: bytes) != list.digest
      else { continue }
      // A database that is not as the file was written is newer than the file.
      let expected = DeviceList.bytes(of: playlist, byID)
      guard SHA256.digest(of: expected) == list.wanted else { continue }
      guard let entries = DeviceList.entries(bytes), let found = tracks.tracks(entries) else {
        if contents.faults.count < 20 {
          contents.faults.append(
            "the file of the playlist \(playlist.name) has been changed, and names tracks that"
              + " are not in the device's database")
        }
        continue
      }
      var seen: Set<DeviceTrackID> = []
      contents.playlists[index].tracks = found.filter { seen.insert($0).inserted }
    }
  }

  /// A list's file; nil where there is none, or none that can be read.
  private func listBytes(_ name: String) throws(PeerError) -> [UInt8]? {
    do throws(SystemFault) {
      return try root.bytes(
        of: DeviceLayout.lists.appending(name), atMost: DeviceList.maximumBytes)
    } catch {
      let fault = reading(DeviceLayout.lists.appending(name), error.code)
      if fault == .gone { throw fault }
      return nil
    }
  }

  /// Brings the M3U files to what the database holds after a commit.
  func writeLists(_ contents: DeviceContents, _ commit: DeviceCommit) throws(PeerError) {
    var written = WrittenLists.read(setup.folder)
    let changed = Set(commit.playlists.map(\.id))
    let lists = ListFiles(contents)
    let names = written.names(contents.playlists) { name, playlist in
      guard let status = try? root.status(DeviceLayout.lists.appending(name)) else { return false }
      guard status.st_mode & S_IFMT == S_IFREG, let there = try? listBytes(name) else {
        return true
      }
      return !lists.isEqual(there, playlist)
    }
    do throws(SystemFault) {
      if try !root.isFolder(DeviceLayout.lists), !contents.playlists.isEmpty {
        try root.makeFolder(DeviceLayout.lists)
      }
    } catch { throw writing(DeviceLayout.lists, error.code) }
    for (id, list) in written.lists where names[id] != list.file {
      // Another list may have its name now.
      if !names.values.contains(list.file) { try removeList(list) }
      written.lists[id] = nil
    }
    for playlist in contents.playlists {
      guard let name = names[playlist.id] else { continue }
      let bytes = lists.bytes(of: playlist)
      let digest = SHA256.digest(of: bytes)
      let there = try listBytes(name)
      let known = written.lists[playlist.id]
      if let there, there != bytes {
        let isOurs = known.map { SHA256.digest(of: there) == $0.digest } ?? false
        if !isOurs, lists.isEqual(there, playlist) {
          // A phone's own spelling of the same tracks stays.
          written.lists[playlist.id] = WrittenLists.List(
            file: name, digest: SHA256.digest(of: there), wanted: digest)
          continue
        }
        // So does a change of the file that this sync did not take over.
        if !isOurs, known != nil, !changed.contains(playlist.id) { continue }
      }
      if there != bytes { try writeList(name, bytes) }
      written.lists[playlist.id] = WrittenLists.List(file: name, digest: digest, wanted: digest)
    }
    try written.write(setup.folder)
  }

  private func writeList(_ name: String, _ bytes: [UInt8]) throws(PeerError) {
    try checkWriting()
    do throws(SystemFault) {
      try SmallFile.write(
        bytes, DeviceLayout.lists, name, part: DeviceLayout.partName("list"), straight: isStraight,
        root)
    } catch { throw writing(DeviceLayout.lists.appending(name), error.code) }
  }

  /// Removes the file of a list that is gone, if nobody has written to it since.
  private func removeList(_ list: WrittenLists.List) throws(PeerError) {
    guard DevicePath.isSafe(FilePath(list.file)), !list.file.contains("/"),
      let bytes = try listBytes(list.file), SHA256.digest(of: bytes) == list.digest
    else { return }
    try checkWriting()
    do throws(SystemFault) {
      try root.unlink(DeviceLayout.lists.appending(list.file))
    } catch { throw writing(DeviceLayout.lists.appending(list.file), error.code) }
  }
}

/// The files of playlists for the contents of a device.
private struct ListFiles {
  private let tracks: [DeviceTrackID: DeviceTrack]
  private let listed: ListedTracks

  init(_ contents: DeviceContents) {
    tracks = Dictionary(contents.tracks.map { ($0.id, $0) }) { first, _ in first }
    listed = ListedTracks(contents.tracks)
  }

  func bytes(of playlist: DevicePlaylist) -> [UInt8] { DeviceList.bytes(of: playlist, tracks) }

  /// Whether a file names the tracks of a playlist, however it spells them.
  func isEqual(_ bytes: [UInt8], _ playlist: DevicePlaylist) -> Bool {
    guard let entries = DeviceList.entries(bytes) else { return false }
    return listed.tracks(entries) == playlist.tracks.filter { tracks[$0] != nil }
  }
}
