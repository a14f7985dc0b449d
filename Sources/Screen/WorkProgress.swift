/// The progress of long work, as terminals show it in a tab or the taskbar (OSC 9;4).
package struct WorkProgress: Equatable, Sendable {
  /// 0 to 100; nil where the end is unknown.
  package var percent: Int?
  /// Whether it is for terminals, too, that are not known to show it.
  package var isForced: Bool

  package init(percent: Int?, isForced: Bool = false) {
    self.percent = percent.map { max(0, min(100, $0)) }
    self.isForced = isForced
  }
}

extension TerminalTraits {
  /// Whether the terminal is known to show the progress of work. Others may take the sequence for a
  /// notification (OSC 9), and tmux and screen drop it.
  package var showsProgress: Bool {
    if environment["TMUX"] != nil || environment["STY"] != nil { return false }
    if environment["WT_SESSION"] != nil || environment["ConEmuANSI"] == "ON" { return true }
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }) { return version >= 7900 }
    return ["ghostty", "WezTerm", "mintty"].contains(environment["TERM_PROGRAM"])
  }
}
