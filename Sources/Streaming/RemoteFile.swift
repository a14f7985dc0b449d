// One track of a server as bytes at any offset. One thread reads and blocks for what is missing;
// requests run as tasks, and their bytes come on the transfer thread, which never waits here: the
// cache is read by the reader and written on its own queue.
import Glibc
internal import HTTP
import Media
import Music
internal import Threads

/// Fetches ranges of a track as they are read, and some ahead.
final class RemoteFile: RemoteSound, @unchecked Sendable {
  // because `state` and `cached` are used under the lock of `condition` only
  let address: ServerTrackAddress
  let limits: StreamingLimits
  let requesting: RemoteRequesting
  let cache: StreamCache?
  let condition = Condition()
  var state = FileState()
  /// The file of the cache; nil until there is one.
  var cached: CacheFile?
  /// Of the cache, so that nothing is stored that it has been told to forget.
  let cacheAge: Int

  /// - Parameter cached: what the cache has of the track.
  init(
    _ address: ServerTrackAddress, limits: StreamingLimits, cache: StreamCache?,
    cached: CacheFile?, requesting: @escaping RemoteRequesting
  ) {
    self.address = address
    self.limits = limits
    self.cache = cache
    self.requesting = requesting
    self.cached = cached
    cacheAge = cache?.age ?? 0
    state.isCached = cache != nil
    guard let cached else { return }
    state.version = cached.version
    state.stored = cached.blocks()
    state.ranging = .ranges
  }

  var size: Int64? { condition.withLock { state.size } }

  var fault: RemoteFault? { condition.withLock { state.fault } }

  /// Whether every byte is there.
  var isWhole: Bool {
    condition.withLock { state.size.map { state.firstMissing(in: 0..<$0) == nil } ?? false }
  }

  func holds(_ range: Range<Int64>) -> Bool {
    condition.withLock { state.size != nil && state.firstMissing(in: range) == nil }
  }

  /// Asks for the beginning, unless it is there.
  ///
  /// - Parameter goal: the offset up to which it is fetched without a reader.
  func begin(goal: Int64 = 0) {
    condition.withLock {
      state.goal = max(state.goal, goal)
      guard state.fetches.isEmpty, !state.isClosed else { return }
      guard state.size != nil else { return start(0..<limits.firstBytes) }
      advance()
    }
  }

  /// The server has sent of the file a moment ago: it is waited for as for one that has begun.
  func trust() {
    condition.withLock {
      state.hasProgress = true
      state.lastProgress = .now
    }
  }

  /// Asks for the first bytes that are missing, which shows whether the version still holds.
  func check() {
    condition.withLock {
      guard let size = state.size, let missing = state.firstMissing(in: 0..<size) else { return }
      state.ranging = .unknown
      start(state.gap(from: missing, atMost: limits.firstBytes))
    }
  }

  /// Waits until the server has answered; the fault if it has not.
  func awaitHead(_ cancellation: Cancellation) -> RemoteFault? {
    condition.withLock {
      while state.ranging == .unknown, !cancellation.isOver, !state.isClosed {
        if let fault = state.fault { return fault }
        if state.fetches.isEmpty, isRetryDue {
          // Of a part in the cache, the beginning may be there.
          let missing = state.size.map { state.firstMissing(in: 0..<$0) } ?? 0
          guard let missing else { return nil }
          start(state.gap(from: missing, atMost: limits.firstBytes))
        }
        _ = condition.wait(until: .now + Self.pollTime)
      }
      return nil
    }
  }

  func close() {
    condition.withLock {
      state.isClosed = true
      for fetch in state.fetches { fetch.cancel() }
      condition.broadcast()
    }
  }

  /// The time after which a waiting reader looks at its cancellation.
  static let pollTime = Duration.milliseconds(5)

  // MARK: - Reading

  private enum Step {
    case done(Int)
    case stored(Int, CacheFile)
  }

  func read(
    into buffer: UnsafeMutableRawPointer, count: Int, at offset: Int64, cancellation: Cancellation
  ) -> Int {
    while true {
      let next = condition.withLock { step(into: buffer, count, at: offset, cancellation) }
      switch next {
      case .done(let result): return result
      case .stored(let index, let file):
        let bytes = file.read(index)
        condition.withLock {
          guard let bytes else {
            state.stored.remove(index)
            return
          }
          state.blocks.set(index, bytes)
        }
      }
    }
  }

  /// Under the lock, which it gives up while it waits.
  private func step(
    into buffer: UnsafeMutableRawPointer, _ count: Int, at offset: Int64,
    _ cancellation: Cancellation
  ) -> Step {
    let index = Blocks.index(of: offset)
    forgetOldFault()
    while true {
      if state.isClosed || cancellation.isOver { return .done(-Int(ECANCELED)) }
      if let size = state.size, offset >= size { return .done(0) }
      let got = state.blocks.copy(into: buffer, count: count, at: offset)
      if got > 0 {
        moved(from: offset, by: Int64(got))
        return .done(got)
      }
      if state.stored.contains(index), let cached { return .stored(index, cached) }
      if state.fault != nil { return .done(-Int(EIO)) }
      demand(offset)
      _ = condition.wait(until: .now + Self.pollTime)
    }
  }

  private func moved(from offset: Int64, by count: Int64) {
    let isInOrder = offset == state.position
    // A look at the end of the file does not say where the reader goes on.
    if !isInOrder, state.isTail(offset) { return }
    state.run = isInOrder ? state.run + count : count
    state.position = offset + count
    state.trim(limits)
    advance()
  }

  /// A server may be back after a while.
  private func forgetOldFault() {
    guard let fault = state.fault, fault.mayPass,
      SuspendingClock.now > state.faultTime + limits.longestPause
    else { return }
    state.fault = nil
    state.attempts = 0
    state.retryTime = nil
    state.lastProgress = .now
  }
}

extension RemoteFault {
  /// Whether a later attempt may do better.
  var mayPass: Bool {
    switch self {
    case .unreachable, .busy, .cutShort: true
    case .failed(let status): status >= 500
    case .unknownServer, .signInAgain, .noSecret, .forbidden, .missing, .changed, .noSound,
      .insecure, .redirected, .disk:
      false
    }
  }
}
