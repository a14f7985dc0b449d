internal import CLinux
import Glibc
internal import Music

extension DownloadFolder {
  /// The downloads of one server.
  package struct Contents: Equatable, Sendable {
    package var tracks = 0
    package var bytes: Int64 = 0

    package init() {}
  }

  /// - Parameter server: a UUID, as `ServerTrackAddress` has it.
  package func contents(of server: String) -> Contents {
    var contents = Contents()
    visit(server) { _, _, name, size in
      guard name.hasSuffix(".download") else { return }
      contents.tracks += 1
      contents.bytes += size
    }
    return contents
  }

  /// Removes all files of a server, those that are not whole included.
  package func removeAll(of server: String) {
    visit(server) { folder, entry, name, _ in
      guard name.hasSuffix(".download") || name.contains(".download.part") else { return }
      _ = unlinkat(folder, entry, 0)
    }
    path.appending(server).withCString { _ = rmdir($0) }
  }

  /// Calls for each regular file of a server's folder, which is not followed where it is a link.
  private func visit(
    _ server: String, _ body: (Int32, UnsafePointer<CChar>, String, Int64) -> Void
  ) {
    guard ServerTrackAddress(server: server, track: "any") != nil else { return }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let folder = path.appending(server).withCString { open($0, flags) }
    guard folder >= 0 else { return }
    guard let stream = fdopendir(folder) else {
      Glibc.close(folder)
      return
    }
    defer { closedir(stream) }
    CacheFolder.visit(stream) { entry, status in
      entry.withUnsafeBufferPointer { pointer in
        guard let start = pointer.baseAddress else { return }
        body(folder, start, String(cString: start), Int64(status.st_size))
      }
    }
  }
}
