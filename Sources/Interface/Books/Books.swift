import Music

/// The audiobook that plays, and what is kept of it. The lists of books are in `Browsing`.
package struct Books: Equatable, Sendable {
  /// The book of the current track.
  package internal(set) var current: PlayingBook?
  package internal(set) var settings = BookSettings()
  var sleep = BookSleep()
  /// Whether the full screen is dimmed to a few large words.
  package internal(set) var isBedroom = false

  /// The track whose book was asked for last.
  private var asked: TrackID?
  /// Whether the book of a track is asked for though the current one has the track.
  private var mustAsk = false
  /// Books that were requested, with what they are for.
  private var requests: [Int: Request] = [:]
  private var lastSerial = 0
  /// The shuffle and repeat of music, while the queue has a book.
  var musicModes: QueueModes?
  /// The parts of the book for which music has these modes no longer.
  var orderedTracks: Set<TrackID> = []
  /// The item of the last run's queue, which is paused where the session was.
  var restored: PlayID?

  enum Request: Equatable, Sendable {
    case play, info
  }

  /// Requests the book of a track, unless it was asked for already.
  mutating func find(_ track: TrackID?) -> [Effect] {
    guard let track else {
      asked = nil
      return []
    }
    guard asked != track else { return [] }
    asked = track
    // The parts of a book follow one another.
    if !mustAsk, current?.book.part(of: track) != nil { return [] }
    mustAsk = false
    return [.books(.find(track))]
  }

  /// The book of the current track has to be read again.
  mutating func forget() {
    asked = nil
    mustAsk = true
  }

  /// A book that was asked for is what plays now.
  mutating func know(_ track: TrackID) { asked = track }

  mutating func request(_ book: BookID, for purpose: Request) -> [Effect] {
    lastSerial += 1
    requests = requests.filter { $0.value != purpose }
    requests[lastSerial] = purpose
    return [.books(.load(book, serial: lastSerial))]
  }

  /// The purpose of a request; nil where another book was requested for it since.
  mutating func answered(_ serial: Int) -> Request? { requests.removeValue(forKey: serial) }
}

/// How a queue plays beyond the order of its items.
struct QueueModes: Equatable, Sendable {
  var isShuffled: Bool
  var repeating: PlayQueue.Repeat

  init(_ queue: PlayQueue) { (isShuffled, repeating) = (queue.isShuffled, queue.repeating) }

  /// The modes that music had in the last run; nil where its queue had no book.
  init?(restored session: Session) {
    guard let isShuffled = session.musicIsShuffled else { return nil }
    self.isShuffled = isShuffled
    repeating = session.musicRepeat.flatMap { PlayQueue.Repeat(rawValue: $0) } ?? .off
  }
}

extension Books {
  func save(in session: inout Session) {
    session.musicIsShuffled = musicModes?.isShuffled
    session.musicRepeat = musicModes?.repeating.rawValue
  }

  /// Modes that the restored queue has are newer than those that music had before a book.
  mutating func restore(_ session: Session, _ queue: PlayQueue) {
    guard !queue.isShuffled, queue.repeating == .off else { return }
    musicModes = QueueModes(restored: session)
    // The session does not tell the parts of the book from songs that were queued with them.
    if musicModes != nil { orderedTracks = Set(queue.tracks) }
  }
}
