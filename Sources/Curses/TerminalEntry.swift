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

  /// Chooses the entry by TERM, COLORTERM and NO_COLOR.
  init(environment: [String: String], output: Int32) throws(TerminalError) {
    guard let term = environment["TERM"], !term.isEmpty else { throw .unnamed }
    let wantsColor = environment["NO_COLOR"].map(\.isEmpty) ?? true
    let depth = try Self.read(term, output: output) { wantsColor ? Self.depth() : .none }
    let isDirect =
      wantsColor && depth != .none && depth != .direct
      && ["truecolor", "24bit"].contains(environment["COLORTERM"])
    let direct = isDirect ? Self.directEntry(of: term, output: output) : nil
    name = direct ?? term
    self.depth = direct == nil ? depth : .direct
    restore = try Self.read(name, output: output) { Self.restoreString() }
    hasOwnScreen = try Self.read(name, output: output) { tritone_tigetstr("rmcup") != nil }
    hasTitle = Self.titledFamilies.contains { term.hasPrefix($0) }
  }

  private static let titledFamilies = [
    "xterm", "tmux", "screen", "rxvt", "alacritty", "foot", "kitty", "konsole", "gnome", "vte",
    "st-", "wezterm", "ghostty", "contour", "iterm", "mlterm", "putty", "mintty",
  ]

  /// The entry with 24-bit colour of the same family; nil where none is installed.
  private static func directEntry(of term: String, output: Int32) -> String? {
    var candidates: [String] = []
    var family = term[...]
    while let dash = family.lastIndex(of: "-") {
      family = family[..<dash]
      candidates.append(family + "-direct")
    }
    candidates.append(term + "-direct")
    if term.hasPrefix("screen") { candidates.append("tmux-direct") }
    // Terminals without an entry of their own but with titles behave like xterm.
    if titledFamilies.contains(where: { term.hasPrefix($0) }) { candidates.append("xterm-direct") }
    return candidates.first { name in
      // A candidate that is not installed is no error: absence is the meaning.
      (try? read(name, output: output) { depth() }) == .direct
    }
  }

  /// Calls `body` with an entry loaded, which is released afterwards.
  private static func read<Value>(
    _ name: String, output: Int32, _ body: () -> Value
  ) throws(TerminalError) -> Value {
    var status: Int32 = 0
    guard setupterm(name, output, &status) == OK else {
      // 1: a hardcopy terminal; 0: no such entry; -1: no database at all.
      throw status == 1 ? .unsuitable(name: name) : .unknown(name: name)
    }
    defer { tritone_free_terminfo() }
    guard tritone_tigetstr("cup") != nil else { throw .unsuitable(name: name) }
    return body()
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
