import Media
import Music

extension Player {
  /// Files whose places are kept: what plays, what follows, and where one may go back to.
  private static var maximumIndices: Int { 8 }

  /// Has a file scanned for its frames, once; only some formats need that.
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
