import Media
import Music

extension Player {
  /// The number of cached seek indices: current, next and previous files.
  private static var maximumIndices: Int { 8 }

  /// Requests a seek index, once per file; only some formats need it.
  func findIndex(of path: FilePath) {
    if let known = indices.last(where: { $0.path == path }) {
      decodeThread.use(known.index, of: path)
    } else if ["mp3", "mp2", "mpga", "aac"].contains(path.fileExtension.lowercased()) {
      indexer.scan(path)
    }
  }

  func receive(_ index: SeekIndex, of path: FilePath) {
    indices.removeAll { $0.path == path }
    indices = indices.suffix(Self.maximumIndices - 1) + [(path, index)]
    decodeThread.use(index, of: path)
  }
}
