internal import Music

// Nearly all files are where the device's rows and the state have them: both share the paths of the
// files in place of having their own.
extension DeviceSnapshot {
  /// The path of the file that has an equal one, else the path itself.
  var sharedPath: @Sendable (FilePath) -> FilePath {
    let (index, files) = (PositionIndex(files), files)
    return { path in index[path].map { files[$0].path } ?? path }
  }

  /// Lets rows share the paths of their files.
  mutating func sharePaths() {
    let sharedPath = sharedPath
    for row in contents.tracks.indices {
      contents.tracks[row].path = sharedPath(contents.tracks[row].path)
    }
  }
}
