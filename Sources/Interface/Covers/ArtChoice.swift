package import Screen

/// The way to show pictures, as the user names it.
package enum ArtChoice: String, Sendable, CaseIterable, Codable {
  case auto, kitty, sixel, iterm2, blocks, none

  /// The way for a terminal; one that the user names wins over what is known of it, where the
  /// terminal's colours allow it.
  package func choice(for traits: TerminalTraits) -> TerminalTraits.Choice<ImageWay> {
    let found = traits.choice
    guard let way, found.way != .none else { return found }
    // The colour of a placeholder is the image's id. The stored choice is of every terminal.
    if way == .image(.kitty), traits.depth != .direct {
      return TerminalTraits.Choice(
        way: found.way, reason: "\(found.reason); :art kitty needs 24-bit colours")
    }
    return TerminalTraits.Choice(way: way, reason: "by :art \(rawValue)")
  }

  private var way: ImageWay? {
    switch self {
    case .auto: nil
    case .kitty: .image(.kitty)
    case .sixel: .image(.sixel)
    case .iterm2: .image(.iterm2)
    case .blocks: .blocks
    case .none: ImageWay.none
    }
  }

  var notice: String {
    switch self {
    case .auto: "Covers as the terminal shows them best"
    case .kitty: "Covers as images of kitty's protocol"
    case .sixel: "Covers as sixels"
    case .iterm2: "Covers as images of iTerm2's protocol"
    case .blocks: "Covers in blocks"
    case .none: "No covers"
    }
  }
}

extension App {
  /// The way to show pictures in this run.
  package var art: ArtChoice {
    browsing.hasScreenReader ? .none : covers.option ?? covers.choice
  }

  mutating func choose(_ choice: ArtChoice) {
    (covers.choice, covers.option) = (choice, nil)
    say(choice.notice)
  }
}
