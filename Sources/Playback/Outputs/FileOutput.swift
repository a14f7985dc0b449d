import Media
import Music
import Threads

/// Writes a WAV or FLAC file as fast as files can be decoded.
final class FileOutput: ThreadedOutput {
  let isRealTime = false
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
    var isOver = false
    do throws(MediaError) {
      var writing = FileWriting(RingWriter(ring, to: try SoundFile(path)), report: report)
      report(.ready(rate: nil, description: path.name))
      while !isOver {
        isOver = try !writing.obey(mailbox.takeAll())
        if !isOver { try writing.writeBlock() }
      }
      try writing.finish()
    } catch {
      report(.unavailable(reason: error.reason))
      // The file is gone or complete.
      while !isOver {
        ring.consumerWake.wait()
        isOver = mailbox.takesEnd()
      }
    }
    report(.closed)
  }
}

/// The state of the file output's thread.
private struct FileWriting: ~Copyable {
  private var writer: RingWriter
  private let report: @Sendable (OutputEvent) -> Void
  private var isRunning = false
  /// The last reported number of frames; -1 before the first report.
  private var reported: FrameNumber = -1

  init(_ writer: consuming RingWriter, report: @escaping @Sendable (OutputEvent) -> Void) {
    self.writer = writer
    self.report = report
  }

  /// False after the last command.
  mutating func obey(_ commands: [OutputCommand]) throws(MediaError) -> Bool {
    for command in commands {
      switch command {
      case .jump(let frame, let serial), .blend(let frame, let serial):
        if writer.begin(at: frame, serial: serial) {
          reportClock()
        } else {
          report(.jumpFailed(to: frame, serial: serial))
        }
      case .run: isRunning = true
      case .hold, .clear: isRunning = false
      case .rate(let rate): try writer.setRate(rate)
      // The file is independent of listening volume and device.
      case .volume, .device, .refreshClock: break
      case .shutDown: return false
      }
    }
    return true
  }

  /// Writes a block; without one, reports the clock and sleeps.
  mutating func writeBlock() throws(MediaError) {
    let isPlaying = isRunning && writer.session.isOpen
    if isPlaying, try writer.copy() { return }
    if isPlaying, reported != writer.session.given { reportClock() }
    writer.sleep(isPlaying: isPlaying)
  }

  mutating func finish() throws(MediaError) { try writer.finish() }

  private mutating func reportClock() {
    reported = writer.session.given
    if let event = writer.clockEvent() { report(event) }
  }
}
