import Music

// The user's corrections of tempo, key and beats, and the notation of keys.
extension App {
  mutating func performFinding(_ command: FindingCommand) -> [Effect] {
    switch command {
    case .correct(let correction):
      return withTracks("Select a track, or play one, to say what its tempo and key are") {
        [.edit(.findings(.correct(correction, $0)))]
      }
    case .tap: return openTapping()
    case .keyNames(let notation):
      keyNotation = notation
      switch notation {
      case .camelot: say("Keys are written as on the Camelot wheel: 8A")
      case .names: say("Keys are written by their names: Am")
      case .both: say("Keys are written as 8A (Am)")
      }
      return []
    case .prefer(let preference): return [.edit(.findings(.prefer(preference)))]
    case .setMixPoints:
      return withTracks("Select a track, or play one, to set its Mix In and Mix Out") {
        [.edit(.findings(.setMixPoints($0)))]
      }
    case .info:
      guard let id = focusedTrack?.id ?? audibleItem?.track else {
        say("Select a track, or play one, to see what is known of it")
        return []
      }
      windows.expect(.info)
      return [.load(.info(id))]
    case .zoom: nextZoom()
    case .zoomTo(let length): setZoom(length)
    case .waveform(let style): setWaveform(style)
    }
    return []
  }

  /// The selected tracks, or the current one; their marks are removed.
  private mutating func withTracks(
    _ hint: String, _ effects: (Selection) -> [Effect]
  ) -> [Effect] {
    guard let chosen = selection ?? audibleItem.map({ .tracks([$0]) }) else {
      say(hint)
      return []
    }
    browsing.clearMarks()
    return effects(chosen)
  }
}
