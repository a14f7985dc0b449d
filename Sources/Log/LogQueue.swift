// Entries on their way to the file. Any thread adds; one thread of the queue's own writes. That
// thread starts with the first entry and sleeps without a timer while nothing comes.

internal import Glibc
internal import Music
internal import Synchronization
internal import Threads

final class LogQueue: Sendable {
  private struct State {
    var entries: [LogEntry] = []
    /// The memory of the entries, about.
    var size = 0
    /// Entries that had no room, since the last ones were taken.
    var dropped = 0
    var isRunning = false
    /// Whether the entries wait until it is known what they may say.
    var isHeld: Bool
  }

  private let state: Mutex<State>
  private let wakeUp = Semaphore()
  private let isOver = Atomic(false)
  /// Entries that were added, and those of them that were written or given up.
  private let added = Atomic(0)
  private let handled = Atomic(0)
  /// The signal of a crash, 0 for none.
  private let crash = Atomic<Int32>(0)
  private let hasWrittenCrash = Atomic(false)
  private let hidesPrivate: Atomic<Bool>
  private let folder: LogFolder
  private let limits: LogLimits

  init(folder: LogFolder, limits: LogLimits, hidesPrivate: Bool?) {
    self.folder = folder
    self.limits = limits
    self.hidesPrivate = Atomic(hidesPrivate ?? false)
    state = Mutex(State(isHeld: hidesPrivate == nil))
  }

  /// Adds an entry, or counts it where the queue is full.
  func add(_ entry: LogEntry) {
    let starts = state.withLock { state in
      guard state.entries.count < limits.entries, state.size + entry.size <= limits.memory else {
        state.dropped += 1
        return false
      }
      state.entries.append(entry)
      state.size += entry.size
      added.add(1, ordering: .relaxed)
      return needsThread(&state)
    }
    if starts { start() }
    wakeUp.post()
  }

  /// Leaves personal values out from now on, or writes them, and lets held entries go.
  func hidePrivate(_ hides: Bool) {
    hidesPrivate.store(hides, ordering: .releasing)
    release()
  }

  /// Lets held entries go.
  func release() {
    let starts = state.withLock { state in
      state.isHeld = false
      return !state.entries.isEmpty && needsThread(&state)
    }
    if starts { start() }
  }

  /// Whether the thread has to start; true once.
  private func needsThread(_ state: inout State) -> Bool {
    guard !state.isHeld, !state.isRunning else { return false }
    state.isRunning = true
    return true
  }

  private func start() {
    OwnThread.start(named: "log", stackSize: 256 << 10) { self.run() }
  }

  /// Ends the thread once all is written.
  func end() {
    isOver.store(true, ordering: .releasing)
    wakeUp.post()
  }

  /// Waits until what was added is written, or for so many milliseconds. Of what POSIX allows in a
  /// signal handler only.
  func flush(milliseconds: Int) {
    let goal = added.load(ordering: .acquiring)
    for _ in 0..<max(0, milliseconds) {
      let isCrash = crash.load(ordering: .acquiring) != 0
      if handled.load(ordering: .acquiring) >= goal,
        !isCrash || hasWrittenCrash.load(ordering: .acquiring)
      {
        return
      }
      wakeUp.post()
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&pause, nil)
    }
  }

  /// Flushes in a signal handler, with an entry of the signal.
  func flushAfterCrash(_ signal: Int32) {
    crash.store(signal, ordering: .releasing)
    flush(milliseconds: 200)
  }

  // MARK: The thread

  private func run() {
    var writer = Writer(file: LogFile(in: folder, limit: limits.fileSize), line: line)
    while true {
      // Entries that were added before a crash are taken after it is seen.
      let signal = crash.load(ordering: .acquiring)
      let (entries, dropped) = take()
      writer.line = line
      for entry in entries { writer.write(entry) }
      if dropped > 0 {
        writer.write(
          LogEntry(.warning, .log, "entries were dropped", [LogField("count", dropped)]))
      }
      handled.add(entries.count, ordering: .releasing)
      guard entries.isEmpty, dropped == 0 else { continue }
      if signal != 0, !hasWrittenCrash.load(ordering: .relaxed) {
        writer.write(LogEntry(.error, .program, "crashed", [LogField("signal", signal)]))
        hasWrittenCrash.store(true, ordering: .releasing)
      }
      if isOver.load(ordering: .acquiring) { return }
      wakeUp.wait()
    }
  }

  private var line: LogLine {
    LogLine(process: getpid(), hidesPrivate: hidesPrivate.load(ordering: .relaxed))
  }

  private func take() -> (entries: [LogEntry], dropped: Int) {
    state.withLock { state in
      defer { (state.entries, state.size, state.dropped) = ([], 0, 0) }
      return (state.entries, state.dropped)
    }
  }

  /// Writes entries, and counts those that a file refuses.
  private struct Writer: ~Copyable {
    var file: LogFile
    var line: LogLine
    private var lost = 0
    private var fault: LogFault?

    init(file: consuming LogFile, line: LogLine) {
      self.file = file
      self.line = line
    }

    mutating func write(_ entry: LogEntry) {
      do throws(LogFault) {
        if lost > 0, let fault {
          let told = LogEntry(
            .warning, .log, "entries could not be written",
            [LogField("count", lost), LogField("reason", sentence: fault.message)])
          try file.append(line.bytes(of: told))
          lost = 0
        }
        try file.append(line.bytes(of: entry))
      } catch {
        lost += 1
        fault = error
      }
    }
  }
}
