import Media
import Music

/// What follows the item that is decoded.
enum NextItem: Equatable, Sendable {
  case unknown
  case nothing
  case item(PlayItem)
}

/// The order to decode an item from a place on, in place of whatever was decoded before.
struct DecodeOrder: Sendable {
  var serial: UInt64
  var item: PlayItem
  var position: Duration
  var next: NextItem
  /// Hz; nil takes the file's own.
  var rate: Int?
  /// Whether sound that is playing may go on until the new one is ready.
  var coversOld: Bool
  var cancellation: Cancellation
  /// Where the frames of the item's file lie, if that is known already.
  var index: SeekIndex?
}

/// What a lane tells the player. `serial` is that of the order it works on.
enum DecodeEvent: Sendable {
  /// The file of the order is open.
  case opened(serial: UInt64, rate: Int)
  /// From a frame of the ring on, this item is what is there.
  case began(serial: UInt64, Segment)
  /// Enough is in the ring to play from `start`.
  case primed(serial: UInt64, start: FrameNumber)
  /// The item ends before this frame. `fault` is why it ends early, nil if it does not.
  case ended(serial: UInt64, PlayID, end: FrameNumber, fault: MediaError?)
  /// It cannot be opened, or nothing of it can be decoded.
  case failed(serial: UInt64, PlayID, MediaError)
  /// What was prepared of this item has been taken back; the one before it ends before this frame.
  case dropped(serial: UInt64, PlayID, end: FrameNumber)
  /// It could not be taken back: the output has it already.
  case keptNext(serial: UInt64, PlayID)
  /// The item is longer or shorter than its file seemed to say.
  case measured(serial: UInt64, PlayID, Duration)
  /// From a frame of the ring on, the item is at another place than counting says: damage has
  /// swallowed sound.
  case shifted(serial: UInt64, PlayID, at: FrameNumber, Duration)
  /// What a stream says it is playing from now on, as far as it has been decoded.
  case titled(serial: UInt64, PlayID, String)
  /// What an output that starved was waiting for is there.
  case refilled(serial: UInt64, start: FrameNumber)
}

extension DecodeEvent {
  var serial: UInt64 {
    switch self {
    case .opened(let serial, _), .began(let serial, _), .primed(let serial, _),
      .ended(let serial, _, _, _), .failed(let serial, _, _), .dropped(let serial, _, _),
      .keptNext(let serial, _), .measured(let serial, _, _), .shifted(let serial, _, _, _),
      .titled(let serial, _, _), .refilled(let serial, _):
      serial
    }
  }
}
