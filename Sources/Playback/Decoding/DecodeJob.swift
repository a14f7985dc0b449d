import Media
import Music

extension DecodeLoop {
  /// The state of a request in progress; a failed one leaves no job.
  struct Job {
    let request: DecodeRequest
    var stage: Stage
    /// The successor of the stage's item.
    var next: NextItem
    /// In playing order, as far back as a join might still be undone.
    var joins: [Join] = []
    var start: Start
    /// The frame from which the output waits for a refill.
    var refill: FrameNumber?

    /// Whether decoding waits for the successor to be named.
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

  /// Decoding goes on to `ended`, from where a next item leads back to `decoding`; undoing a join
  /// leads to `ended` of the previous item.
  enum Stage {
    case decoding(Decoding)
    /// The whole item is in the ring, and no other is joined to it yet.
    case ended(EndedItem)
  }

  /// The steps from a request to its first audible sound.
  enum Start {
    /// Waits for enough sound behind this frame.
    case priming(FrameNumber)
    /// Decodes up to this frame while the output starts.
    case untilRest(FrameNumber)
    /// The next sleep is a short rest.
    case restDue
    case over
  }

  struct Decoding {
    var item: PlayItem
    var decoder: Decoder
    /// The ring position of the item's frame 0 if the whole item were decoded.
    var origin: FrameNumber
    /// The stream's last reported title.
    var title: String?
  }

  /// An item whose end is in the ring.
  struct EndedItem {
    var item: PlayItem
    /// Length in the ring, from the item's own start.
    var length: FrameNumber
    /// Still open, so that a successor in the same file follows gaplessly.
    var decoder: Decoder?
  }

  /// The boundary between two items.
  struct Join {
    var predecessor: EndedItem
    var follower: PlayItem
    var start: FrameNumber
    /// Behind `start` where the two items overlap.
    var end: FrameNumber
  }
}
