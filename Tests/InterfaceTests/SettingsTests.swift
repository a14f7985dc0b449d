import Foundation
import Music
import Screen
import Testing

@testable import Interface

@Suite("Settings") struct SettingsTests {
  private static func stage(_ values: [Setting: SettingValue] = [:]) -> Stage {
    var stage = Stage()
    stage.begin(with: SettingsFile(values: values))
    _ = stage.receive()
    return stage
  }

  @Test("the state begins with the defaults of the table")
  func defaults() {
    let app = Stage().app
    for entry in SettingsTable.entries {
      #expect(app.value(of: entry.setting) == entry.standard, "\(entry.setting.name)")
    }
  }

  @Test("each setting can be set by the file, and comes back as it was written")
  func roundTrip() {
    for entry in SettingsTable.entries {
      guard let value = Self.other(entry) else { continue }
      var stage = Self.stage([entry.setting: value])
      #expect(stage.app.value(of: entry.setting) == value, "\(entry.setting.name)")
      #expect(stage.receiveSettings() == [])
      stage.send(.settings(.read(SettingsFile(), after: 0)))
      #expect(stage.app.value(of: entry.setting) == entry.standard, "\(entry.setting.name)")
      #expect(stage.receiveSettings() == [])
    }
  }

  /// A value that is not the default.
  private static func other(_ entry: SettingEntry) -> SettingValue? {
    switch entry.type {
    case .flag: .flag(entry.standard != .flag(true))
    case .choice(let choices): choices.map { .text($0) }.first { $0 != entry.standard }
    case .skin, .text: .text("Vinyl")
    case .rewinds: .text("10:5")
    case .oneOf(let numbers, _): numbers.map { .number($0) }.first { $0 != entry.standard }
    case .number(let range, _), .integer(let range, _): .number(range.upperBound)
    case .numbers(let count, let range, _):
      .numbers([Double](repeating: range.lowerBound, count: count))
    case .columns: .names(["title", "artist:20"])
    }
  }

  @Test("a command that changes a setting stores it, once and with nothing else")
  func commands() {
    for (line, setting, value) in [
      ("crossfade 4", Setting.soundCrossfade, SettingValue.number(4)),
      ("shape ascii", .themeShape, .text("ascii")), ("art none", .screenArt, .text("none")),
      ("motion off", .screenMotion, .flag(false)), ("watch off", .libraryWatch, .flag(false)),
      ("sync-auto off", .librarySync, .flag(false)),
      ("analysis off", .libraryAnalysis, .text("off")),
      ("rows two-line", .listsRows, .text("two-line")),
      ("log-private on", .logPrivate, .flag(true)),
      ("replaygain album", .soundReplayGain, .text("album")),
    ] {
      var stage = Self.stage()
      stage.run(line)
      #expect(stage.receiveSettings() == [.store([setting: value], serial: 1)], "\(line)")
      stage.press("j")
      #expect(stage.receiveSettings() == [])
    }
  }

  @Test("before the settings were read nothing is stored")
  func early() {
    var stage = Stage()
    stage.run("motion off")
    #expect(stage.receiveSettings() == [])
  }

  @Test(":set changes, shows and refuses, and the message has the old and the new value")
  func set() {
    var stage = Self.stage()
    stage.run("set sound.crossfade 4")
    #expect(stage.app.sound.crossfade == .seconds(4))
    #expect(
      stage.app.message?.text == "sound.crossfade: 0 → 4, at the end of the track")
    #expect(stage.receiveSettings() == [.store([.soundCrossfade: .number(4)], serial: 1)])
    stage.run("set SOUND.crossfade")
    #expect(stage.app.message?.text.hasPrefix("sound.crossfade = 4: overlap") == true)
    stage.run("set theme.shape = \"plain\"")
    #expect(stage.app.kept(.themeShape) == .text("plain"))
    stage.run("set theme.dark \"Vinyl\"")
    #expect(stage.app.kept(.themeDark) == .text("Vinyl"))
    stage.run("set theme.dark \"\"")
    #expect(stage.app.kept(.themeDark) == nil)
    stage.run("set sound.crossfade 13")
    #expect(stage.app.message?.text == "sound.crossfade is a number from 0 to 12 s")
    stage.run("set sound.crosfade 1")
    #expect(stage.app.message?.text.contains("did you mean sound.crossfade?") == true)
    stage.run("set columns.songs title, artist:20")
    #expect(stage.app.kept(.columnsSongs) == .names(["title", "artist:20"]))
    #expect(stage.app.sound.crossfade == .seconds(4))
  }

  @Test("a value of the file wins over the last one, a mistake keeps that and is told")
  func live() {
    var stage = Self.stage()
    stage.send(.settings(.read(SettingsFile(values: [.themeShape: .text("plain")]), after: 0)))
    #expect(stage.app.skins.choice == .plain)
    let mistake = "config.toml:2:9: “theme.shape” is one of skin, plain, ascii"
    stage.send(
      .settings(.read(SettingsFile(faulty: [.themeShape], mistakes: [mistake, "x"]), after: 0)))
    #expect(stage.app.skins.choice == .plain)
    #expect(stage.app.message?.text == mistake + ", and 1 more")
    stage.send(.settings(.read(SettingsFile(), after: 0)))
    #expect(stage.app.skins.choice == .skin)
    #expect(stage.receiveSettings() == [])
  }

  @Test(
    "what was read before the last change is old, and what changed in the file meanwhile is not")
  func order() {
    var stage = Self.stage()
    stage.run("set sound.mono true")
    stage.send(.settings(.read(SettingsFile(), after: 0)))
    #expect(stage.app.sound.isMono)
    let file = SettingsFile(values: [.soundMono: .flag(true), .soundBalance: .number(20)])
    stage.send(.settings(.read(file, after: 1)))
    #expect(stage.app.sound.isMono && stage.app.sound.balance == 0.2)
    #expect(stage.receiveSettings() == [.store([.soundMono: .flag(true)], serial: 1)])
  }

  @Test("a value that could not be stored holds, whatever else changes in the file")
  func unstored() {
    var stage = Self.stage()
    stage.run("set sound.mono true")
    stage.send(.settings(.notStored("config.toml: cannot be written")))
    #expect(stage.app.message?.text.contains("hold until you leave") == true)
    stage.send(.settings(.read(SettingsFile(values: [.soundBalance: .number(20)]), after: 1)))
    #expect(stage.app.sound.isMono && stage.app.sound.balance == 0.2)
  }

  @Test("names and choices of :set are completed")
  func completion() {
    var stage = Stage()
    stage.send(.theme(.listed(["Tidal", "Vinyl"])))
    #expect(stage.app.completions(of: "set theme.l") == ["set theme.light "])
    #expect(stage.app.completions(of: "set theme.name v") == ["set theme.name Vinyl"])
    #expect(stage.app.completions(of: "set sound.mono ").count == 2)
  }

  @Test("the equalizer stores its changes when it closes")
  func preview() {
    var stage = Self.stage()
    stage.press("Q", "Up", "Up")
    #expect(stage.receiveSettings() == [])
    stage.press("Esc")
    #expect(stage.receiveSettings().count == 1)
  }

  @Test("a file that is read while the equalizer is open leaves its changes to be stored")
  func previewAndFile() {
    var stage = Self.stage()
    stage.press("Q", "Up", "Up")
    let sound = stage.app.sound
    stage.send(.settings(.read(SettingsFile(), after: 0)))
    stage.send(.settings(.read(SettingsFile(values: [.themeShape: .text("plain")]), after: 0)))
    #expect(stage.app.sound == sound && stage.app.skins.choice == .plain)
    #expect(stage.receiveSettings() == [])
    stage.press("Esc")
    #expect(stage.receiveSettings().count == 1)
  }

  @Test("a new file for the editor has the values that hold")
  func prepared() {
    var stage = Self.stage([.soundMono: .flag(true)])
    stage.run("edit-settings")
    let prepared: [[Setting: SettingValue]] = stage.receiveSettings().compactMap {
      if case .prepare(let values) = $0 { values } else { nil }
    }
    #expect(prepared.first?[.soundMono] == .flag(true))
    #expect(prepared.first?.count == Setting.allCases.count)
  }

  @Test("the player hears once of a file that changes many settings of the sound")
  func soundOnce() {
    var stage = Self.stage()
    let values: [Setting: SettingValue] = [
      .soundMono: .flag(true), .soundBalance: .number(20), .soundPreamp: .number(3),
    ]
    stage.send(.settings(.read(SettingsFile(values: values), after: 0)))
    let orders = stage.receive().filter { if case .player(.setSound) = $0 { true } else { false } }
    #expect(orders == [.player(.setSound(stage.app.sound, keptSpeed: 1))])
    #expect(stage.app.sound.isMono && stage.app.sound.preamp == 3)
  }

  // MARK: The window

  @Test("the window toggles flags, lists choices, asks for the rest, and resets")
  func window() {
    var stage = Self.stage()
    stage.run("settings")
    func go(to setting: Setting) {
      stage.press("g")
      for _ in 0..<80 {
        guard case .settings(let panel) = stage.app.overlays.last, panel.setting != setting else {
          return
        }
        stage.press("j")
      }
    }
    go(to: .screenMotion)
    stage.press("Enter")
    #expect(stage.app.kept(.screenMotion) == .flag(false))
    go(to: .themeShape)
    stage.press("Enter", "Down", "Enter")
    #expect(stage.app.kept(.themeShape) == .text("plain"))
    go(to: .soundCrossfade)
    stage.press("Enter", "Backspace")
    stage.type("99")
    stage.press("Enter")
    #expect(stage.text.contains("sound.crossfade is a number from 0 to 12 s"))
    stage.press("Backspace", "Backspace")
    stage.type("3")
    stage.press("Enter")
    #expect(stage.app.kept(.soundCrossfade) == .number(3))
    _ = stage.receive()
    stage.press("d")
    #expect(stage.app.kept(.soundCrossfade) == nil)
    #expect(stage.receiveSettings() == [.unset(.soundCrossfade, serial: 4)])
    #expect(stage.app.message?.text.hasPrefix("sound.crossfade: 3 → 0") == true)
  }

  @Test("the window shows the cursor's row and its keys at every size, in words as well")
  func sizes() {
    for (rows, columns) in [(40, 120), (24, 80), (10, 40)] {
      for isInWords in [false, true] {
        var stage = Stage(rows: rows, columns: columns)
        stage.app.useScreenReader(byOption: isInWords)
        stage.run("settings")
        for _ in 0..<60 {
          guard case .settings(let panel) = stage.app.overlays.last,
            let name = panel.setting?.name
          else {
            Issue.record("the window is gone")
            return
          }
          #expect(stage.text.contains(name), "\(name) at \(columns)x\(rows)")
          stage.press("j")
        }
      }
    }
  }

  @Test("the cursor's row stays in view when the terminal shrinks")
  func shrinking() {
    var stage = Stage(rows: 40, columns: 120)
    stage.run("settings")
    for _ in 0..<25 { stage.press("j") }
    stage.send(.resized(Size(rows: 10, columns: 40)))
    guard case .settings(let panel) = stage.app.overlays.last, let name = panel.setting?.name else {
      Issue.record("the window is gone")
      return
    }
    #expect(stage.text.contains(name))
  }

  @Test("docs/settings.md is what the table prints")
  func page() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/settings.md")
    #expect(try String(contentsOf: page, encoding: .utf8) == SettingsTable.markdown())
  }
}
