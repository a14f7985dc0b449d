// Opens tracks of servers: from the folder of downloads, from the cache, from their server. Opening
// blocks the caller's thread; everything else returns at once.
package import Media
package import Music
import Synchronization

/// The sound of tracks on servers.
package final class RemoteSounds: Sendable {
  private let requesting: RemoteRequesting
  private let cache: StreamCache?
  private let downloads: DownloadFolder?
  private let limits: StreamingLimits
  let shared = Mutex(Shared())

  struct Shared {
    /// Begun for the next items, newest last.
    var prefetched: [RemoteFile] = []
    /// When the version of a track in the cache was last found to hold.
    var checked: [ServerTrackAddress: SuspendingClock.Instant] = [:]
  }

  private static let maximumPrefetched = 2
  private static let maximumChecked = 256
  /// How long the version of a part in the cache is believed.
  private static let trustTime = Duration.seconds(600)

  package init(
    cache: StreamCache?, downloads: DownloadFolder?, limits: StreamingLimits = StreamingLimits(),
    requesting: @escaping RemoteRequesting
  ) {
    self.cache = cache
    self.downloads = downloads
    self.limits = limits
    self.requesting = requesting
  }

  /// The opener for decoders and the player.
  package var opening: RemoteOpening {
    { [self] address, cancellation throws(MediaError) in
      try open(address, cancellation)
    }
  }

  /// Opens a track; blocks until its server has answered, unless it is on this disk.
  package func open(
    _ address: ServerTrackAddress, _ cancellation: Cancellation = Cancellation()
  ) throws(MediaError) -> any RemoteSound {
    if let local = downloads?.sound(address) { return local }
    if let prefetched = takePrefetched(address) {
      // A fault of a later request counts, too: a new one may do better.
      if prefetched.awaitHead(cancellation) == nil, prefetched.fault == nil, !cancellation.isOver {
        return prefetched
      }
      prefetched.close()
    }
    let file = remoteFile(address)
    if file.isWhole { return file }
    let isTrusted = isTrusted(address)
    // A jump opens what plays a second time.
    if isTrusted { file.trust() }
    guard file.size == nil || !isTrusted else { return file }
    if file.size == nil { file.begin() } else { file.check() }
    do throws(MediaError) {
      try awaitHead(file, cancellation)
    } catch {
      file.close()
      guard error == .server(address, .changed) else { throw error }
      // Nothing of the old version was read.
      cache?.forget(address)
      let fresh = RemoteFile(
        address, limits: limits, cache: cache, cached: nil, requesting: requesting)
      fresh.begin()
      try awaitHead(fresh, cancellation)
      return fresh
    }
    return file
  }

  /// Fetches the beginning of a track before it is opened. Returns at once.
  package func prefetch(_ address: ServerTrackAddress) {
    guard downloads?.has(address) != true else { return }
    let isKnown = shared.withLock { $0.prefetched.contains { $0.address == address } }
    let file = isKnown ? nil : remoteFile(address)
    let dropped = shared.withLock { shared -> [RemoteFile] in
      if let file { shared.prefetched.append(file) }
      let dropped = shared.prefetched.dropLast(Self.maximumPrefetched)
      shared.prefetched = shared.prefetched.suffix(Self.maximumPrefetched)
      return Array(dropped)
    }
    for file in dropped { file.close() }
    let wanted = file ?? shared.withLock { $0.prefetched.last { $0.address == address } }
    guard let wanted, !wanted.isWhole else { return }
    if wanted.size != nil, !isTrusted(address) { wanted.check() }
    wanted.begin(goal: limits.firstBytes * 4)
  }

  /// Ends prefetches, and forgets what the cache has of tracks that have changed on their server.
  package func forget(_ addresses: [ServerTrackAddress]) {
    let tracks = Set(addresses)
    drop { tracks.contains($0) }
    cache?.forget(addresses)
  }

  /// The same for all tracks of a server, whose sound has another form from now on.
  ///
  /// - Parameter server: a UUID, as `ServerTrackAddress` has it.
  package func forget(server: String) {
    drop { $0.server == server }
    cache?.forget(server: server)
  }

  private func drop(_ isForgotten: (ServerTrackAddress) -> Bool) {
    let files = shared.withLock { shared -> [RemoteFile] in
      shared.checked = shared.checked.filter { !isForgotten($0.key) }
      let files = shared.prefetched.filter { isForgotten($0.address) }
      shared.prefetched.removeAll { isForgotten($0.address) }
      return files
    }
    for file in files { file.close() }
  }

  /// Whether a track plays without the network.
  package func isLocal(_ address: ServerTrackAddress) -> Bool {
    downloads?.has(address) == true || cache?.isWhole(address) == true
  }

  private func remoteFile(_ address: ServerTrackAddress) -> RemoteFile {
    RemoteFile(
      address, limits: limits, cache: cache, cached: cache?.file(address), requesting: requesting)
  }

  private func takePrefetched(_ address: ServerTrackAddress) -> RemoteFile? {
    shared.withLock { shared in
      guard let index = shared.prefetched.lastIndex(where: { $0.address == address }) else {
        return nil
      }
      return shared.prefetched.remove(at: index)
    }
  }

  private func isTrusted(_ address: ServerTrackAddress) -> Bool {
    shared.withLock { $0.checked[address] }.map { SuspendingClock.now < $0 + Self.trustTime }
      ?? false
  }

  private func awaitHead(
    _ file: RemoteFile, _ cancellation: Cancellation
  ) throws(MediaError) {
    if let fault = file.awaitHead(cancellation) {
      file.close()
      throw .server(file.address, fault)
    }
    if cancellation.isOver {
      file.close()
      throw cancellation.isCancelled ? .cancelled : .timedOut(.server(file.address))
    }
    shared.withLock { shared in
      if shared.checked.count >= Self.maximumChecked { shared.checked.removeAll() }
      shared.checked[file.address] = .now
    }
  }
}
