package import Music
import Screen

/// The window of tone and equalizer: the selected band, and the settings to go back to. The edited
/// settings are the live ones, so that changes are heard at once.
package struct EqualizerPanel: Equatable, Sendable {
  /// The settings when the window opened.
  package var before: SoundSettings
  /// The index among the tone's three bands and then the equalizer's ten.
  package var selected: Int

  static let toneCount = SoundSettings.toneFrequencies.count
  static let count = toneCount + EqualizerPreset.frequencies.count

  package init(before: SoundSettings) {
    self.before = before
    selected = EqualizerPanel.toneCount
  }

  mutating func select(_ band: Int) { selected = max(0, min(EqualizerPanel.count - 1, band)) }

  /// The gain of a band in dB.
  static func gain(of band: Int, in sound: SoundSettings) -> Double {
    let gains = sound.tone + sound.bands
    return gains.indices.contains(band) ? gains[band] : 0
  }

  /// Sets a band; changing a preset's band makes the preset a custom one.
  static func set(_ gain: Double, of band: Int, in sound: inout SoundSettings) {
    guard band >= toneCount else {
      sound.tone[band] = gain
      return
    }
    var bands = sound.bands
    bands[band - toneCount] = gain
    sound.ownBands = bands
    sound.equalizer = .own
  }

  /// In Hz.
  static func frequency(of band: Int) -> Double {
    (SoundSettings.toneFrequencies + EqualizerPreset.frequencies)[band]
  }

  /// "100 Hz", "16 kHz".
  static func name(of band: Int) -> String {
    let frequency = frequency(of: band)
    return frequency < 1000 ? "\(Int(frequency)) Hz" : "\(Int(frequency / 1000)) kHz"
  }

  /// The filter type of a band: "low shelf", "peak", "high shelf".
  static func kind(of band: Int) -> String {
    switch band {
    case 0, toneCount: "low shelf"
    case toneCount - 1, count - 1: "high shelf"
    default: "peak"
    }
  }
}

extension EqualizerPanel: Window {
  var kind: WindowKind { .equalizer }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    var new = app.sound
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      guard let band = EqualizerView.band(at: mouse.position, in: app.size) else { return [] }
      switch mouse.action {
      case .press: panel.select(band)
      case .wheelUp: change(&new, band, by: 1)
      case .wheelDown: change(&new, band, by: -1)
      case .drag, .release: return []
      }
    case .key(let key):
      let command = app.keymap.match([key], in: app.focus)
      if command == .command(.sound(.equalizer)) { return app.windows.closeTop() }
      switch app.keymap.windowAction(key, of: EqualizerKey.self) {
      case .close, .accept: return app.windows.closeTop()
      case nil where command == .command(.playing(.playPause)):
        return app.perform(.playing(.playPause))
      case nil: return []
      // In words the bands are below each other.
      case .move(let move) where app.browsing.hasScreenReader: panel.select(move)
      case .own(.left) where app.browsing.hasScreenReader:
        panel.change(&new, panel.selected, by: -1)
      case .own(.right) where app.browsing.hasScreenReader:
        panel.change(&new, panel.selected, by: 1)
      case .move(let move): panel.apply(move, to: &new)
      case .own(let key): panel.apply(key, to: &new)
      }
    }
    app.windows.replaceTop(.equalizer(panel))
    return app.set(new)
  }

  private mutating func select(_ move: WindowMove) {
    switch move {
    case .first: select(0)
    case .last: select(EqualizerPanel.count - 1)
    case .up, .down, .pageUp, .pageDown: select(selected + move.step(page: 4))
    }
  }

  private mutating func apply(_ move: WindowMove, to new: inout SoundSettings) {
    switch move {
    case .first: select(0)
    case .last: select(EqualizerPanel.count - 1)
    case .up: change(&new, selected, by: 1)
    case .down: change(&new, selected, by: -1)
    case .pageUp: change(&new, selected, by: 3)
    case .pageDown: change(&new, selected, by: -3)
    }
  }

  private mutating func apply(_ key: EqualizerKey, to new: inout SoundSettings) {
    let band = selected
    switch key {
    case .left: select(band - 1)
    case .right: select(band + 1)
    case .otherPart: select(band < EqualizerPanel.toneCount ? EqualizerPanel.toneCount : 0)
    case .finerUp: change(&new, band, by: 0.5)
    case .finerDown: change(&new, band, by: -0.5)
    case .flat: EqualizerPanel.set(0, of: band, in: &new)
    case .previousPreset: cycle(&new, by: -1)
    case .nextPreset: cycle(&new, by: 1)
    case .asBefore:
      // Only this window's settings are reset.
      new.tone = before.tone
      new.equalizer = before.equalizer
      new.ownBands = before.ownBands
    }
  }

  func draw(into frame: inout Frame, of app: App) {
    EqualizerView(app: app, panel: self).draw(into: &frame)
  }

  private func change(_ sound: inout SoundSettings, _ band: Int, by step: Double) {
    let most = SoundSettings.maximumGain
    let gain = EqualizerPanel.gain(of: band, in: sound)
    EqualizerPanel.set(max(-most, min(most, gain + step)), of: band, in: &sound)
  }

  private func cycle(_ sound: inout SoundSettings, by step: Int) {
    let all = EqualizerPreset.allCases
    let index = all.firstIndex(of: sound.equalizer) ?? 0
    sound.equalizer = all[(index + step + all.count) % all.count]
  }
}
