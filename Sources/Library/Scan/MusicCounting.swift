import Glibc
package import Music

/// Counts the music of a folder by names and sizes; no file is opened, and no link is followed.
package enum MusicCounting {
  /// - Parameter limit: entries of folders to look at.
  package static func count(_ root: FilePath, atMost limit: Int = 200_000) -> MusicCount {
    var count = MusicCount()
    var waiting = [root]
    var seen = 0
    while let folder = waiting.popLast() {
      guard let stream = folder.withCString({ opendir($0) }) else { continue }
      defer { closedir(stream) }
      let before = count.files
      while let entry = readdir(stream) {
        seen += 1
        guard seen <= limit else {
          count.isWhole = false
          return count
        }
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          Array(bytes.prefix { $0 != 0 })
        }
        // Hidden folders, "." and "..".
        guard name.first != UInt8(ascii: ".") else { continue }
        let path = folder.appending(name)
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: waiting.append(path)
        case S_IFREG where AudioNames.includes(name):
          count.files += 1
          count.bytes += Int64(status.st_size)
        default: break
        }
      }
      if count.files > before { count.folders += 1 }
    }
    return count
  }
}
