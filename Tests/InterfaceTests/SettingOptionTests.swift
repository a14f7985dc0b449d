import Interface
import Music
import Screen
import Testing

@Suite("Settings beside options of the command line") struct SettingOptionTests {
  @Test("an option of the command line wins over the file, and is not stored until it is changed")
  func fixed() {
    var stage = Stage()
    stage.app.useSkin(option: nil, shape: .ascii)
    stage.begin(with: SettingsFile(values: [.themeShape: .text("plain")]))
    #expect(stage.app.skins.choice == .ascii)
    stage.send(.settings(.read(SettingsFile(), after: 0)))
    #expect(stage.app.skins.choice == .ascii)
    #expect(stage.receiveSettings() == [])
    stage.run("shape plain")
    #expect(stage.app.skins.choice == .plain)
    #expect(stage.receiveSettings() == [.store([.themeShape: .text("plain")], serial: 1)])
  }

  @Test("the value of an option is stored where the user sets it")
  func optionSet() {
    var stage = Stage()
    stage.app.useSkin(option: nil, shape: .ascii)
    stage.begin(with: SettingsFile(values: [.themeShape: .text("plain")]))
    #expect(stage.app.value(of: .themeShape) == .text("plain"))
    stage.run("set theme.shape ascii")
    #expect(stage.app.skins.choice == .ascii)
    #expect(stage.receiveSettings() == [.store([.themeShape: .text("ascii")], serial: 1)])
    stage.send(.settings(.read(SettingsFile(values: [.themeShape: .text("skin")]), after: 1)))
    #expect(stage.app.skins.choice == .skin)
  }

  @Test("a skin that is chosen by hand ends --theme, and following in the file")
  func skinOption() {
    var stage = Stage()
    stage.app.useSkin(option: "Tidal", shape: nil, isLoaded: true)
    stage.begin(with: SettingsFile(values: [.themeFollow: .flag(true)]))
    stage.send(.backgroundFound(.dark))
    #expect(!stage.receive().contains { if case .theme = $0 { true } else { false } })
    #expect(stage.app.value(of: .themeFollow) == .flag(true))
    stage.send(.ticked)
    #expect(stage.receiveSettings() == [])
    var theme = Theme.fallback
    theme.name = "Vinyl"
    stage.send(.theme(.loaded(theme, isPreview: false)))
    let values: [Setting: SettingValue] = [.themeName: .text("Vinyl"), .themeFollow: .flag(false)]
    #expect(stage.receiveSettings() == [.store(values, serial: 1)])
  }

  @Test("a skin of the file loads at once where the terminal does not tell its background")
  func skinWithoutBackground() {
    var stage = begun([.themeFollow: .flag(true)])
    stage.send(
      .settings(
        .read(
          SettingsFile(values: [.themeFollow: .flag(true), .themeName: .text("Vinyl")]), after: 0)))
    let effects = stage.receive()
    #expect(effects.contains(.theme(.load("Vinyl", isPreview: true))))
  }

  @Test("a setting that the user changes ends its option of the command line")
  func option() {
    var stage = begun()
    stage.app.covers.option = ArtChoice.none
    stage.app.bidi.option = .on
    stage.send(.settings(.read(SettingsFile(values: [.screenArt: .text("sixel")]), after: 0)))
    #expect(stage.app.art == .none)
    stage.run("set screen.art blocks")
    stage.run("set screen.bidi off")
    #expect(stage.app.art == .blocks && stage.app.bidi.current == .off)
  }

  @Test("a log that is private for a mistake in the file stays so until that is mended")
  func privateLog() {
    var stage = Stage()
    stage.app.begin(with: [:], hidesPrivate: true)
    stage.begin(with: SettingsFile(faulty: [.logPrivate]))
    stage.send(.settings(.read(SettingsFile(faulty: [.logPrivate]), after: 0)))
    let before = stage.receive()
    #expect(!before.contains(.library(.hidePrivate(false))))
    #expect(stage.app.value(of: .logPrivate) == .flag(true))
    stage.send(.settings(.read(SettingsFile(), after: 0)))
    let effects = stage.receive()
    #expect(effects.contains(.library(.hidePrivate(false))))
    #expect(stage.app.value(of: .logPrivate) == .flag(false))
  }

  private func begun(_ values: [Setting: SettingValue] = [:]) -> Stage {
    var stage = Stage()
    stage.begin(with: SettingsFile(values: values))
    _ = stage.receive()
    return stage
  }
}
