import Control
import Curses
import Interface
import Music
import Screen

/// A terminal in the run loop, and what is under way there.
struct AttachedTerminal {
  /// The contents of a terminal.
  struct Picture: Equatable {
    var frame: Frame
    var theme: Theme
  }

  /// A text that an editor has.
  enum EditedText: Equatable {
    case lyrics(LyricsDraft)
    case settings(FilePath)

    var path: FilePath {
      switch self {
      case .lyrics(let draft): draft.copy
      case .settings(let path): path
      }
    }

    func ended(_ end: EditorEnd) -> Event {
      switch self {
      case .lyrics(let draft): .lyrics(.edited(draft, end))
      case .settings: .settings(.edited(end))
      }
    }
  }

  /// Unique while the program runs; 0 is the program's own terminal.
  let number: Int
  let terminal: Terminal
  /// The program that handed the terminal over; nil for the program's own.
  let client: TerminalClient?
  /// Nil while the interface has it: this is the terminal that was used last.
  var state: TerminalState?
  var pacer = FramePacer<Picture>()
  var patience = KeyPatience()
  /// A key failed: the keys behind it in the same read are dropped.
  var forgetsTyped = false
  /// The text in the editor that has the terminal.
  var edited: EditedText?
  /// When an Escape came that may begin a sequence.
  var escapeSince: ContinuousClock.Instant?
  /// Whether its program is stopped, and the shell has the terminal.
  var isStopped = false
  /// What its program gets to do once it has the terminal back.
  var wordWhenLeft: TerminalWord?
  /// Whether it shows a picture of what is heard.
  var listens = false

  /// The terminal's traits when the ways to show images and names were chosen, and the user's
  /// choices.
  var lastTraits: TerminalTraits?
  var lastArt: ArtChoice?
  var lastBidi: BidiChoice?

  init(number: Int, terminal: Terminal, client: TerminalClient?, state: TerminalState? = nil) {
    self.number = number
    self.terminal = terminal
    self.client = client
    self.state = state
  }

  /// The descriptor to poll for input; poll ignores negative ones. The keys are the editor's or the
  /// shell's while either has the terminal.
  var input: Int32 {
    let isRead = terminal.isLeaving ? terminal.leavingEvents.input : edited == nil && !isStopped
    return isRead ? terminal.inputDescriptor : -1
  }

  /// The descriptor to poll for output.
  var output: Int32 {
    let isWritten =
      terminal.isLeaving ? terminal.leavingEvents.output : terminal.hasOutput && !isStopped
    return isWritten ? terminal.outputDescriptor : -1
  }

  /// Notes that the client was stopped by a signal that it cannot catch, or has ended.
  mutating func checkClient() {
    guard !isStopped, edited == nil, let client, client.state != .running else { return }
    isStopped = true
  }

  /// Goes on with giving the terminal back, which the client learns of in the end.
  mutating func goOnLeaving() {
    if terminal.isLeaving { terminal.goOnLeaving() }
    if !terminal.isLeaving, let word = wordWhenLeft.take() { client?.send(word) }
  }
}
