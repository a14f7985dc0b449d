internal import HTTP
internal import Synchronization

/// How far the server's clock is ahead of ours, from the dates of its answers.
///
/// The newest change wins on both sides, so that times must be of one clock to be compared.
final class ServerClock: Sendable {
  /// Milliseconds below which a difference is that of the way and of whole seconds.
  static let noise: Int64 = 2_000

  /// Nil before the first answer.
  private let state = Mutex<Int64?>(nil)

  /// Milliseconds; 0 for clocks that agree.
  var ahead: Int64 { state.withLock { $0 ?? 0 } }

  /// Whether a time of ours can be told to the server.
  var isKnown: Bool { state.withLock { $0 != nil } }

  /// - Parameter now: ours, Unix time in milliseconds.
  func learn(_ head: HTTPHead, now: Int64) {
    guard let date = head.date else {
      // A server that names no time is believed to have ours.
      return state.withLock { $0 = $0 ?? 0 }
    }
    // In the middle of the second that the date names.
    let difference = date * 1000 + 500 - now
    state.withLock { $0 = abs(difference) < Self.noise ? 0 : difference }
  }

  /// A time of the server in ours.
  func ours(_ time: Int64) -> Int64 { time == 0 ? 0 : max(1, time - ahead) }

  /// A time of ours in the server's.
  func theirs(_ time: Int64) -> Int64 { time == 0 ? 0 : max(1, time + ahead) }
}
