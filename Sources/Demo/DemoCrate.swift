internal import Glibc
internal import Media
package import Music

/// A dozen short tracks synthesised by the program, for a machine without music.
///
/// Four invented artists, nine formats, tempo and key in the tags; the album "Live at Pier Nine"
/// is one signal cut into tracks, so that a gap between tracks can be heard. The same sound on
/// every run.
package enum DemoCrate {
  package static var trackCount: Int { DemoAlbums.albums.reduce(0) { $0 + $1.trackCount } }

  /// Writes the crate as Artist/Album (Year)/NN Title.ext below `folder`, which is created if
  /// missing.
  ///
  /// An existing file with a track's name is left alone: it is either the track (a file gets its
  /// name only when it is complete) or not ours to replace. So a second run writes only missing
  /// tracks.
  ///
  /// - Parameter progress: called on this thread with the tracks done and their total.
  ///
  /// - Returns: the paths of all tracks, in order.
  package static func write(
    into folder: FilePath, progress: (Int, Int) -> Void
  ) throws(DemoError) -> [FilePath] {
    let total = trackCount
    let tables = Wavetables()
    var paths: [FilePath] = []
    progress(0, total)
    for album in DemoAlbums.albums {
      let side = AlbumSide(of: album, in: folder, tables: tables)
      try makeFolder(side.folder)
      for track in side.tracks {
        if !exists(track.path) { try side.write(track) }
        paths.append(track.path)
        progress(paths.count, total)
      }
    }
    return paths
  }

  /// Creates `folder` and its missing parents.
  private static func makeFolder(_ folder: FilePath) throws(DemoError) {
    if folder.withCString({ mkdir($0, 0o777) }) == 0 { return }
    switch errno {
    case ENOENT:
      guard let parent = folder.parent else { throw .folderNotMade(folder, code: ENOENT) }
      try makeFolder(parent)
      guard folder.withCString({ mkdir($0, 0o777) }) == 0 else {
        throw .folderNotMade(folder, code: errno)
      }
    case EEXIST where isFolder(folder): return
    case EEXIST: throw .folderNotMade(folder, code: ENOTDIR)
    case let code: throw .folderNotMade(folder, code: code)
    }
  }

  private static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func exists(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0
  }
}
