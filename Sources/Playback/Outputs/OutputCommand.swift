import Synchronization

/// The player's commands to an output's thread.
enum OutputCommand: Sendable {
  case jump(to: FrameNumber, serial: UInt64)
  case blend(to: FrameNumber, serial: UInt64)
  case run
  case hold
  case clear
  case volume(Double, isMuted: Bool)
  case device(String?)
  case rate(Int)
  case refreshClock
  /// The last command.
  case shutDown
}

/// The queue of commands to an output's thread.
final class OutputMailbox: Sendable {
  private let commands = Mutex<[OutputCommand]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func send(_ command: OutputCommand) {
    commands.withLock { $0.append(command) }
    wake()
  }

  func takeAll() -> [OutputCommand] {
    commands.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }

  /// Takes the commands of an output that cannot play; whether the last one was among them.
  func takesEnd() -> Bool {
    takeAll().contains { if case .shutDown = $0 { true } else { false } }
  }
}

/// An output that receives its commands through a mailbox.
protocol ThreadedOutput: Output {
  var mailbox: OutputMailbox { get }
}

extension ThreadedOutput {
  func jump(to frame: FrameNumber, serial: UInt64) {
    mailbox.send(.jump(to: frame, serial: serial))
  }
  func blend(to frame: FrameNumber, serial: UInt64) {
    mailbox.send(.blend(to: frame, serial: serial))
  }
  func run() { mailbox.send(.run) }
  func hold() { mailbox.send(.hold) }
  func clear() { mailbox.send(.clear) }
  func setVolume(_ volume: Double, isMuted: Bool) {
    mailbox.send(.volume(volume, isMuted: isMuted))
  }
  func chooseDevice(_ name: String?) { mailbox.send(.device(name)) }
  func refreshClock() { mailbox.send(.refreshClock) }
  func setRate(_ rate: Int) { mailbox.send(.rate(rate)) }
  func shutDown() { mailbox.send(.shutDown) }
}
