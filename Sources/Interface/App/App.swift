package import Music
package import Screen

/// The whole interface as one value, which alone decides the screen's contents.
///
/// `terminal` is one terminal's; all other fields are the same for every terminal at this player.
package struct App: Equatable, Sendable {
  package internal(set) var terminal: TerminalState
  /// The run loop's current time; the state itself never reads a clock.
  package var now: ContinuousClock.Instant
  /// The local time since midnight; nil where no clock shows.
  package var timeOfDay: Duration?
  package var keymap: Keymap
  /// The skin that is stored; each terminal has its own.
  var skinSettings: SkinSettings

  /// The named templates, as last listed.
  package internal(set) var savedTemplates: [SavedTemplate] = []
  package var mixSlots = MixSlots()

  /// The current item, the next ones, and the queue.
  @CopyOnWrite package var playing = Playing()
  package var waveforms = Waveforms()
  package internal(set) var lyrics = PlayingLyrics()
  @CopyOnWrite var following = FollowingTrack()
  package internal(set) var keyNotation = KeyNotation.both
  /// The cue points of the current track, and their edits.
  var cueEditing = Cueing()
  package internal(set) var audio = Audio()

  /// Whether entries that clash with the one before are marked.
  package var showsClashes = true
  /// Whether slots flash and the spectrum moves.
  package internal(set) var hasMotion = true
  /// Whether lyrics that are missing are looked for on the net.
  package internal(set) var fetchesLyrics = false
  package var bidi = ChosenBidi()
  var stored = StoredSettings()
  package internal(set) var tasks = Tasks()
  @CopyOnWrite package internal(set) var building = Building()
  @CopyOnWrite package internal(set) var syncing = Syncing()
  package internal(set) var books = Books()
  @CopyOnWrite package internal(set) var servers = AddedServers()
  package internal(set) var shared = SharedLists()
  package internal(set) var labels = Labels()
  package internal(set) var comparison = Comparison()
  package internal(set) var comments = PlayingComments()
  var tour = Tour.none

  /// How long the player lives.
  package enum Life: Equatable, Sendable {
    case withTerminal
    /// Without a terminal as long as something plays or works.
    case whileBusy
    case untilEnded
  }

  package var life = Life.withTerminal
  /// Whether there are terminals besides the used one.
  package var hasOtherTerminals = false
  var loadSerial = 0
  /// The proposals of the first start; nil where the library had a folder.
  var firstRun: FirstRun?
  var edits = Edits()
  var saving: Saving
  var polling: Polling
  package init(
    size: Size, now: ContinuousClock.Instant, theme: Theme, keymap: Keymap = .standard,
    mode: BrowseMode = .folders
  ) {
    var browsing = Browsing(size: size, mode: mode)
    browsing.use(theme.shape)
    terminal = TerminalState(browsing: browsing, skins: Skins(theme))
    self.now = now
    self.keymap = keymap
    skinSettings = SkinSettings(name: theme.name)
    saving = Saving(at: now)
    polling = Polling(at: now)
  }
}

extension App {
  /// How long until the screen changes or something must be saved; nil for never.
  package var timeToNextTick: Duration? {
    [terminal.nextChange.map { $0 - now }, visualDue].compactMap(\.self).min().map {
      max(.milliseconds(1), $0)
    }
  }

  /// Computes the next change after an event.
  mutating func updateNextChange() {
    terminal.nextChange = timeToNextChange.map { now.advanced(by: $0) }
  }

  /// How long until the screen changes or something must be saved, other than by a reading of what
  /// is heard.
  private var timeToNextChange: Duration? {
    var times = playing.times(at: now, showsPosition: showsPosition)
    times += bookTimes
    if terminal.isAttached { times += screenTimes }
    times += saving.times(at: now, speed: sound.speed)
    times += [polling.time(at: now), edits.time(at: now)].compactMap(\.self)
    return times.min()
  }

  private var showsPosition: Bool {
    terminal.isAttached && !browsing.hasScreenReader && !isBedroom
  }

  /// How long until something changes that only a screen shows.
  private var screenTimes: [Duration] {
    var times: [Duration] = []
    if let due = messages.due(at: now, fades: messagesFade) { times.append(due - now) }
    times += mixSlots.times(at: now)
    if let fetchDue { times.append(fetchDue) }
    if !browsing.hasScreenReader {
      times += [cueDue, zoomDue, lyricsDue, clockDue].compactMap(\.self)
      times += lyrics.times(at: now)
    }
    if let end = sleepEnd, end > now {
      // Remaining minutes are rounded up: they change at whole minutes.
      let rest = (end - now).seconds.truncatingRemainder(dividingBy: 60)
      times.append(.seconds(rest) + .milliseconds(2))
    }
    return times
  }
}

extension ContinuousClock.Instant {
  static func - (left: Self, right: Self) -> Duration { right.duration(to: left) }
}
