/// One message between two Tritones: u32 length of the rest, u8 kind, u32 call, payload.
struct Frame: Equatable, Sendable {
  /// Kinds from 128 on are ignored by those who do not know them.
  enum Kind: UInt8, Sendable {
    /// Nothing but a sign of life.
    case ping = 0
    /// The client's first frame, and the answer.
    case hello, welcome
    /// A call of the client: u8 `Method`, arguments.
    case request
    /// A block of a file, or a piece of a long value.
    case data
    /// The end of the blocks: the digest of a file, or nothing.
    case end
    /// u32: bytes of data that the receiver has room for again.
    case credit
    /// The result of a call, which ends it.
    case done
    /// A `PeerError`, which ends a call.
    case failure
    /// i64: how far a call is.
    case progress
    /// The client waits no longer for a call.
    case cancel
    /// Answer to the request of a transfer: i64 bytes that are there, u64 their digest.
    case part
    /// i64: where the blocks of a transfer begin.
    case start
  }

  var kind: Kind
  /// The number of the call; 0 outside of calls.
  var call: UInt32 = 0
  var payload: [UInt8] = []

  static let headerSize = 9
  static let maximumPayload = 1 << 20
  static let firstOptionalKind: UInt8 = 128

  var encoded: [UInt8] {
    var writer = WireWriter()
    writer.write(UInt32(payload.count + Self.headerSize - 4))
    writer.write(kind.rawValue)
    writer.write(call)
    return writer.bytes + payload
  }
}

/// A request of a client to the peer behind a server.
enum Method: UInt8, Sendable {
  case open = 0
  case snapshot, facts, send, fetch, move, remove, flush, commit, close
}

/// Bounds of a call's data, the same on both sides.
enum Flow {
  /// Bytes that may be on their way without having been consumed.
  static let window = 4 << 20
  /// Bytes of a block of a file.
  static let block = 256 << 10
  /// Bytes that are consumed before the sender learns of it.
  static let creditStep = window / 8
}
