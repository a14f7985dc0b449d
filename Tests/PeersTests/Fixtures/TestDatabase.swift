import Foundation
import Music
import Peers
import Sync

/// Stands in for SQLite: the contents as JSON.
struct TestDatabase: DeviceDatabase {
  func read(_ file: FilePath) throws(PeerError) -> DeviceContents {
    guard let bytes = file.contents,
      let contents = try? JSONDecoder().decode(DeviceContents.self, from: Data(bytes))
    else { throw .database("it is damaged") }
    return contents
  }

  func apply(
    _ commit: DeviceCommit, to file: FilePath, device: DeviceIdentity
  ) throws(PeerError) {
    var contents = file.exists ? try read(file) : DeviceContents()
    contents.syncID = commit.syncID
    let tracks = Set(commit.removedTracks + commit.tracks.map(\.id))
    contents.tracks.removeAll { tracks.contains($0.id) }
    contents.tracks += commit.tracks
    let lists = Set(commit.removedPlaylists + commit.playlists.map(\.id))
    contents.playlists.removeAll { lists.contains($0.id) }
    contents.playlists += commit.playlists
    file.write(TestDatabase.bytes(contents))
  }

  static func bytes(_ contents: DeviceContents) -> [UInt8] {
    (try? JSONEncoder().encode(contents)).map { Array($0) } ?? []
  }
}
