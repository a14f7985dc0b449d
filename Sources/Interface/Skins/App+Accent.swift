import Music

// The accent from the cover of the current track.
extension App {
  /// Colours the accent by the current track's cover; the last one stays while that is loaded.
  mutating func updateAccent() {
    guard takesAccentFromCover, let track = playing.track, !track.isStream else {
      return skins.color(by: nil)
    }
    let subject = CoverSubject.track(track.id)
    if covers.isLoaded(subject) { skins.color(by: covers.hue(of: subject)) }
  }

  /// Whether the cover is needed, also where the screen shows none. The skin editor shows the
  /// skin's own accent.
  var takesAccentFromCover: Bool { skins.takesAccentFromCover && skinEditor == nil }

  mutating func choose(_ choice: AccentChoice) {
    skins.choose(choice)
    switch choice {
    case .auto: say("The accent as the skin has it")
    case .skin: say("The skin's own accent")
    case .cover: say("The accent of the cover")
    }
  }
}
