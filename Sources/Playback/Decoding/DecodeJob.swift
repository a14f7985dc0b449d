import Media
import Music

extension DecodeLoop {
  /// What has come of an order. None is left of one that failed.
  struct Job {
    let order: DecodeOrder
    var stage: Stage
    /// What follows the item that the stage is about.
    var next: NextItem
    /// In the order in which they are heard, as far as one might be taken back.
    var joins: [Join] = []
    var start: Start
    /// From where the output waits for more sound.
    var refill: FrameNumber?

    /// Whether nothing is decoded before what follows is known.
    var isEnded: Bool { if case .ended = stage { true } else { false } }

    /// The item whose end the ring holds or will hold.
    var item: PlayItem {
      switch stage {
      case .decoding(let decoding): decoding.item
      case .ended(let ended): ended.item
      }
    }

    var decoder: Decoder? {
      switch stage {
      case .decoding(let decoding): decoding.decoder
      case .ended(let ended): ended.decoder
      }
    }
  }

  /// Decoding goes on to `ended`, from where a next item leads back to `decoding`; one that is taken
  /// back leads to `ended` of the item before it.
  enum Stage {
    case decoding(Decoding)
    /// The ring has all of it, and nothing was joined to it yet.
    case ended(Ended)
  }

  /// How the order's sound comes to be heard, step by step.
  enum Start {
    /// Enough is waited for from this frame on.
    case priming(FrameNumber)
    /// Goes on up to this frame while the output begins with it.
    case untilRest(FrameNumber)
    /// The next sleep is a short one.
    case restDue
    case over
  }

  struct Decoding {
    var item: PlayItem
    var decoder: Decoder
    /// The ring's frame at which the item would start if all of it were there.
    var origin: FrameNumber
    /// What its stream said last.
    var title: String?
  }

  /// An item whose end is in the ring.
  struct Ended {
    var item: PlayItem
    /// Frames of the ring that it has from its own start on.
    var length: FrameNumber
    /// Still open, so that what follows in the same file is there without a seam.
    var decoder: Decoder?
  }

  /// Where an item was joined to the one before it.
  struct Join {
    var predecessor: Ended
    var follower: PlayItem
    var start: FrameNumber
    /// Behind `start` where the two overlap.
    var end: FrameNumber
  }
}
