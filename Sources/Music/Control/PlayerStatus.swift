/// What plays and how, for whoever is not at the screen: the desktop, bars, scripts.
package struct PlayerStatus: Equatable, Sendable {
  package enum Playback: String, Sendable, CaseIterable {
    case stopped, paused, playing
  }

  /// What is current, playing or not.
  package struct Item: Equatable, Sendable {
    /// Of the queue; nil during an audition.
    package var id: QueueItemID?
    package var play: PlayID?
    package var track: Track
    /// As it shows: the title of a book, of an entry, or what a station sends.
    package var title: String
    package var artist: String?
    /// The chapter of a book.
    package var chapter: String?
    package var isBook: Bool

    package init(
      id: QueueItemID?, play: PlayID?, track: Track, title: String, artist: String?,
      chapter: String? = nil, isBook: Bool = false
    ) {
      self.id = id
      self.play = play
      self.track = track
      self.title = title
      self.artist = artist
      self.chapter = chapter
      self.isBook = isBook
    }
  }

  package var playback: Playback
  /// Nil where nothing is current, or its track is not loaded yet.
  package var item: Item?
  /// The position in the item, and in a book that in the book.
  package var clock: PlayClock
  /// The number of times that the position changed otherwise than by playing on.
  package var jumps: Int
  /// 1 is as it was recorded.
  package var speed: Double
  /// Percent.
  package var volume: Int
  package var isMuted: Bool
  package var isShuffled: Bool
  package var repeating: PlayQueue.Repeat
  package var hasNext: Bool
  package var hasPrevious: Bool
  package var canSeek: Bool
  /// The place of the current item in the queue, from 0; nil where it is in none.
  package var index: Int?
  /// The number of items in the queue.
  package var count: Int
  /// The number of changes of the queue's items and their order.
  package var queueVersion: Int

  package init(
    playback: Playback = .stopped, item: Item? = nil, clock: PlayClock, jumps: Int = 0,
    speed: Double = 1, volume: Int = 100, isMuted: Bool = false, isShuffled: Bool = false,
    repeating: PlayQueue.Repeat = .off, hasNext: Bool = false, hasPrevious: Bool = false,
    canSeek: Bool = false, index: Int? = nil, count: Int = 0, queueVersion: Int = 0
  ) {
    self.playback = playback
    self.item = item
    self.clock = clock
    self.jumps = jumps
    self.speed = speed
    self.volume = volume
    self.isMuted = isMuted
    self.isShuffled = isShuffled
    self.repeating = repeating
    self.hasNext = hasNext
    self.hasPrevious = hasPrevious
    self.canSeek = canSeek
    self.index = index
    self.count = count
    self.queueVersion = queueVersion
  }
}
