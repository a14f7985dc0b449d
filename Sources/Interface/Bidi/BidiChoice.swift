package import Screen

/// Whether names that run from right to left are kept apart from the columns beside them, as the
/// user says.
package enum BidiChoice: String, Sendable, CaseIterable, Codable {
  /// In terminals that reorder rows.
  case auto
  case on, off

  /// The way for a terminal; the user's word wins over what is known of it.
  ///
  /// - Parameter origin: where the user said so.
  package func choice(
    for traits: TerminalTraits, by origin: String = ":bidi"
  ) -> TerminalTraits.Choice<BidiSeparation> {
    let found = traits.separation
    let way: BidiSeparation
    switch self {
    case .auto: return found
    case .on: way = found.way == .none ? .isolates : found.way
    case .off: way = .none
    }
    return TerminalTraits.Choice(way: way, reason: "by \(origin) \(rawValue)")
  }

  var notice: String {
    switch self {
    case .auto: "Names from right to left are kept apart where the terminal reorders rows"
    case .on: "Names from right to left are kept apart"
    case .off: "Names from right to left are left to the terminal"
    }
  }
}

/// The stored choice, and that of the command line, which wins until another one is chosen.
package struct ChosenBidi: Equatable, Sendable {
  fileprivate(set) var stored = BidiChoice.auto
  package var option: BidiChoice?

  package var current: BidiChoice { option ?? stored }

  mutating func restore(_ choice: BidiChoice) { stored = choice }
}

extension App {
  mutating func choose(_ choice: BidiChoice) {
    (bidi.stored, bidi.option) = (choice, nil)
    say(choice.notice)
  }
}
