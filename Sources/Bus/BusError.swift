/// Faults of the message bus. Texts hold nothing of what messages carried.
package enum BusError: Error, Equatable, Sendable {
  /// libsystemd cannot be loaded; the system's message.
  case noLibrary(reason: String)
  /// There is no bus, or none that lets us in.
  case noBus(reason: String)
  case connectionLost
  case timedOut
  case cancelled
  /// An error reply, by its D-Bus name.
  case refused(name: String)
  /// A call or signal that D-Bus cannot carry; the errno.
  case invalidMessage(code: Int32)
  /// A reply beyond the bounds, or with values that are not decoded.
  case badReply
  /// More requests wait than is allowed.
  case busy

  /// The text for the user.
  package var message: String {
    switch self {
    case .noLibrary(let reason): "libsystemd cannot be loaded: \(reason)"
    case .noBus(let reason): "there is no session bus: \(reason)"
    case .connectionLost: "the session bus closed the connection"
    case .timedOut: "there was no answer in time"
    case .cancelled: "cancelled"
    case .refused(let name): "the answer was \(name)"
    case .invalidMessage: "the message cannot be sent"
    case .badReply: "the answer is malformed or too large"
    case .busy: "too many requests wait already"
    }
  }
}
