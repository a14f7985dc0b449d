import Media
import Music
import Synchronization

/// Writes a WAV file as fast as files can be decoded.
final class FileOutput: MailedOutput {
  let isPaced = false
  let mailbox: OutputMailbox
  private let path: FilePath
  private let ring: Ring
  private let report: @Sendable (OutputEvent) -> Void

  init(_ path: FilePath, ring: Ring, report: @escaping @Sendable (OutputEvent) -> Void) {
    self.path = path
    self.ring = ring
    self.report = report
    mailbox = OutputMailbox { ring.consumerWake.post() }
  }

  func start() { OwnThread.start(named: "file-output") { self.write() } }

  private func write() {
    var file: WaveFile
    do throws(MediaError) { file = try WaveFile(path) } catch {
      report(.unavailable(reason: error.reason))
      return waitForEnd()
    }
    report(.ready(rate: nil, description: path.name))
    var writing = FileWriting(ring: ring, report: report)
    do throws(MediaError) {
      while try writing.obey(mailbox.takeAll(), &file) {
        if try !writing.copy(to: &file) { writing.sleep() }
      }
      try file.finish()
    } catch {
      report(.unavailable(reason: error.reason))
      return waitForEnd()
    }
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
private struct FileWriting {
  let ring: Ring
  let report: @Sendable (OutputEvent) -> Void
  private var isRunning = false
  private var serial: UInt64 = 0
  private var reached: FrameNumber = 0
  private var reported: FrameNumber = -1
  private static let blockFrames = 16384

  init(ring: Ring, report: @escaping @Sendable (OutputEvent) -> Void) {
    self.ring = ring
    self.report = report
  }

  /// False after the last command.
  mutating func obey(_ commands: [OutputCommand], _ file: inout WaveFile) throws(MediaError) -> Bool
  {
    for command in commands {
      switch command {
      case .jump(let frame, let serial):
        _ = ringSkip(ring.memory, UInt32(truncatingIfNeeded: frame))
        self.serial = serial
        reached = frame
        reportClock()
      case .run: isRunning = true
      case .hold: isRunning = false
      case .clear: isRunning = false
      case .rate(let rate): file.rate = rate
      // What is rendered does not depend on how loud or where it is listened to.
      case .volume, .device: break
      case .shutDown: return false
      }
    }
    return true
  }

  /// Copies a block; false if there is none.
  mutating func copy(to file: inout WaveFile) throws(MediaError) -> Bool {
    guard isRunning else { return false }
    let got = try file.append(atMost: Self.blockFrames) { ringRender(ring.memory, $0, $1) }
    reached += FrameNumber(got)
    ring.wakeProducerIfLow()
    return got > 0
  }

  /// Says how far it is, and sleeps until there is more.
  mutating func sleep() {
    if isRunning, reported != reached { reportClock() }
    ring.memory.pointee.isConsumerAsleep.store(true, ordering: .sequentiallyConsistent)
    if isRunning, ring.fill > 0 { return }
    ring.consumerWake.wait()
  }

  private mutating func reportClock() {
    reported = reached
    report(.clock(OutputClock(serial: serial, heard: reached, at: .now, isAdvancing: false)))
  }
}
