// One request from its sending to its end.
internal import HTTP
import Media
internal import Threads

extension RemoteFile {
  func run(_ handle: FetchHandle) async {
    var isRefused = false
    while true {
      let made = await requesting(address, isRefused)
      guard case .success(let remote) = made else {
        guard case .failure(let fault) = made else { return }
        return condition.withLock { end(handle.fetch, fault, pause: nil) }
      }
      let outcome = await send(remote, handle)
      if case .status(_, let status, _)? = outcome, remote.refusals.contains(status), !isRefused {
        isRefused = true
        continue
      }
      return condition.withLock { end(handle.fetch, outcome, remote) }
    }
  }

  /// Sends the request; nil once the whole answer was received.
  private func send(_ remote: RemoteRequest, _ handle: FetchHandle) async -> HTTPError? {
    var request = remote.request
    request.urgency = .urgent
    condition.withLock {
      request.headers.append(HTTPHeader("Range", handle.fetch.range))
      if let condition = state.version.condition {
        request.headers.append(HTTPHeader("If-Range", condition))
      }
    }
    do {
      _ = try await remote.client.stream(request, limit: nil) { [self] part in
        condition.withLock {
          guard !handle.fetch.isOver else { return .stop }
          switch part {
          case .head(let head): return accept(head, handle.fetch) ? .more : .stop
          case .bytes(let bytes): return receive(bytes, handle.fetch) ? .more : .stop
          }
        }
      }
      return nil
    } catch {
      return error
    }
  }

  // MARK: - On the transfer thread, under the lock

  private func accept(_ head: HTTPHead, _ fetch: Fetch) -> Bool {
    if !Self.maybeSound(head) {
      fetch.fault = .noSound
      fetch.text = []
      return true
    }
    let encoding = head.value(of: "Content-Encoding")?.lowercased()
    guard encoding == nil || encoding == "identity" else {
      fetch.fault = .noSound
      return false
    }
    fetch.fault = head.status == 206 ? acceptRange(head, fetch) : acceptWhole(head, fetch)
    guard fetch.fault == nil else { return false }
    condition.broadcast()
    return true
  }

  private func acceptRange(_ head: HTTPHead, _ fetch: Fetch) -> RemoteFault? {
    guard let range = ContentRange(head), range.start == fetch.next else { return .cutShort }
    let version = FileVersion(head, size: range.total)
    if let fault = fault(of: version) { return fault }
    let isFirst = state.ranging == .unknown
    state.ranging = .ranges
    fetch.skipped = 0
    noteVersion(version)
    if isFirst { fetchTail(head) }
    return nil
  }

  /// A server without ranges sends all from the start.
  private func acceptWhole(_ head: HTTPHead, _ fetch: Fetch) -> RemoteFault? {
    let version = FileVersion(head, size: head.contentLength)
    guard head.status == 200 else { return .changed }
    if let fault = fault(of: version) { return fault }
    // The answer to If-Range where the version does not hold any more, whatever the headers say.
    if state.ranging == .ranges, state.version.condition != nil { return .changed }
    fetch.skipped = fetch.next
    fetch.end = .max
    state.ranging = .forward
    noteVersion(version)
    // Its end is found by its length or by a name of its version alone: else a transcoder that ended
    // early would leave a short track for good.
    if state.size == nil, state.version.validator == nil { state.isCached = false }
    return nil
  }

  /// The fault of an answer that is not of the version so far; nil for none.
  private func fault(of version: FileVersion) -> RemoteFault? {
    guard state.version.holds(for: version) else { return .changed }
    // Nothing shows that it is the file of which a part is stored.
    if !state.stored.isEmpty, version.size == nil, version.validator == nil { return .changed }
    return version.size ?? 0 <= Self.largest ? nil : .noSound
  }

  /// Bytes of the largest file that is believed: months of sound.
  private static let largest: Int64 = 1 << 40

  private func noteVersion(_ version: FileVersion) {
    if state.version.size == nil { state.version.size = version.size }
    if state.version.validator == nil { state.version.validator = version.validator }
  }

  /// Many formats are opened by a look at their end, which comes sooner beside the beginning.
  private func fetchTail(_ head: HTTPHead) {
    guard let size = state.size, size > limits.firstBytes + 2 * Blocks.size,
      !["audio/flac", "audio/x-flac", "audio/wav", "audio/x-wav"].contains(head.contentType)
    else { return }
    let start = Blocks.aligned(size - Blocks.size / 2)
    if state.firstMissing(in: start..<size) != nil { self.start(start..<size, isAside: true) }
  }

  /// Jumps in FLAC begin with a look at the end, where the search for a place has its other border.
  /// It comes behind the beginning, which is waited for.
  private func fetchBorder(behind fetch: Fetch) {
    guard fetch.start == 0, state.isFLAC, state.ranging == .ranges, !state.isClosed,
      let size = state.size, size > limits.firstBytes + 4 * Blocks.size
    else { return }
    let start = Blocks.aligned(size - 5 * Blocks.size / 2)
    if state.firstMissing(in: start..<size) != nil { self.start(start..<size, isAside: true) }
  }

  static func maybeSound(_ head: HTTPHead) -> Bool {
    guard let type = head.contentType else { return true }
    let isText =
      type.hasPrefix("text/") || type.hasPrefix("multipart/") || type.hasPrefix("image/")
      || type.hasSuffix("json") || type.hasSuffix("xml") || type.hasSuffix("html")
    return !isText
  }

  private func receive(_ bytes: [UInt8], _ fetch: Fetch) -> Bool {
    if let text = fetch.text {
      fetch.text = Array((text + bytes).prefix(Fetch.longestText))
      return text.count + bytes.count < Fetch.longestText
    }
    state.lastProgress = .now
    let left = Int(min(fetch.skipped, Int64(bytes.count)))
    fetch.skipped -= Int64(left)
    var part = bytes.dropFirst(left)
    // Never beyond what was asked for, or what was announced.
    let end = min(fetch.end, state.size ?? .max)
    let room = Int(min(Int64(part.count), max(0, end - fetch.next)))
    let isTooMuch = room < part.count
    part = part.prefix(room)
    if !part.isEmpty {
      state.hasProgress = true
      state.attempts = 0
      state.retryTime = nil
      let touched = state.blocks.put(part, at: fetch.next)
      fetch.next += Int64(part.count)
      for index in touched { storeIfWhole(index) }
      state.trim(limits)
      condition.broadcast()
    }
    if isTooMuch {
      fetch.isOver = true
      return false
    }
    // The memory of what cannot be stored before its end is bounded.
    if state.size == nil, Int64(state.blocks.count) * Blocks.size > limits.forwardBytes {
      state.isCached = false
    }
    let isFar =
      state.ranging == .forward && cached == nil
      && fetch.next - state.position > limits.forwardBytes
    if isFar { fetch.isOver = true }
    return !isFar
  }

  // MARK: - The end

  /// Under the lock.
  private func end(_ fetch: Fetch, _ error: HTTPError?, _ remote: RemoteRequest) {
    if let fault = fetch.fault {
      let explained = fetch.text.flatMap { remote.explain($0) }
      return end(fetch, explained ?? fault, pause: nil)
    }
    guard let error else { return complete(fetch) }
    guard let (fault, pause) = error.fault else { return end(fetch, nil, pause: nil) }
    // Beyond the end of a file whose size the server did not say.
    if case .status(_, 416, _) = error {
      guard state.size == nil else { return end(fetch, .changed, pause: nil) }
      noteEnd(fetch)
      return end(fetch, nil, pause: nil)
    }
    end(fetch, fault, pause: pause)
  }

  private func complete(_ fetch: Fetch) {
    guard !fetch.isOver else { return end(fetch, nil, pause: nil) }
    if let size = state.size {
      // A server may send less than was asked for, but not nothing.
      let isShort = fetch.end == .max ? fetch.next < size : fetch.next == fetch.start
      return end(fetch, isShort ? .cutShort : nil, pause: nil)
    }
    let isEnd = fetch.end == .max || fetch.next < fetch.end
    if isEnd { noteEnd(fetch) }
    end(fetch, nil, pause: nil)
  }

  /// The end of an answer without a length is the size.
  private func noteEnd(_ fetch: Fetch) {
    state.version.size = fetch.next
    if state.version.validator != nil { storeAll() } else { state.isCached = false }
  }

  private func end(_ fetch: Fetch, _ fault: RemoteFault?, pause: Duration?) {
    let isWanted = state.fetches.contains { $0 === fetch } && !fetch.isOver
    state.fetches.removeAll { $0 === fetch }
    if fault == .changed { cache?.forget(address) }
    if let fault, isWanted {
      failed(fault, pause: pause)
    } else {
      advance()
      if fault == nil { fetchBorder(behind: fetch) }
      startBeside()
    }
    condition.broadcast()
  }
}

extension HTTPError {
  /// The fault for the listener, and the pause that the server asked for; nil for a cancellation.
  var fault: (RemoteFault, Duration?)? {
    switch self {
    case .cancelled: nil
    case .certificate: (.insecure, nil)
    case .status(_, let status, let pause):
      switch status {
      case 401: (.signInAgain, nil)
      case 403: (.forbidden, nil)
      case 404, 410: (.missing, nil)
      case 429, 503: (.busy, pause)
      default: (.failed(status: status), pause)
      }
    case .bodyTooLarge, .badResponse: (.cutShort, nil)
    case .forbiddenRedirect, .tooManyRedirects, .redirectCircle: (.redirected, nil)
    case .disk(_, let code): (.disk(code: code), nil)
    case .invalidURL, .invalidRequest, .headerTooLarge, .noLibrary, .offline, .nameNotFound,
      .refused, .unreachable, .connectionLost, .timedOut:
      (.unreachable, nil)
    }
  }
}
