// The work of `tritone analyze`: threads analyse tasks; results are printed and, for tracks of a
// library, stored in batches. An interrupted run can be resumed.

import ArgumentParser
import Glibc
import Library
import Log
import Media
import Music
import Synchronization

final class AnalyzeRun: Sendable {
  private struct Result {
    var task: AnalysisTask
    var end: AnalysisEnd
    /// Processor time.
    var time: Duration
    /// Whether its waveform is stored already.
    var isDrawn = false
  }

  private struct State {
    /// Tasks not yet started.
    var listed: ArraySlice<AnalysisTask>
    var results: [Result] = []
    /// Results being stored.
    var keeping: [Result] = []
    /// Whether Ctrl-C was pressed, whose handler finishes the rest.
    var isEnding = false
    var oldest: ContinuousClock.Instant?
    var ended = 0
    /// Seconds of sound left to analyse.
    var rest: Double
    var speed = AnalysisSpeed(from: .now)
    var sums = AnalysisSums()

    mutating func takeResults() -> [Result] {
      defer {
        results = []
        oldest = nil
      }
      return results
    }
  }

  /// Nil for files outside of a library.
  private let library: Library?
  private let claims: AnalysisClaims
  private let isAgain, isJSON: Bool
  private let jobs, total: Int
  private let state: Mutex<State>
  private let log: Log
  private let line = ProgressLine()
  private let cancellation = Cancellation()
  private let threads = Mutex<AnalysisThreads?>(nil)
  /// Held while printing lines, so that exiting does not cut one in two.
  private let saying = Mutex(())

  /// - Parameters:
  /// - unchanged: the number of files without work, for the summary.
  /// - isAgain: whether existing results are ignored.
  init(
    _ tasks: [AnalysisTask], library: Library?, unchanged: Int = 0, isAgain: Bool = false,
    jobs: Int, isJSON: Bool, log: Log = Log()
  ) {
    self.library = library
    self.isAgain = isAgain
    self.isJSON = isJSON
    self.jobs = jobs
    self.log = log
    total = tasks.count
    claims = AnalysisClaims(library: library?.path ?? FilePath(""))
    var state = State(
      listed: tasks[...], rest: tasks.reduce(0) { $0 + ($1.duration?.seconds ?? 0) })
    state.sums.unchanged = unchanged
    self.state = Mutex(state)
  }

  /// Ends early and without an error when the task is cancelled, which `finish` reports.
  func run() async throws {
    defer { line.clear() }
    let (wakes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let threads = AnalysisThreads(
      count: jobs, givesWay: false,
      next: { [self] in
        let (next, isShorter) = next()
        if isShorter { continuation.yield() }
        return next
      },
      ended: { [self] task, end, time in
        ended(task, end, time)
        continuation.yield()
      })
    self.threads.withLock { $0 = threads }
    let clock = Task {
      // Updates the bar and stores results, also while one track takes long.
      while !Task.isCancelled {
        try await Task.sleep(for: .milliseconds(500))
        continuation.yield()
      }
    }
    defer { clock.cancel() }
    continuation.yield()
    try await withTaskCancellationHandler {
      defer { threads.stop() }
      for await _ in wakes {
        if !cancellation.isCancelled { threads.wake() }
        show()
        try await keep(isLast: false)
        if cancellation.isCancelled || isThrough { break }
      }
      // Threads in the middle of a file have no result and are not waited for; a result being
      // handed in arrives with the second pass.
      repeat { try await keep(isLast: true) } while hasResults
    } onCancel: {
      cancellation.cancel()
      threads.stop()
      continuation.yield()
    }
  }

  private var isThrough: Bool { state.withLock { $0.ended == total } }

  private var hasResults: Bool { state.withLock { !$0.results.isEmpty && !$0.isEnding } }

  // MARK: Tasks

  /// The next task, and whether others were skipped: claimed by another process, or done by it
  /// since they were listed.
  private func next() -> (AnalysisTask?, isShorter: Bool) {
    var isShorter = false
    while let task = dequeue() {
      let isFree = library == nil || claims.claim(task.track)
      if isFree, let left = remaining(of: task) { return (left, isShorter) }
      isShorter = true
      if isFree, library != nil { claims.drop(task.track) }
      state.withLock { state in
        state.ended += 1
        state.rest -= task.duration?.seconds ?? 0
        if isFree { state.sums.unchanged += 1 } else { state.sums.elsewhere += 1 }
      }
    }
    return (nil, isShorter)
  }

  private func dequeue() -> AnalysisTask? {
    guard !cancellation.isCancelled else { return nil }
    return state.withLock { state in
      // A full result queue waits to be stored.
      state.results.count < 4 * AnalysisQueue.batch ? state.listed.popFirst() : nil
    }
  }

  /// Checked while the track is claimed, so that no other process can do it in between.
  private func remaining(of task: AnalysisTask) -> AnalysisTask? {
    guard let library, !isAgain else { return task }
    do {
      return try library.remaining(of: task)
    } catch {
      // A fault of the library is reported when the result is stored.
      return task
    }
  }

  private func ended(_ task: AnalysisTask, _ end: AnalysisEnd, _ time: Duration) {
    guard end != .cancelled else { return claims.drop(task.track) }
    var result = Result(task: task, end: end, time: time)
    if let library, case .found(let outcome) = end {
      // Here, and not in the batch, since it would delay an interruption. A disk fault is reported
      // when the batch retries it.
      do {
        try library.keepWaveformsAtOnce([(task, outcome)])
        result.isDrawn = true
      } catch { result.isDrawn = false }
    }
    state.withLock { state in
      let now = ContinuousClock.now
      state.results.append(result)
      state.ended += 1
      state.oldest = state.oldest ?? now
      state.rest -= task.duration?.seconds ?? 0
      state.speed.add(task.duration ?? .zero, at: now)
    }
  }

  // MARK: Results

  private func keep(isLast: Bool) async throws {
    let results = state.withLock { state -> [Result] in
      let isDue =
        isLast || library == nil || state.results.count >= AnalysisQueue.batch
        || state.oldest.map { $0.duration(to: .now) >= AnalysisQueue.patience } ?? false
      guard isDue else { return [] }
      guard !state.isEnding else { return [] }
      state.keeping = state.takeResults()
      return state.keeping
    }
    guard !results.isEmpty else { return }
    // Results are stored although the task is cancelled: the library would reject a cancelled task.
    let (keeper, outcomes) = (self.library, AnalyzeRun.outcomes(of: results))
    let drawn = AnalyzeRun.drawn(of: results)
    try await Task.detached { try await keeper?.saveAnalyses(outcomes, drawn: drawn) }.value
    saying.withLock { _ in
      let isEnding = state.withLock { state in
        state.keeping = []
        return state.isEnding
      }
      if !isEnding { say(results) }
    }
  }

  private static func outcomes(of results: [Result]) -> [(AnalysisTask, AnalysisOutcome)] {
    results.compactMap { result in
      if case .found(let outcome) = result.end { (result.task, outcome) } else { nil }
    }
  }

  private static func drawn(of results: [Result]) -> Set<TrackID> {
    Set(results.lazy.filter(\.isDrawn).map(\.task.track))
  }

  private func say(_ results: [Result]) {
    for result in results {
      claims.drop(result.task.track)
      report(result)
    }
    // The reader of a pipe gets each stored result.
    fflush(nil)
  }

  /// Handles Ctrl-C on the calling thread: stores the results, prints the summary and exits.
  ///
  /// On a busy machine each thread takes its time to start, and threads in the middle of a file
  /// have no result. Returns if all is done anyway.
  func end() {
    cancellation.cancel()
    threads.withLock { $0 }?.stop()
    let results = state.withLock { state -> [Result]? in
      guard state.ended < total else { return nil }
      state.isEnding = true
      // Results being stored are stored again: their task is not waited for.
      return state.keeping + state.takeResults()
    }
    guard var more = results else { return }
    // A second Ctrl-C ends the process at once, if a pipe or another process blocks this.
    signal(SIGINT, SIG_DFL)
    var all: [Result] = []
    do {
      // A thread may be handing in a result.
      repeat {
        try library?.keepAnalysesAtOnce(
          AnalyzeRun.outcomes(of: more), drawn: AnalyzeRun.drawn(of: more))
        all += more
        more = state.withLock { $0.takeResults() }
      } while !more.isEmpty
    } catch {
      line.clear()
      StandardError.print("tritone: \(UserText.of(error))")
      _exit(1)
    }
    saying.withLock { _ in
      line.clear()
      say(all)
      do { try finish() } catch {
        fflush(nil)
        log.flush()
        _exit(1)
      }
    }
  }

  private func report(_ result: Result) {
    let task = result.task
    log.note(result.end, of: task)
    var found: TrackAnalysis?
    var reason: String?
    switch result.end {
    case .found(.found(let analysis)): found = analysis
    case .found(.failed(let text)), .passed(let text): reason = text
    case .cancelled: return
    }
    state.withLock {
      if found == nil { $0.sums.failed += 1 } else { $0.sums.analysed += 1 }
    }
    if isJSON {
      // Every value in a record can be encoded.
      var record = AnalysisRecord(task.path, found, reason)
      record.cpuSeconds = result.time.seconds.rounded(to: 1000)
      try? StandardOutput.json(record)
      return
    }
    let path = TrackText.clean(task.path.text)
    if let reason {
      line.clear()
      StandardError.print("\(path): \(reason)")
    } else if library == nil, let found {
      line.clear()
      StandardOutput.line("\(path)\t\(AnalysisText.line(found))")
    }
  }

  private func show() {
    guard !cancellation.isCancelled else { return }
    let (ended, rest, speed) = state.withLock { ($0.ended, $0.rest, $0.speed.value(at: .now)) }
    var text = total.noun("track")
    if let speed, speed > 0 {
      text += ", \(Int(speed.rounded()).grouped)× real time"
      if rest > 0 { text += ", \(Duration.seconds(rest / speed).clockText) left" }
    }
    saying.withLock { _ in
      if !cancellation.isCancelled { line.show(ended, of: total, text) }
    }
  }

  /// Prints the summary; fails if some file could not be analysed. After an interruption it exits
  /// the process: results are committed, and closing files would only take time.
  func finish() throws {
    let sums = state.withLock { state in
      state.sums.isStopped =
        state.isEnding || cancellation.isCancelled && state.ended < total
      return state.sums
    }
    if isJSON {
      try StandardOutput.json(sums)
    } else if library != nil || sums.analysed + sums.failed > 1 {
      StandardOutput.line(sums.text)
    }
    if sums.isStopped {
      fflush(nil)
      StandardError.print(
        "tritone: "
          + (library == nil ? "stopped" : "stopped; what was found is kept, and not done again"))
      log.flush()
      _exit(1)
    }
    if sums.failed > 0 { throw ExitCode.failure }
  }
}
