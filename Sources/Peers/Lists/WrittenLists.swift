import Music
import Sync

/// The M3U files that were written to a device: kept on our side, so that no other file is touched.
struct WrittenLists: Codable, Equatable {
  struct List: Codable, Equatable {
    /// In the folder of playlists.
    var file: String
    /// Of the file as it was last seen.
    var digest: String
    /// Of the file as the database wants it.
    var wanted: String
  }

  /// By the playlist's id on the device.
  var lists: [String: List] = [:]

  static let file = "lists.json"
  private static let maximumBytes = 16 << 20

  static func read(_ folder: FilePath) -> WrittenLists {
    // Without the file nothing counts as ours, and nothing is removed.
    guard let bytes = LocalFile.bytes(of: folder.appending(file), atMost: maximumBytes),
      let lists = HostileJSON.value(bytes, WrittenLists.self)
    else { return WrittenLists() }
    return lists
  }

  func write(_ folder: FilePath) throws(PeerError) {
    try LocalFile.replace(folder.appending(WrittenLists.file), HostileJSON.bytes(self))
  }

  /// Names of files for playlists: the one that a list has stays, others get a free one.
  ///
  /// - Parameter isTaken: Whether a file of that name is there that holds something else.
  func names(
    _ playlists: [DevicePlaylist], _ isTaken: (String, DevicePlaylist) -> Bool
  ) -> [String: String] {
    let rules = FileNameRules(isPortable: true)
    var used: Set<String> = []
    var names: [String: String] = [:]
    for playlist in playlists {
      guard let known = lists[playlist.id]?.file,
        (1...9).contains(where: { rules.file(playlist.name, $0) == known }),
        used.insert(FileNameRules.folded(known)).inserted
      else { continue }
      names[playlist.id] = known
    }
    let ours = Set(lists.values.map { FileNameRules.folded($0.file) })
    for playlist in playlists where names[playlist.id] == nil {
      for number in 1...10_000 {
        let name = rules.file(playlist.name, number)
        let folded = FileNameRules.folded(name)
        guard !used.contains(folded), ours.contains(folded) || !isTaken(name, playlist) else {
          continue
        }
        used.insert(folded)
        names[playlist.id] = name
        break
      }
    }
    return names
  }
}

extension FileNameRules {
  fileprivate func file(_ name: String, _ number: Int) -> String {
    self.name(name, fileExtension: "m3u", number: number)
  }
}

extension LocalFile {
  /// Reads a small file here; nil where there is none.
  static func bytes(of path: FilePath, atMost limit: Int) -> [UInt8]? {
    guard let folder = path.parent, let opened = try? DeviceFolder(folder) else { return nil }
    return try? opened.bytes(of: FilePath(bytes: path.lastName), atMost: limit)
  }

  /// Replaces a file here by a whole new one.
  static func replace(_ path: FilePath, _ bytes: [UInt8]) throws(PeerError) {
    let file = try LocalFile(beside: path)
    do throws(SystemFault) {
      try FileBytes.write(bytes, to: file.descriptor)
    } catch { throw .unwritable(path, code: error.code) }
    try file.publish(replaces: true)
  }
}
