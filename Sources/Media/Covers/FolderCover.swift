import Glibc
package import Music

/// A picture that lies beside music.
package enum FolderCover {
  private static let names = ["cover", "folder", "front", "album", "artwork"]
  private static let extensions = ["jpg", "jpeg", "png", "webp"]
  private static let maximumEntries = 20_000
  private static let maximumFound = 4

  /// The paths of a folder's covers, the best first. Case is ignored.
  package static func find(in folder: FilePath) -> [FilePath] {
    guard let stream = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var found: [(rank: Int, name: [UInt8])] = []
    var left = maximumEntries
    while left > 0, let entry = readdir(stream) {
      left -= 1
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        Array(bytes.prefix { $0 != 0 })
      }
      if let rank = rank(of: name) { found.append((rank, name)) }
    }
    return found.sorted { $0.rank < $1.rank }.prefix(maximumFound).map { folder.appending($0.name) }
  }

  /// Whether a name is that of a cover.
  package static func isCover(_ name: [UInt8]) -> Bool { rank(of: name) != nil }

  /// Smaller is better; nil for other files.
  static func rank(of name: [UInt8]) -> Int? {
    // The longest wanted name has twelve bytes.
    guard name.count <= 12 else { return nil }
    let parts = String(decoding: name, as: UTF8.self).lowercased()
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let word = names.firstIndex(of: String(parts[0])),
      let ending = extensions.firstIndex(of: String(parts[1]))
    else { return nil }
    return word * extensions.count + ending
  }

  /// The bytes of a picture; nil for other files and for those above the limit.
  package static func read(_ path: FilePath) throws(MediaError) -> [UInt8]? {
    let source = try TagReader.Source(path, patience: TagReader.patience)
    defer { source.close() }
    let size = source.fileStamp.size
    guard size <= Int64(PictureHeader.maximumBytes) else { return nil }
    let file = HeaderFile()
    file.use(source.descriptor, size: size)
    guard let bytes = file.copy(at: 0, Int(size)), PictureHeader(bytes) != nil else { return nil }
    return bytes
  }
}
