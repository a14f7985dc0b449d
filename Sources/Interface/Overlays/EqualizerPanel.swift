package import Music
import Screen

/// The window in which tone and equalizer are set: which band the keys change, and what to go
/// back to. What is set is the sound itself, so that it is heard at once.
package struct EqualizerPanel: Equatable, Sendable {
  /// As it was when the window opened.
  package var before: SoundSettings
  /// Among the tone's three bands and then the equalizer's ten.
  package var selected: Int

  static let toneCount = SoundSettings.toneFrequencies.count
  static let count = toneCount + EqualizerPreset.frequencies.count

  package init(before: SoundSettings) {
    self.before = before
    selected = EqualizerPanel.toneCount
  }

  mutating func select(_ band: Int) { selected = max(0, min(EqualizerPanel.count - 1, band)) }

  /// dB of a band.
  static func gain(of band: Int, in sound: SoundSettings) -> Double {
    let gains = sound.tone + sound.bands
    return gains.indices.contains(band) ? gains[band] : 0
  }

  /// Sets a band; one of a preset makes the preset the listener's own.
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

  /// Hz.
  static func frequency(of band: Int) -> Double {
    (SoundSettings.toneFrequencies + EqualizerPreset.frequencies)[band]
  }

  /// "100 Hz", "16 kHz".
  static func name(of band: Int) -> String {
    let frequency = frequency(of: band)
    return frequency < 1000 ? "\(Int(frequency)) Hz" : "\(Int(frequency / 1000)) kHz"
  }

  /// What the band is: "low shelf", "peak", "high shelf".
  static func kind(of band: Int) -> String {
    switch band {
    case 0, toneCount: "low shelf"
    case toneCount - 1, count - 1: "high shelf"
    default: "peak"
    }
  }
}

extension App {
  mutating func take(_ input: Input, in panel: EqualizerPanel) -> [Effect] {
    var panel = panel
    var new = sound
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      guard let band = EqualizerView.band(at: mouse.position, in: size) else { return [] }
      switch mouse.action {
      case .press: panel.select(band)
      case .wheelUp: change(&new, band, by: 1)
      case .wheelDown: change(&new, band, by: -1)
      case .drag, .release: return []
      }
    case .key(let key):
      if keymap.match([key], in: focus) == .command(.sound(.equalizer)) || closes(key) {
        overlays.removeLast()
        return []
      }
      if key.code == .character(" ") { return perform(.playing(.playPause)) }
      take(key, &panel, &new)
    }
    replaceTop(.equalizer(panel))
    return set(new)
  }

  private func closes(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _), (.enter, _), (.character("q"), []), (.character("c"), .control): true
    default: false
    }
  }

  private func take(_ key: Key, _ panel: inout EqualizerPanel, _ new: inout SoundSettings) {
    let band = panel.selected
    switch (key.code, key.modifiers) {
    case (.left, _), (.character("h"), []): panel.select(band - 1)
    case (.right, _), (.character("l"), []): panel.select(band + 1)
    case (.home, _): panel.select(0)
    case (.end, _): panel.select(EqualizerPanel.count - 1)
    case (.tab, _):
      panel.select(band < EqualizerPanel.toneCount ? EqualizerPanel.toneCount : 0)
    case (.up, .shift), (.character("K"), _): change(&new, band, by: 0.5)
    case (.down, .shift), (.character("J"), _): change(&new, band, by: -0.5)
    case (.up, _), (.character("k"), []): change(&new, band, by: 1)
    case (.down, _), (.character("j"), []): change(&new, band, by: -1)
    case (.pageUp, _): change(&new, band, by: 3)
    case (.pageDown, _): change(&new, band, by: -3)
    case (.character("0"), []): EqualizerPanel.set(0, of: band, in: &new)
    case (.character("["), []): cycle(&new, by: -1)
    case (.character("]"), []): cycle(&new, by: 1)
    case (.character("u"), []), (.character("z"), .control):
      // Only what this window sets goes back; what was changed beside it stays.
      new.tone = panel.before.tone
      new.equalizer = panel.before.equalizer
      new.ownBands = panel.before.ownBands
    default: break
    }
  }

  private func change(_ sound: inout SoundSettings, _ band: Int, by step: Double) {
    let most = SoundSettings.mostGain
    let gain = EqualizerPanel.gain(of: band, in: sound)
    EqualizerPanel.set(max(-most, min(most, gain + step)), of: band, in: &sound)
  }

  private func cycle(_ sound: inout SoundSettings, by step: Int) {
    let all = EqualizerPreset.allCases
    let index = all.firstIndex(of: sound.equalizer) ?? 0
    sound.equalizer = all[(index + step + all.count) % all.count]
  }
}
