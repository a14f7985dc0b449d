package import Music
import Screen

/// The loaded analysis of one track.
package struct TrackAnalysisState: Equatable, Sendable {
  /// The findings at the time of the request.
  var findings: TrackFindings?
  /// Without the columns, which are in `waveform`.
  package var analysis: TrackAnalysis?
  package var waveform: WaveformLevels?
}

// The waveform of the current track: its loading, and the visible range.
extension App {
  /// Loads the analysis of the current or next track, where it is another track or has new
  /// findings.
  mutating func loadMissingAnalysis(of track: Track) -> [Effect] {
    waveforms.missing(of: track, besides: playing.currentTracks)
  }

  mutating func receive(
    _ analysis: TrackAnalysis?, _ waveform: WaveformLevels?, of track: TrackID
  ) {
    updateCueLists(of: track) { $0.propose(mixIn: analysis?.mixIn, mixOut: analysis?.mixOut) }
    waveforms.receive(analysis, waveform, of: track)
  }

  /// The analysis of the audible track.
  var audibleAnalysis: TrackAnalysisState? {
    isLive ? nil : player.item.flatMap { waveforms[$0.track] }
  }

  package var waveformStyle: WaveformStyle {
    let style = waveforms.chosenStyle ?? terminal.fittingWaveform
    return skins.choice == .ascii && style == .blocks ? .ascii : style
  }

  /// Chooses the style that a terminal supports, by its environment variables.
  package mutating func fitWaveforms(to environment: [String: String]) {
    terminal.fittingWaveform = .fitting(environment)
  }

  /// The waveform to draw in place of a line, if there is one.
  var shownWaveform: WaveformLevels? {
    guard waveformStyle != .off, let duration, duration > .zero else { return nil }
    return audibleAnalysis?.waveform
  }

  // MARK: The visible range

  static let zooms: [Duration] = [.seconds(30), .seconds(16), .seconds(8)]

  /// The range of the file that the bar covers.
  var barSpan: (start: Duration, length: Duration)? {
    guard let duration, duration > .zero, player.item != nil, !isLive else { return nil }
    guard let zoom = shownZoom else { return (partStart, duration) }
    let start = max(.zero, min(duration - zoom, position - zoom / 2))
    return (partStart + start, zoom)
  }

  /// The visible range around the audible position; nil for the whole track.
  var shownZoom: Duration? {
    guard let zoom = waveforms.zoom, let duration, shownWaveform != nil, zoom < duration else {
      return nil
    }
    return zoom
  }

  /// The next closer zoom, and from the closest one back to the whole track.
  mutating func nextZoom() {
    guard hasWaveform() else { return }
    let all = App.zooms
    guard let zoom = waveforms.zoom, let index = all.firstIndex(of: zoom) else {
      return setZoom(all[0])
    }
    setZoom(index + 1 < all.count ? all[index + 1] : nil)
  }

  mutating func setZoom(_ length: Duration?) {
    guard hasWaveform() else { return }
    waveforms.zoom(to: length)
    say(
      length.map {
        "\($0.seconds.shortText) s around what is heard; \(key(.finding(.zoom))) goes on"
      }
        ?? "The whole track")
  }

  private mutating func hasWaveform() -> Bool {
    if shownWaveform != nil { return true }
    if waveformStyle == .off {
      say("The waveform is off; :waveform blocks shows it")
    } else {
      say(player.item == nil ? "Nothing plays" : "What plays has no waveform yet")
    }
    return false
  }

  /// How long until a zoomed bar moves by a column.
  var zoomDue: Duration? {
    guard case .playing(_, let clock) = player, clock.isAdvancing, let zoom = shownZoom,
      let bar = ProgressBar.rect(in: layout)
    else { return nil }
    let column = zoom / max(1, bar.columns - 1)
    return max(.milliseconds(50), column / max(0.1, clock.speed))
  }

  mutating func setWaveform(_ style: WaveformStyle) {
    waveforms.choose(style)
    switch style {
    case .blocks: say("The waveform is drawn with blocks")
    case .ascii: say("The waveform is drawn with plain characters")
    case .off: say("The plain bar shows")
    }
  }
}
