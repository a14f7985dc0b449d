import Music
import Screen
import Testing

@testable import Interface

@Suite("Skins of several terminals at one player")
struct TerminalSkinTests {
  private func theme(_ name: String) -> Theme {
    var theme = Theme.fallback
    theme.name = name
    return theme
  }

  private func skins(_ stage: inout Stage) -> [ThemeEffect] {
    stage.receive().compactMap { if case .theme(let effect) = $0 { effect } else { nil } }
  }

  private func stored(_ stage: inout Stage) -> [Setting: SettingValue] {
    stage.receiveSettings().reduce(into: [:]) { values, effect in
      if case .store(let changes, _) = effect { values.merge(changes) { $1 } }
    }
  }

  @Test("a skin that one chooses is that of this one, and of those that come later")
  func chosen() {
    var stage = Stage()
    stage.begin(with: SettingsFile())
    stage.attach()
    _ = stage.receive()
    stage.run("skin Vinyl")
    #expect(skins(&stage) == [.load("Vinyl", isPreview: false)])
    stage.send(.theme(.loaded(theme("Vinyl"), isPreview: false)), isOwn: true)
    #expect(stored(&stage) == [.themeName: .text("Vinyl")])
    #expect(stage.app.skins.theme.name == "Vinyl")
    stage.use(0)
    #expect(stage.app.skins.theme.name == "Obsidian")
    #expect(stage.app.message?.text.hasPrefix("Skin") != true)
    // Nor does its use store the skin that it shows.
    stage.press("Down")
    #expect(stored(&stage) == [:])
    stage.attach()
    #expect(skins(&stage) == [.load("Vinyl", isPreview: true)])
  }

  @Test("what one looks at in the window of skins shows there alone")
  func previewed() {
    var stage = Stage()
    stage.send(.theme(.listed(["Obsidian", "Vinyl"])))
    stage.attach()
    _ = stage.receive()
    stage.press("T", "Down")
    #expect(skins(&stage) == [.list, .load("Vinyl", isPreview: true)])
    stage.send(.theme(.loaded(theme("Vinyl"), isPreview: true)), isOwn: true)
    #expect(stage.app.skins.theme.name == "Vinyl")
    stage.use(0)
    #expect(stage.app.skins.theme.name == "Obsidian")
  }

  @Test("a light terminal and a dark one each have the skin for their own background")
  func followed() {
    var stage = Stage()
    stage.begin(
      with: SettingsFile(values: [
        .themeFollow: .flag(true), .themeLight: .text("Tidal"), .themeDark: .text("Vinyl"),
      ]))
    _ = stage.receive()
    stage.send(.backgroundFound(.dark))
    #expect(skins(&stage) == [.loadFor(.dark, "Vinyl")])
    stage.send(.theme(.loaded(theme("Vinyl"), isPreview: true)), isOwn: true)
    stage.attach()
    // Until it has told its background it has the skin of the terminal before.
    #expect(skins(&stage) == [.load("Vinyl", isPreview: true)])
    stage.send(.backgroundFound(.light))
    #expect(skins(&stage) == [.loadFor(.light, "Tidal")])
    stage.send(.theme(.loaded(theme("Tidal"), isPreview: true)), isOwn: true)
    for _ in 0..<3 {
      stage.use(0)
      stage.press("Down")
    }
    #expect(skins(&stage) == [])
    #expect(stage.app.skins.theme.name == "Vinyl")
    stage.use(0)
    #expect(stage.app.skins.theme.name == "Tidal")
    // Another skin for dark backgrounds is that of the dark one, whoever names it.
    stage.send(.theme(.storedFor(.dark, "Winamp")), isOwn: true)
    #expect(skins(&stage) == [.loadFor(.dark, "Winamp")])
  }

  @Test("a skin for a background is not that of a terminal whose skin was chosen by hand")
  func byHand() {
    var stage = Stage()
    stage.begin(
      with: SettingsFile(values: [.themeFollow: .flag(true), .themeDark: .text("Vinyl")]))
    stage.send(.backgroundFound(.dark))
    stage.attach()
    stage.send(.backgroundFound(.dark))
    stage.send(.theme(.loaded(theme("Rose"), isPreview: false)), isOwn: true)
    stage.use(0)
    _ = stage.receive()
    stage.send(.theme(.storedFor(.dark, "Winamp")), isOwn: true)
    #expect(skins(&stage) == [.loadFor(.dark, "Winamp")])
    stage.use(0)
    stage.press("Down")
    #expect(skins(&stage) == [])
    #expect(stage.app.skins.theme.name == "Rose")
  }

  @Test("a skin that a command from outside names is that of all terminals")
  func fromOutside() {
    var stage = Stage()
    stage.attach()
    _ = stage.receive()
    stage.send(.control(ControlEvent(.perform(.line("skin Vinyl")), nil)))
    #expect(skins(&stage) == [.loadEverywhere("Vinyl")])
    stage.send(.theme(.loaded(theme("Vinyl"), isPreview: false)))
    for _ in 0..<2 {
      #expect(stage.app.skins.theme.name == "Vinyl")
      stage.use(0)
    }
  }

  @Test("a skin that is changed in the file is that of all terminals but those with --theme")
  func file() {
    var stage = Stage()
    stage.begin(with: SettingsFile())
    stage.attach()
    stage.app.useSkin(option: "Tidal", shape: .ascii)
    stage.attach()
    _ = stage.receive()
    let file = SettingsFile(
      values: [.themeName: .text("Vinyl"), .themeShape: .text("plain")])
    stage.send(.settings(.read(file, after: 0)))
    // By two of three.
    let load = ThemeEffect.load("Vinyl", isPreview: true)
    #expect(skins(&stage) == [load, load])
    #expect(stage.app.skins.choice == .plain)
    stage.use(1)
    #expect(stage.app.skins.choice == .ascii && stage.app.browsing.shape == stage.app.skins.shape)
  }

  @Test("an option of one terminal is neither stored nor that of another")
  func options() {
    var stage = Stage()
    stage.begin(with: SettingsFile())
    stage.attach()
    stage.app.useSkin(option: "Vinyl", shape: .ascii)
    stage.send(.ticked)
    #expect(skins(&stage) == [.load("Obsidian", isPreview: true), .load("Vinyl", isPreview: true)])
    stage.send(.theme(.loaded(theme("Vinyl"), isPreview: true)), isOwn: true)
    stage.press("Down")
    #expect(stored(&stage) == [:])
    #expect(stage.app.isDecidedByOption(.themeName) && stage.app.isDecidedByOption(.themeShape))
    stage.use(0)
    #expect(stage.app.skins.choice == .skin && !stage.app.isDecidedByOption(.themeName))
    stage.press("Up")
    #expect(stored(&stage) == [:])
    stage.attach()
    #expect(stage.app.skins.choice == .skin && !stage.app.isDecidedByOption(.themeName))
  }

  @Test("waveforms are drawn in characters that each terminal has")
  func waveforms() {
    var stage = Stage()
    stage.app.fitWaveforms(to: ["TERM": "xterm", "LANG": "C.UTF-8"])
    stage.attach()
    stage.app.fitWaveforms(to: ["TERM": "linux", "LANG": "C.UTF-8"])
    #expect(stage.app.waveformStyle == .ascii)
    stage.use(0)
    #expect(stage.app.waveformStyle == .blocks)
    stage.run("waveform off")
    stage.use(0)
    #expect(stage.app.waveformStyle == .off)
  }

  @Test("typed paths are those of the terminal's own folder")
  func paths() {
    var stage = Stage()
    stage.attach()
    stage.app.folder = FilePath("/home/ola/mixes")
    _ = stage.receive()
    for (line, effect) in [
      ("import a.m3u8", Effect.exchange(.importFile(FilePath("/home/ola/mixes/a.m3u8")))),
      ("import /a.m3u8", .exchange(.importFile(FilePath("/a.m3u8")))),
      ("import ~/a.m3u8", .exchange(.importFile(FilePath("~/a.m3u8")))),
      ("scan ../music", .library(.scan([FilePath("/home/ola/mixes/../music")]))),
    ] {
      stage.run(line)
      #expect(stage.receive().contains(effect), "\(line)")
    }
    stage.press(":")
    stage.type("import su")
    stage.press("Tab")
    let listed = stage.receive().compactMap { effect -> String? in
      if case .exchange(.listPaths(let text, _)) = effect { text } else { nil }
    }
    #expect(listed == ["/home/ola/mixes/su"])
    stage.press("Esc")
    stage.use(0)
    stage.run("import a.m3u8")
    #expect(stage.receive().contains(.exchange(.importFile(FilePath("a.m3u8")))))
  }
}
