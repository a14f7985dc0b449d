internal import CLinux
import Glibc
import Media
package import Music
internal import Synchronization

/// The folder of downloaded tracks: a folder for each server, whose files are named by their tracks.
package struct DownloadFolder: Equatable, Sendable {
  package let path: FilePath

  package init(_ path: FilePath) { self.path = path }

  /// The file of a track, whether or not it is there.
  package func file(_ address: ServerTrackAddress) -> FilePath {
    folder(address).appending(StreamCache.name(of: address) + ".download")
  }

  func folder(_ address: ServerTrackAddress) -> FilePath { path.appending(address.server) }

  package func has(_ address: ServerTrackAddress) -> Bool { size(address) != nil }

  /// Whether a track is there with the length that its server lists, 0 for unknown.
  package func has(_ address: ServerTrackAddress, size: Int64) -> Bool {
    guard let found = self.size(address) else { return false }
    return size <= 0 || found == size
  }

  /// The file of a track; nil where it is not there.
  package func existingFile(_ address: ServerTrackAddress) -> FilePath? {
    has(address) ? file(address) : nil
  }

  /// Bytes of a downloaded track; nil where it is not there.
  package func size(_ address: ServerTrackAddress) -> Int64? { Self.size(file(address)) }

  /// Bytes that are there of a track that is being downloaded.
  func partSize(_ address: ServerTrackAddress) -> Int64 {
    Self.size(FilePath(bytes: file(address).bytes + ".part".utf8)) ?? 0
  }

  private static func size(_ file: FilePath) -> Int64? {
    var status = stat()
    guard file.withCString({ lstat($0, &status) }) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return nil }
    return Int64(status.st_size)
  }

  /// Removes a downloaded track and what there is of its download.
  package func remove(_ address: ServerTrackAddress) {
    let file = file(address)
    for ending in ["", ".part", ".part.state"] {
      FilePath(bytes: file.bytes + ending.utf8).withCString { _ = unlink($0) }
    }
    folder(address).withCString { _ = rmdir($0) }
  }

  /// A downloaded track as sound; nil where it is not there.
  func sound(_ address: ServerTrackAddress) -> DownloadedSound? {
    DownloadedSound(file(address))
  }

  /// Makes the folder of a track's server, for the user alone.
  func make(for address: ServerTrackAddress) -> Bool {
    PrivateFolder.make(folder(address))
  }
}

/// A track of a server that is on this disk.
final class DownloadedSound: RemoteSound {
  let size: Int64?
  private let descriptor: Int32
  /// An errno, 0 for none.
  private let lastFault = Atomic<Int>(0)

  init?(_ path: FilePath) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0
    else {
      Glibc.close(descriptor)
      return nil
    }
    size = Int64(status.st_size)
    self.descriptor = descriptor
  }

  deinit { Glibc.close(descriptor) }

  func holds(_ range: Range<Int64>) -> Bool { true }

  func expect(_ range: Range<Int64>, isGuess: Bool) {}

  func fetchBeside(_ ranges: [Range<Int64>]) {}

  func read(
    into buffer: UnsafeMutableRawPointer, count: Int, at offset: Int64, cancellation: Cancellation
  ) -> Int {
    let got = pread(descriptor, buffer, count, Int(offset))
    guard got < 0 else { return got }
    let code = errno
    lastFault.store(Int(code), ordering: .relaxed)
    return -Int(code)
  }

  var fault: RemoteFault? {
    let code = lastFault.load(ordering: .relaxed)
    return code == 0 ? nil : .disk(code: Int32(code))
  }

  func close() {}
}
