import Media
import Music
import Synchronization
import Threads

/// Writes a WAV or FLAC file as fast as files can be decoded.
final class FileOutput: MailedOutput {
  let isPaced = false
  var fixedRate: Int? { format?.rate }
  let mailbox: OutputMailbox
  private let path: FilePath
  private let format: MixFormat?
  private let ring: Ring
  private let report: @Sendable (OutputEvent) -> Void

  init(
    _ path: FilePath, format: MixFormat? = nil, ring: Ring,
    report: @escaping @Sendable (OutputEvent) -> Void
  ) {
    self.path = path
    self.format = format
    self.ring = ring
    self.report = report
    mailbox = OutputMailbox { ring.consumerWake.post() }
  }

  func start() { OwnThread.start(named: "file-output") { self.write() } }

  private func write() {
    var file: SoundFile
    do throws(MediaError) { file = try SoundFile(path, format) } catch {
      report(.unavailable(reason: error.reason))
      return waitForEnd()
    }
    report(.ready(rate: nil, description: path.name))
    var writing = FileWriting(ring: ring, report: report)
    do throws(MediaError) {
      while try writing.obey(mailbox.takeAll(), &file) {
        if try !writing.copy(to: &file) { writing.sleep() }
      }
    } catch {
      report(.unavailable(reason: error.reason))
      return waitForEnd()
    }
    // A rendering that was given up is dropped, and takes its half file along.
    if writing.keepsFile || format == nil {
      do throws(MediaError) { try file.finish() } catch {
        report(.unavailable(reason: error.reason))
      }
    }
    file.close()
    report(.closed)
  }

  /// There is nothing to write to any more.
  private func waitForEnd() {
    while true {
      for command in mailbox.takeAll() {
        if case .shutDown = command { return report(.closed) }
      }
      ring.consumerWake.wait()
    }
  }
}

/// The state of the file output's thread.
private struct FileWriting: ~Copyable {
  private let ring: Ring
  private let report: @Sendable (OutputEvent) -> Void
  private var session: RenderSession
  private var isRunning = false
  private(set) var keepsFile = true
  /// How many of the frames given out were reported.
  private var reported: FrameNumber = -1
  /// Whether nothing was to follow what the ring held, when a block was copied last: at another speed
  /// the last frames come only then.
  private var wasComplete = false

  init(ring: Ring, report: @escaping @Sendable (OutputEvent) -> Void) {
    self.ring = ring
    self.report = report
    session = RenderSession(ring: ring.memory, isPaced: false)
  }

  /// False after the last command.
  mutating func obey(
    _ commands: [OutputCommand], _ file: inout SoundFile
  ) throws(MediaError) -> Bool {
    for command in commands {
      switch command {
      case .jump(let frame, let serial):
        guard session.jump(to: frame, serial: serial) else {
          report(.jumpFailed(to: frame, serial: serial))
          break
        }
        reportClock()
      case .run: isRunning = true
      case .hold, .clear: isRunning = false
      case .rate(let rate):
        try file.setRate(rate)
        session.setRate(rate)
      // What is rendered does not depend on how loud or where it is listened to.
      case .volume, .device, .refreshClock: break
      case .shutDown(let keepsFile):
        self.keepsFile = keepsFile
        return false
      }
    }
    return true
  }

  /// Copies a block; false if there is none.
  mutating func copy(to file: inout SoundFile) throws(MediaError) -> Bool {
    guard isRunning, session.isOpen else { return false }
    wasComplete = ring.memory.pointee.isComplete.load(ordering: .acquiring)
    let got = try file.append { session.render($0, $1) }
    ring.wakeProducerIfLow()
    return got > 0
  }

  /// Says how far it is, and sleeps until there is more.
  mutating func sleep() {
    let isPlaying = isRunning && session.isOpen
    if isPlaying, reported != session.given { reportClock() }
    ring.memory.pointee.isConsumerAsleep.store(true, ordering: .sequentiallyConsistent)
    // That may have changed since, before it could be seen that this side sleeps.
    let isComplete = ring.memory.pointee.isComplete.load(ordering: .sequentiallyConsistent)
    if isPlaying, ringSettled(ring.memory) > 0 || isComplete != wasComplete { return }
    ring.consumerWake.wait()
  }

  private mutating func reportClock() {
    reported = session.given
    guard let clock = session.clock(ofGiven: reported, isAdvancing: false) else { return }
    report(session.tell(clock))
  }
}
