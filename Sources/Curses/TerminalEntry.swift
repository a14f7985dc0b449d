import CNcurses
import Screen

/// The terminfo entry to draw with, and its capabilities.
struct TerminalEntry {
  let name: String
  let depth: ColorDepth
  /// The sequences that restore the terminal when ncurses cannot be called.
  let restore: String
  /// Whether the terminal supports titles in OSC 2 and can restore the one before.
  let hasTitle: Bool
  /// Whether the terminal has an alternate screen.
  let hasOwnScreen: Bool

  /// Chooses the entry by TERM, COLORTERM and NO_COLOR; TERMINFO and TERMINFO_DIRS say where it is.
  init(environment: [String: String]) throws(TerminalError) {
    guard let term = environment["TERM"], !term.isEmpty else { throw .unnamed }
    self = try TerminfoSearch.within(environment) { () throws(TerminalError) in
      try TerminalEntry(term: term, environment: environment)
    }
  }

  private init(term: String, environment: [String: String]) throws(TerminalError) {
    let known = try Self.readKnown(term)
    let wantsColor = environment["NO_COLOR"].map(\.isEmpty) ?? true
    let isDirect =
      wantsColor && known.depth != .none && known.depth != .direct
      && ["truecolor", "24bit"].contains(environment["COLORTERM"])
    let entry = isDirect ? Self.readDirect(of: term) ?? known : known
    name = entry.name
    depth = wantsColor ? entry.depth : .none
    restore = entry.restore
    hasOwnScreen = entry.hasOwnScreen
    hasTitle = Self.isTitled(term)
  }

  private struct Capabilities {
    let name: String
    let depth: ColorDepth
    let restore: String
    let hasOwnScreen: Bool
  }

  private static let substitute = "xterm-256color"

  /// The entry of this name, or that of xterm where this machine does not know the terminal, but its
  /// name tells that it is like xterm.
  private static func readKnown(_ term: String) throws(TerminalError) -> Capabilities {
    do {
      return try read(term)
    } catch {
      guard error == .unknown(name: term), isTitled(term) || term.contains("256color"),
        let substitute = try? read(substitute)
      else { throw error }
      return substitute
    }
  }

  private static func isTitled(_ term: String) -> Bool {
    titledFamilies.contains { term.hasPrefix($0) }
  }

  private static let titledFamilies = [
    "xterm", "tmux", "screen", "rxvt", "alacritty", "foot", "kitty", "konsole", "gnome", "vte",
    "st-", "wezterm", "ghostty", "contour", "iterm", "mlterm", "putty", "mintty",
  ]

  /// The entry with 24-bit colour of the same family; nil where none is installed.
  private static func readDirect(of term: String) -> Capabilities? {
    var candidates: [String] = []
    var family = term[...]
    while let dash = family.lastIndex(of: "-") {
      family = family[..<dash]
      candidates.append(family + "-direct")
    }
    candidates.append(term + "-direct")
    if term.hasPrefix("screen") { candidates.append("tmux-direct") }
    // Terminals without an entry of their own but with titles behave like xterm.
    if isTitled(term) { candidates.append("xterm-direct") }
    for name in candidates {
      // A candidate that is not installed is no error: absence is the meaning.
      if let entry = try? read(name), entry.depth == .direct { return entry }
    }
    return nil
  }

  private static func read(_ name: String) throws(TerminalError) -> Capabilities {
    let before = tritone_entry()
    // Another terminal may be in use, whose entry this one displaces.
    defer { tritone_restore_entry(before) }
    var status: Int32 = 0
    // Without a descriptor: nothing is asked of a terminal.
    guard setupterm(name, -1, &status) == OK else {
      // 1: a hardcopy terminal; 0: no such entry; -1: no database at all.
      throw status == 1 ? .unsuitable(name: name) : .unknown(name: name)
    }
    guard tritone_tigetstr("cup") != nil else { throw .unsuitable(name: name) }
    return Capabilities(
      name: name, depth: depth(), restore: restoreString(),
      hasOwnScreen: tritone_tigetstr("rmcup") != nil)
  }

  private static func depth() -> ColorDepth {
    let colors = tritone_tigetnum("colors")
    if tritone_tigetflag("RGB") == 1, colors >= 0x100_0000 { return .direct }
    switch colors {
    case 256...: return .indexed
    case 16...: return .sixteen
    case 8...: return .eight
    default: return .none
    }
  }

  private static func restoreString() -> String {
    let strings = ["sgr0", "op", "rmkx", "cnorm", "rmcup", "clear"].map {
      (name: String) -> String in
      tritone_tigetstr(name).map { withoutPadding(String(cString: $0)) } ?? ""
    }
    // Without an alternate screen, the shell continues on a cleared one.
    return strings[..<5].joined() + (strings[4].isEmpty ? strings[5] : "")
  }

  /// Without the padding of old terminals, which only tputs understands: "$<5>".
  private static func withoutPadding(_ string: String) -> String {
    var (result, rest) = ("", string[...])
    while let start = rest.firstRange(of: "$<") {
      guard let end = rest[start.upperBound...].firstIndex(of: ">") else { break }
      result += rest[..<start.lowerBound]
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
