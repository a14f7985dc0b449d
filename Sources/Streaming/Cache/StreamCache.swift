// The folder of the cache. Blocks are written on a queue of its own; whatever fails there costs only
// that they are fetched again.
internal import CLinux
internal import Dispatch
import Glibc
internal import Media
package import Music
import Synchronization

/// Sound of servers on this disk, bounded; the tracks least recently played go first.
///
/// Several programs may use the folder at the same time.
package final class StreamCache: Sendable {
  private let folder: FilePath
  /// In bytes.
  private let limits: Atomic<Int64>
  private let queue = DispatchQueue(label: "stream cache", qos: .utility)
  private let use = Mutex(Use())

  private struct Use {
    /// Rises with each wish to forget, for the files that are being made.
    var age = 0
    /// Bytes written since the folder was last measured.
    var written: Int64 = .max
    /// Blocks that wait for the disk.
    var waiting = 0
    /// Until when nothing is written: the disk was full.
    var pauseEnd: SuspendingClock.Instant?
  }

  /// Bytes of the cache unless the user sets them.
  package static let defaultLimit: Int64 = 2 << 30
  private static let maximumWaiting = 512
  private static let pauseTime = Duration.seconds(60)

  /// - Parameters:
  ///   - folder: made when it is needed, for the user alone.
  ///   - limit: in bytes; 0 keeps nothing.
  package init(folder: FilePath, limit: Int64 = StreamCache.defaultLimit) {
    self.folder = folder
    limits = Atomic(limit)
  }

  private var limit: Int64 { limits.load(ordering: .relaxed) }

  var isOn: Bool { limit > 0 }

  /// Removes the files of a folder of a cache that were used longest ago, down to a size in bytes.
  package static func trim(_ folder: FilePath, beyond limit: Int64) {
    CacheFolder(folder).removeLeastRecentlyUsed(beyond: limit)
  }

  /// Sets the size in bytes, for what is kept from now on; what is beyond it goes at once.
  package func setLimit(_ limit: Int64) {
    limits.store(max(0, limit), ordering: .relaxed)
    queue.async { [self] in CacheFolder(folder).removeLeastRecentlyUsed(beyond: max(0, limit)) }
  }

  /// Whether every byte of a track is here, so that it plays without the network.
  package func isWhole(_ address: ServerTrackAddress) -> Bool {
    CacheFile.open(path(address))?.isWhole ?? false
  }

  /// Removes tracks, which the server has changed or the user does not want here. What is fetched of
  /// them by now is not stored any more.
  package func forget(_ addresses: [ServerTrackAddress]) {
    use.withLock { $0.age += 1 }
    for address in addresses { forget(address) }
    // A file may have been made meanwhile for a block that was asked for before.
    queue.async { [self] in for address in addresses { forget(address) } }
  }

  /// Removes all tracks of a server, whose sound has another form from now on.
  ///
  /// - Parameter server: a UUID, as `ServerTrackAddress` has it.
  package func forget(server: String) {
    guard ServerTrackAddress(server: server, track: "any") != nil else { return }
    use.withLock { $0.age += 1 }
    CacheFolder(folder).remove(named: Self.prefix(of: server))
    queue.async { [self] in CacheFolder(folder).remove(named: Self.prefix(of: server)) }
  }

  /// The count of wishes to forget.
  var age: Int { use.withLock { $0.age } }

  func forget(_ address: ServerTrackAddress) {
    path(address).withCString { _ = unlink($0) }
  }

  func path(_ address: ServerTrackAddress) -> FilePath {
    folder.appending(Self.prefix(of: address.server) + Self.name(of: address) + ".sound")
  }

  private static func prefix(of server: String) -> String { server + "-" }

  /// A name for a file of a track, made of its address.
  static func name(of address: ServerTrackAddress) -> String {
    String(SHA256.digest(of: Array(address.text.utf8)).prefix(40))
  }

  func file(_ address: ServerTrackAddress) -> CacheFile? {
    isOn ? CacheFile.open(path(address)) : nil
  }

  /// Makes a file for a version of a track, in place of the file of another version.
  private func create(_ address: ServerTrackAddress, _ version: FileVersion) -> CacheFile? {
    guard let size = version.size, size < limit, PrivateFolder.make(folder) else { return nil }
    let path = path(address)
    if let file = CacheFile.open(path) {
      if file.version == version { return file }
      path.withCString { _ = unlink($0) }
    }
    return CacheFile.create(path, version)
  }

  private func made(
    _ address: ServerTrackAddress, _ version: FileVersion, _ age: Int
  ) -> CacheFile? {
    age == self.age ? create(address, version) : nil
  }

  /// Writes a whole block on the queue; false where it takes none at present.
  ///
  /// - Parameters:
  ///   - age: of the cache as the track was opened; nothing is made for an older one.
  ///   - file: the track's file, nil for one to be made.
  ///   - done: called on the queue with the file, nil where the block was not written.
  func write(
    _ index: Int, _ bytes: [UInt8], of address: ServerTrackAddress, _ version: FileVersion,
    age: Int, to file: @escaping @Sendable () -> CacheFile?,
    done: @escaping @Sendable (CacheFile?) -> Void
  ) -> Bool {
    guard isOn else { return false }
    let mayWrite = use.withLock { use in
      if let end = use.pauseEnd, SuspendingClock.now < end { return false }
      guard use.waiting < Self.maximumWaiting else { return false }
      use.waiting += 1
      return true
    }
    guard mayWrite else { return false }
    queue.async { [self] in
      defer { use.withLock { $0.waiting -= 1 } }
      guard let file = file() ?? made(address, version, age) else { return done(nil) }
      let code = file.write(index, bytes)
      if code == 0 { note(written: Int64(bytes.count)) } else { pause() }
      done(code == 0 ? file : nil)
    }
    return true
  }

  /// Waits for the blocks that were given to `write`.
  func settle() { queue.sync {} }

  private func note(written bytes: Int64) {
    let isDue = use.withLock { use in
      use.written = use.written.addingReportingOverflow(bytes).overflow ? .max : use.written + bytes
      guard use.written >= min(16 << 20, limit / 8) else { return false }
      use.written = 0
      return true
    }
    if isDue { CacheFolder(folder).removeLeastRecentlyUsed(beyond: limit) }
  }

  /// The disk is full, or has another fault.
  private func pause() {
    use.withLock { $0.pauseEnd = .now + Self.pauseTime }
    CacheFolder(folder).removeLeastRecentlyUsed(beyond: limit / 2)
  }
}
