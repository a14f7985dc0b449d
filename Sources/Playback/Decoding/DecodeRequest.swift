import Media
import Music

/// The successor of an item.
enum NextItem: Equatable, Sendable {
  case unknown
  case nothing
  case item(PlayItem)
}

/// The request to decode an item from a position on; it replaces the previous one.
struct DecodeRequest: Sendable {
  var serial: UInt64
  var item: PlayItem
  var position: Duration
  var next: NextItem
  /// Hz; nil for the file's own rate.
  var rate: Int?
  /// Whether the old sound may play on until the new one is ready.
  var coversOld: Bool
  var cancellation: Cancellation
  /// The file's seek index, if known.
  var index: SeekIndex?
  var shortensSilence = false
}

/// Events of a decode thread. `serial` is that of its request.
enum DecodeEvent: Sendable {
  /// The request's file is open.
  case opened(serial: UInt64, rate: Int)
  /// The item of the segment starts in the ring.
  case began(serial: UInt64, Segment)
  /// Enough sound is in the ring to play from `start`.
  case primed(serial: UInt64, start: FrameNumber)
  /// The item ends before this frame. `fault` is the reason of an early end, else nil.
  case ended(serial: UInt64, PlayID, end: FrameNumber, fault: MediaError?)
  /// The item cannot be opened, or no frame of it decodes.
  case failed(serial: UInt64, PlayID, MediaError)
  /// The prepared item was removed from the ring; the previous one ends before this frame.
  case dropped(serial: UInt64, PlayID, end: FrameNumber)
  /// The prepared item stays: the output has reached it.
  case keptNext(serial: UInt64, PlayID)
  /// The item's true length differs from the file's estimate.
  case measured(serial: UInt64, PlayID, Duration)
  /// From a frame of the ring on, the item's position jumps: damage has swallowed sound, or a gap was
  /// shortened.
  case shifted(serial: UInt64, PlayID, at: FrameNumber, Duration)
  /// A stream's title from the last decoded frame on.
  case titled(serial: UInt64, PlayID, String)
  /// The refill after an underrun is there.
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
