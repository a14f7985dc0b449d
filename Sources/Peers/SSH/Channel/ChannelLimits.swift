/// Times after which the other side counts as gone.
package struct ChannelLimits: Equatable, Sendable {
  /// From the start to the greeting: it includes ssh's sign-in.
  package var greeting: Duration
  /// Without any byte of the other side.
  package var silence: Duration
  /// Between signs of life of this side.
  package var ping: Duration
  /// Without a byte that the other side takes, while it gives signs of life.
  package var stuck: Duration
  /// For the last bytes of this side.
  package var ending: Duration

  package init(
    greeting: Duration = .seconds(30), silence: Duration = .seconds(10),
    ping: Duration = .seconds(3), stuck: Duration = .seconds(60), ending: Duration = .seconds(5)
  ) {
    self.greeting = greeting
    self.silence = silence
    self.ping = ping
    self.stuck = stuck
    self.ending = ending
  }
}

/// Why a channel ended.
enum ChannelEnd: Equatable, Sendable {
  /// This side ended it.
  case here
  case endOfFile
  case silence
  /// The other side takes nothing any more.
  case stuck
  case damaged(FrameFault)
  /// The other side sends what it may not.
  case misbehaved
  case noGreeting
  case failed(code: Int32)
}

enum ChannelEvent: Sendable {
  /// With what came before it.
  case greeting(Greeting, noise: [UInt8])
  case frame(Frame)
  /// The last event. The noise is what came in place of a greeting.
  case end(ChannelEnd, noise: [UInt8])
}
