package import Music
package import Screen

/// The state of one terminal: its panes, windows, messages and half-typed keys.
package struct TerminalState: Equatable, Sendable {
  /// Unique while the program runs; 0 is that of the program's own terminal, and of none.
  package internal(set) var number = 0
  /// The panes and their lists.
  @CopyOnWrite package internal(set) var browsing: Browsing
  @CopyOnWrite package internal(set) var windows = Windows()
  package internal(set) var skins: Skins
  /// The folder that typed paths are relative to; nil for that of the player.
  var folder: FilePath?
  /// The style of waveforms that the terminal supports.
  var fittingWaveform = WaveformStyle.blocks
  /// The keys of an incomplete sequence.
  package internal(set) var pendingKeys: [Key] = []
  /// The digits typed in front of a move, where the keys have counts.
  package internal(set) var count: Int?
  package internal(set) var messages = Messages()
  var fitsRequest = FitsRequest()
  package internal(set) var screenReader = ScreenReader()
  /// The tone of the terminal's own background; nil for unknown.
  var background: BackgroundTone?
  /// Whether the terminal has colours, and the user wants them.
  var hasColors = true
  /// Whether the terminal has at least 256 colours, which blocks of pictures take.
  var hasManyColors = true
  package var covers = Covers()
  package internal(set) var visual = Visual()
  /// Whether there is a terminal: music plays on without one.
  package internal(set) var isAttached = true
  /// When the screen changes next or something must be saved, the spectrum aside; nil for never.
  /// Readings of what is heard leave it as it is: times that count from now never come closer.
  var nextChange: ContinuousClock.Instant?
}

extension App {
  package internal(set) var browsing: Browsing {
    get { terminal.browsing }
    _modify { yield &terminal.browsing }
  }
  package internal(set) var windows: Windows {
    get { terminal.windows }
    _modify { yield &terminal.windows }
  }
  package internal(set) var skins: Skins {
    get { terminal.skins }
    _modify { yield &terminal.skins }
  }
  package var messages: Messages {
    get { terminal.messages }
    _modify { yield &terminal.messages }
  }
  package var hasManyColors: Bool {
    get { terminal.hasManyColors }
    set { terminal.hasManyColors = newValue }
  }
  /// The folder that typed paths are relative to; nil for that of the player.
  package var folder: FilePath? {
    get { terminal.folder }
    set { terminal.folder = newValue }
  }
  package var hasColors: Bool {
    get { terminal.hasColors }
    set { terminal.hasColors = newValue }
  }
  package var covers: Covers {
    get { terminal.covers }
    _modify { yield &terminal.covers }
  }
  package internal(set) var visual: Visual {
    get { terminal.visual }
    _modify { yield &terminal.visual }
  }
}
