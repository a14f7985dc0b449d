// What is asked for, and when. All of it under the lock.
internal import HTTP
import Media
internal import Threads

extension RemoteFile {
  var isRetryDue: Bool { state.retryTime.map { SuspendingClock.now >= $0 } ?? true }

  func start(_ range: Range<Int64>, isAside: Bool = false) {
    guard !range.isEmpty else { return }
    let fetch = Fetch(range, isAside: isAside)
    if state.ranging == .forward {
      fetch.end = .max
      fetch.skipped = fetch.next
    }
    state.fetches.append(fetch)
    let handle = FetchHandle(fetch)
    fetch.task = Task { await self.run(handle) }
  }

  /// Fetches ahead of the reader.
  func advance() {
    guard isRetryDue else { return }
    if state.ranging == .forward, let missing = state.dueForward(limits) {
      return start(missing..<missing + limits.firstBytes)
    }
    if let range = state.due(limits) { start(range) }
  }

  /// The reader waits for an offset.
  func demand(_ offset: Int64) {
    // What comes is kept near the reader, so that a jump gets there.
    if state.ranging == .forward, offset != state.position {
      (state.run, state.position) = (0, offset)
    }
    if let fetch = state.fetch(bringing: offset) {
      endIfStalled(fetch)
      return
    }
    guard isRetryDue else { return }
    if state.ranging == .forward { return restart(before: offset) }
    state.isGuessing = false
    let isTail = state.isTail(offset)
    let isInOrder = offset == state.position
    if !isInOrder, !isTail {
      state.run = 0
      state.position = offset
    }
    // Nearly complete ones are worth more than their connection.
    for fetch in state.fetches where !(isTail && !fetch.isAside) {
      if fetch.end - fetch.next > Self.worthless || state.fetches.count > 2 { fetch.cancel() }
    }
    let isAside = isTail && state.fetches.contains { !$0.isAside && !$0.isOver }
    let range =
      isInOrder
      ? state.gap(from: offset, atMost: min(limits.requestBytes, state.window(limits)))
      : state.gap(around: offset, atMost: limits.firstBytes)
    start(range, isAside: isAside)
  }

  func expect(_ range: Range<Int64>, isGuess: Bool) {
    condition.withLock {
      guard state.ranging == .ranges, state.fault == nil, !state.isClosed, isRetryDue,
        let size = state.size
      else { return }
      state.isGuessing = isGuess
      let range = range.clamped(to: 0..<size)
      guard let missing = state.firstUnasked(in: range) else { return advance() }
      (state.run, state.position) = (0, range.lowerBound)
      // What they would still bring takes from the rate of what is wanted.
      for fetch in state.fetches
      where fetch.end <= range.lowerBound || fetch.next >= range.upperBound {
        if fetch.end - fetch.next > Blocks.size { fetch.cancel() }
      }
      start(state.gap(from: missing, upTo: range.upperBound))
    }
  }

  func fetchBeside(_ ranges: [Range<Int64>]) {
    condition.withLock {
      state.beside = Array(ranges.prefix(Self.mostBeside))
      startBeside()
    }
  }

  /// Begins with what is wanted beside, unless the beginning is still under way.
  func startBeside() {
    guard state.ranging == .ranges, state.fault == nil, !state.isClosed, let size = state.size,
      !state.fetches.contains(where: { $0.start == 0 })
    else { return }
    for range in state.beside where range.upperBound <= size {
      guard let missing = state.firstUnasked(in: range) else { continue }
      let gap = state.gap(from: missing, upTo: range.upperBound)
      guard !gap.isEmpty else { continue }
      state.kept.formUnion(Blocks.index(of: gap.lowerBound)...Blocks.index(of: gap.upperBound - 1))
      start(gap, isAside: true)
    }
    state.beside = []
  }

  private static let mostBeside = 4

  /// Asks a server without ranges again: all of it comes, so nothing before `offset` is left out.
  private func restart(before offset: Int64) {
    for fetch in state.fetches { fetch.cancel() }
    let missing = state.firstMissing(in: 0..<offset + 1) ?? offset
    start(state.gap(from: missing, atMost: limits.firstBytes))
  }

  /// Bytes left of a request that is not worth ending.
  private static var worthless: Int64 { 256 << 10 }

  /// A connection that is silent while the reader waits is taken for lost.
  private func endIfStalled(_ fetch: Fetch) {
    let now = SuspendingClock.now
    guard now > max(fetch.began, state.lastProgress) + limits.stallTime else { return }
    fetch.cancel()
    state.fetches.removeAll { $0 === fetch }
    failed(.unreachable, pause: nil)
  }

  /// Notes a failed attempt: the next one after a pause, or the end.
  func failed(_ fault: RemoteFault, pause asked: Duration?) {
    let now = SuspendingClock.now
    state.attempts += 1
    let doubled = limits.pause * (1 << min(10, state.attempts - 1))
    let pause = max(
      asked ?? .zero, min(limits.longestPause, doubled) * Double.random(in: 0.5...1))
    let isPatient =
      state.hasProgress
      ? now + pause < state.lastProgress + limits.patience
      : state.attempts < limits.attempts && pause < limits.longestPause * 2
    if fault.mayPass, isPatient {
      state.retryTime = now + pause
    } else {
      state.fault = fault
      state.faultTime = now
      state.goal = 0
    }
    condition.broadcast()
  }
}

/// Passes a fetch to its task and to the transfer thread.
struct FetchHandle: @unchecked Sendable {
  // because the fetch is used under the lock of its file only
  let fetch: Fetch
  init(_ fetch: Fetch) { self.fetch = fetch }
}
