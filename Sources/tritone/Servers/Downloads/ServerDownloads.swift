// Downloads of servers' tracks: the queue, what waits of it on the disk, and how far it is.
import HTTP
import Interface
import Media
import Music
import Streaming

/// A track that is to be downloaded.
struct WantedDownload: Equatable, Sendable, Codable {
  var server: String
  var track: String
  /// As the server listed it, in bytes; 0 for unknown.
  var size: Int64
  /// For messages.
  var name: String

  var address: ServerTrackAddress? { ServerTrackAddress(server: server, track: track) }

  init(_ address: ServerTrackAddress, size: Int64, name: String) {
    server = address.server
    track = address.track
    self.size = size
    self.name = name
  }
}

/// Downloads tracks, two at once; those that wait are kept for the next start.
actor ServerDownloads {
  /// How far the downloads are, and their end.
  enum Report: Equatable, Sendable {
    case progressed(DownloadProgress?)
    /// A track is on this disk.
    case arrived(ServerTrackAddress)
    case ended(DownloadResult)
  }

  private let folder: DownloadFolder
  /// Nil for downloads that a command waits for.
  private let file: StateFile<[WantedDownload]>?
  private let report: @Sendable (Report) -> Void
  private let queue: DownloadQueue
  private let reports: AsyncStream<DownloadReport>
  private let end: AsyncStream<DownloadReport>.Continuation
  private var following: Task<Void, Never>?
  private var batch = Batch()
  /// Whether the list of the last run was read: it is not written before.
  private var isRead = false
  private var isFinished = false
  private var lastReport: SuspendingClock.Instant?
  private var lastWrite: SuspendingClock.Instant?
  private var speed = DownloadSpeed()

  /// Downloads from the first that waits to the last that is done.
  private struct Batch {
    /// Whether it has begun, so that its end is to be told.
    var isOpen = false
    var waiting: [ServerTrackAddress: WantedDownload] = [:]
    var received: [ServerTrackAddress: Int64] = [:]
    /// Tracks that wait and whose size is not known.
    var unsized = 0
    var total = 0
    var done = 0
    var doneBytes: Int64 = 0
    var waitingBytes: Int64 = 0
    var already = 0
    var notOnServers = 0
    /// All that failed, those beyond the kept ones included.
    var failed = 0
    var failures: [DownloadFailure] = []
    var wasCancelled = false

    mutating func add(_ address: ServerTrackAddress, _ wanted: WantedDownload) {
      waiting[address] = wanted
      total += 1
      waitingBytes += max(0, wanted.size)
      if wanted.size <= 0 { unsized += 1 }
    }

    mutating func end(_ address: ServerTrackAddress) -> WantedDownload? {
      received[address] = nil
      guard let wanted = waiting.removeValue(forKey: address) else { return nil }
      waitingBytes -= max(0, wanted.size)
      if wanted.size <= 0 { unsized -= 1 }
      return wanted
    }

    mutating func fail(_ track: String, _ reason: String, count: Int = 1) {
      failed += count
      guard failures.count < ServerDownloads.mostFailures else { return }
      failures.append(DownloadFailure(track: track, reason: reason))
    }
  }

  private static let reportPause = Duration.milliseconds(200)
  private static let writePause = Duration.seconds(5)
  private static let mostFailures = 100
  private let mostWaiting: Int

  /// - Parameters:
  ///   - mostWaiting: tracks at once.
  ///   - report: called from any thread; returns at once.
  init(
    folder: DownloadFolder, file: FilePath?, requesting: @escaping RemoteRequesting,
    mostWaiting: Int = 100_000, report: @escaping @Sendable (Report) -> Void
  ) {
    self.folder = folder
    self.mostWaiting = mostWaiting
    var state = file.map { StateFile<[WantedDownload]>($0) }
    state?.longest = 64 << 20
    self.file = state
    self.report = report
    let (reports, end) = AsyncStream.makeStream(of: DownloadReport.self)
    (self.reports, self.end) = (reports, end)
    queue = DownloadQueue(folder: folder, requesting: requesting) { end.yield($0) }
  }

  /// Goes on with what waited at the last end; says nothing where that is on this disk by now.
  func resume() async {
    let waiting = waitingOfLastRun()
    guard waiting.isEmpty else { return await add(waiting) }
    keep(mustWrite: true)
  }

  private func waitingOfLastRun() -> [WantedDownload] {
    guard let file, !isRead else { return [] }
    // A list that cannot be read now is left alone.
    guard let waiting = try? file.read() ?? [] else { return [] }
    isRead = true
    return waiting.filter { one in
      one.address.map { !folder.has($0, size: one.size) } ?? false
    }
  }

  /// Adds tracks at the end.
  ///
  /// - Parameters:
  ///   - already: others of the same wish that are on this disk, for the report.
  ///   - notOnServers: others that no server has.
  func add(_ wanted: [WantedDownload], already: Int = 0, notOnServers: Int = 0) async {
    guard !isFinished else { return }
    follow()
    batch.isOpen = true
    batch.already += already
    batch.notOnServers += notOnServers
    var added: [TrackDownload] = []
    var refused = 0
    for one in waitingOfLastRun() + wanted {
      guard let address = one.address, batch.waiting[address] == nil else { continue }
      guard !folder.has(address, size: one.size) else {
        batch.already += 1
        continue
      }
      guard batch.waiting.count < mostWaiting else {
        refused += 1
        continue
      }
      batch.add(address, one)
      added.append(TrackDownload(address, size: one.size))
    }
    if refused > 0 {
      batch.fail(
        refused.counted("track"),
        "\(mostWaiting.grouped) tracks wait at most: download the rest later", count: refused)
    }
    keep(mustWrite: true)
    if added.isEmpty {
      tell(atOnce: true)
      endIfDone()
    } else {
      await queue.add(added)
    }
  }

  /// Ends the downloads, and forgets those that wait.
  ///
  /// - Parameter server: that of the downloads; nil for all.
  func cancelAll(of server: String? = nil) async {
    let ended = batch.waiting.keys.filter { server == nil || $0.server == server }
    guard !ended.isEmpty else { return }
    for address in ended { _ = batch.end(address) }
    batch.total -= ended.count
    if batch.waiting.isEmpty { batch.wasCancelled = true }
    // What was cancelled does not come back, however this run ends.
    keep(mustWrite: true)
    tell(atOnce: true)
    endIfDone()
    await queue.cancelAll(of: server)
  }

  func setAtOnce(_ count: Int) async { await queue.setAtOnce(count) }

  /// Waits until nothing is left to download.
  func settled() async {
    while !batch.waiting.isEmpty, !isFinished {
      // Ends at once where the task is cancelled.
      do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
    }
  }

  /// Stops where it is; the next start goes on.
  func finish() async {
    isFinished = true
    await queue.suspend()
    end.finish()
    keep(mustWrite: true)
  }

  // MARK: Reports

  private func follow() {
    guard following == nil else { return }
    following = Task { for await report in reports { receive(report) } }
  }

  private func receive(_ report: DownloadReport) {
    guard !isFinished else { return }
    switch report {
    // Cancelled ones are forgotten before the queue is told.
    case .began, .cancelled: return
    case .moved(let address, let progress):
      guard batch.waiting[address] != nil else { return }
      let before = batch.received[address] ?? 0
      batch.received[address] = progress.received
      speed.note(progress.received - before)
    case .finished(let address, _, let size):
      guard batch.end(address) != nil else { return }
      batch.done += 1
      batch.doneBytes += size
      self.report(.arrived(address))
    case .failed(let address, let fault):
      guard let wanted = batch.end(address) else { return }
      batch.fail(wanted.name, fault.reason)
    }
    keep(mustWrite: batch.waiting.isEmpty)
    tell()
    endIfDone()
  }

  private func tell(atOnce: Bool = false) {
    guard !batch.waiting.isEmpty else { return }
    if !atOnce, let lastReport, SuspendingClock.now < lastReport + Self.reportPause { return }
    lastReport = .now
    report(
      .progressed(
        DownloadProgress(
          tracksDone: batch.total - batch.waiting.count, tracksTotal: batch.total,
          bytesDone: batch.doneBytes + batch.received.values.reduce(0, +),
          bytesTotal: batch.unsized == 0 ? batch.doneBytes + batch.waitingBytes : 0,
          speed: speed.current)))
  }

  private func endIfDone() {
    guard batch.isOpen, batch.waiting.isEmpty else { return }
    let ended = batch
    batch = Batch()
    speed = DownloadSpeed()
    lastReport = nil
    report(.progressed(nil))
    report(
      .ended(
        DownloadResult(
          tracks: ended.done, bytes: ended.doneBytes, already: ended.already,
          notOnServers: ended.notOnServers, failures: ended.failures,
          wasCancelled: ended.wasCancelled, failed: ended.failed)))
  }

  /// Stores what waits, the less often the longer the list is: those that are done since are found
  /// on this disk at the next start.
  private func keep(mustWrite: Bool) {
    guard let file, isRead else { return }
    let pause = Self.writePause + .milliseconds(batch.waiting.count)
    if !mustWrite, let lastWrite, SuspendingClock.now < lastWrite + pause { return }
    lastWrite = .now
    guard !batch.waiting.isEmpty else { return file.remove() }
    // A list that cannot be written costs the next start its downloads, and nothing now.
    try? file.write(batch.waiting.values.sorted { ($0.server, $0.track) < ($1.server, $1.track) })
  }
}

/// Bytes a second over the last seconds.
private struct DownloadSpeed {
  private var moves: [(at: SuspendingClock.Instant, bytes: Int64)] = []
  private static let span = Duration.seconds(5)

  mutating func note(_ bytes: Int64) {
    let now = SuspendingClock.now
    moves.append((now, max(0, bytes)))
    moves.removeAll { $0.at < now - Self.span }
  }

  var current: Int64? {
    guard let first = moves.first, let last = moves.last else { return nil }
    let time = first.at.duration(to: last.at) / .seconds(1)
    guard time > 0.5 else { return nil }
    return Int64(Double(moves.dropFirst().reduce(0) { $0 + $1.bytes }) / time)
  }
}
