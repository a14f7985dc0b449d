import Foundation
import Music
import Screen
import ScreenPictures
import Settings
import Testing

@testable import Interface

/// The geometry of the skins that come with the program.
@Suite("Skins")
struct SkinTests {
  static let folder = ThemeFolder(
    folders: [
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Themes").path
    ])
  static let names = folder.names

  private static func stage(
    _ name: String, _ scene: Scene = .waveform, _ size: Size = Size(rows: 40, columns: 120)
  ) throws -> Stage {
    let theme = try folder.load(name)
    var stage = scene.stage(size)
    stage.app.hasColors = false
    stage.send(.theme(.loaded(theme, isPreview: true)))
    return stage
  }

  @Test("every skin looks as recorded with the colours off", arguments: names)
  func golden(name: String) throws {
    let slug = name.lowercased().replacingOccurrences(of: " ", with: "-")
    let file = GoldenTests.folder.appendingPathComponent("skin-\(slug)-120x40.txt")
    let text = try Self.stage(name).frame.plainText + "\n"
    if ProcessInfo.processInfo.environment["TRITONE_RECORD"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(slug); read the difference, then run the tests again")
      return
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test("no two skins look alike with the colours off")
  func different() throws {
    let frames = try Self.names.map { name in
      let frame = try Self.stage(name).frame
      return (0..<frame.size.rows).map { frame.text(ofRow: $0) }
    }
    for (index, frame) in frames.enumerated() {
      for other in frames[(index + 1)...] {
        #expect(zip(frame, other).filter { $0 != $1 }.count >= 8)
      }
    }
  }

  /// Sizes at which the layout changes, and those around them.
  private static let sizes = [
    (6, 30), (10, 40), (14, 46), (15, 60), (24, 80), (24, 100), (29, 100), (30, 101), (36, 119),
    (40, 120), (47, 150), (56, 200), (80, 300),
  ].map { Size(rows: $0, columns: $1) }

  @Test("a filter covers the tabs whose line it takes", arguments: names)
  func filtered(name: String) throws {
    for size in Self.sizes where size.columns >= 40 {
      var stage = try Self.stage(name, .songs, size)
      stage.press("/")
      stage.type("Night")
      stage.press("Enter")
      let area = try #require(stage.app.layout.panes[.library])
      let frame = stage.frame
      let lines = (0..<size.rows).map {
        String(frame.text(ofRow: $0).dropFirst(area.column).prefix(area.columns))
      }
      let line = try #require(lines.first { $0.contains("/ Night") }, "\(size)")
      let words = line.split { !$0.isLetter && !$0.isNumber }
      #expect(words.count == 3 && words.first == "Night", "\(size): \(line)")
    }
  }

  @Test("panes lie on the screen beside each other at every size", arguments: names)
  func panes(name: String) throws {
    for (index, size) in Self.sizes.enumerated() {
      let scenes: [Scene] = [.waveform, .playlist, .nowPlaying, .grouped]
      var stage = try Self.stage(name, scenes[index % scenes.count], size)
      for pane in Pane.allCases {
        stage.app.focus = pane
        let (layout, frame) = (stage.app.layout, stage.frame)
        for row in 0..<size.rows {
          #expect(TextWidth.columns(of: frame.text(ofRow: row)) == size.columns)
        }
        let parts = [layout.cues, layout.wave, layout.bar, layout.message].compactMap(\.self)
        let areas = Array(layout.panes.values) + parts
        for (index, area) in areas.enumerated() {
          #expect(!area.isEmpty && frame.bounds.contains(area.first), "\(size)")
          #expect(frame.bounds.contains(area.last), "\(size)")
          for other in areas[(index + 1)...] { #expect(!area.overlaps(other), "\(size)") }
        }
        for shown in layout.panes.keys {
          let title = try #require(layout.title(of: shown))
          #expect(frame.bounds.contains(title.first) && frame.bounds.contains(title.last))
        }
      }
    }
  }

  @Test("lists have the same rows in every frame", arguments: Shape.Framing.allCases)
  func rows(frame: Shape.Framing) {
    var shape = Shape()
    shape.frame = frame
    for size in Self.sizes {
      let layout = Layout(size: size, focus: .library, growsPlaylists: false, shape: shape)
      let plain = Layout(size: size, focus: .library, growsPlaylists: false)
      for pane in plain.panes.keys {
        let missing = plain.listHeight(of: pane) - layout.listHeight(of: pane)
        #expect((0...1).contains(missing) || pane == .mix, "\(pane) at \(size)")
      }
    }
  }

  @Test("a click finds every tab in every skin", arguments: names)
  func tabs(name: String) throws {
    for size in [Size(rows: 40, columns: 120), Size(rows: 24, columns: 80)] {
      let stage = try Self.stage(name, .songs, size)
      let title = try #require(stage.app.layout.title(of: .library))
      let targets = (0..<title.columns).map {
        ScreenTarget.find(
          at: Position(row: title.row, column: title.column + $0), in: stage.app)
      }
      for mode in stage.app.browsing.modes {
        #expect(targets.contains(.command(.library, .pane(.browse(mode)))), "\(mode) at \(size)")
      }
    }
  }

  @Test("the buttons of the bar act where they are drawn")
  func transport() throws {
    var stage = try Self.stage("Windows Media")
    let row = stage.app.layout.bar?.row ?? 0
    let text = stage.frame.text(ofRow: row)
    for (sign, command) in [
      ("■", PlayingCommand.stop), ("◀◀", .previousTrack), ("‖", .playPause), ("▶▶", .nextTrack),
    ] {
      let found = try #require(text.firstRange(of: sign))
      let column = TextWidth.columns(of: String(text[..<found.lowerBound]))
      let target = ScreenTarget.find(at: Position(row: row, column: column), in: stage.app)
      #expect(target == .command(nil, .playing(command)))
    }
    stage.send(.player(.output(.unavailable("the server of this machine is away for a while"))))
    #expect(stage.frame.text(ofRow: row).contains("▶▶"))
  }

  @Test("plain is Obsidian's geometry with every palette", arguments: names)
  func plain(name: String) throws {
    var stage = try Self.stage(name)
    stage.press(":")
    stage.type("shape plain")
    stage.press("Enter")
    stage.app.messages.clear()
    #expect(stage.frame.plainText == (try Self.stage("Obsidian")).frame.plainText)
    #expect(stage.app.skins.theme.name == name && stage.app.kept(.themeShape) == .text("plain"))
  }

  @Test("ascii leaves no line, block or sign in any skin", arguments: names)
  func ascii(name: String) throws {
    var stage = try Self.stage(name)
    stage.app.choose(.ascii)
    for scene in [Scene.waveform, .help, .firstRun, .cues] {
      var other = scene.stage(Size(rows: 40, columns: 120))
      other.send(.theme(.loaded(stage.app.skins.theme, isPreview: true)))
      other.app.choose(.ascii)
      let left = other.text.unicodeScalars.filter { (0x2010...0x2BFF).contains($0.value) }
      #expect(Set(left).subtracting("←→↑↓".unicodeScalars) == [], "\(scene)")
    }
  }

  @Test("a skin saved with a mistake stays as it was, and the mistake shows until it is gone")
  func saved() throws {
    var stage = try Self.stage("Vinyl")
    let good = stage.app.skins.theme
    stage.send(.theme(.faulty("mine.toml:3: there is no face “foo”")))
    #expect(stage.app.skins.theme == good)
    #expect(stage.app.message?.text == "mine.toml:3: there is no face “foo”")
    stage.send(.theme(.saved(good)))
    #expect(stage.app.message?.text == "Skin: Vinyl, as saved")
    stage.wait(.seconds(5))
    let frame = stage.frame
    stage.send(.theme(.saved(good)))
    #expect(stage.app.message == nil && stage.frame == frame)
    var new = good
    new.shape.frame = .none
    stage.send(.theme(.saved(new)))
    #expect(stage.app.skins.shape.frame == .none && stage.frame != frame)
    _ = stage.receive()
    new.name = "Shellac"
    stage.send(.theme(.saved(new)))
    #expect(
      stage.receive() == [.theme(.list), .theme(.load("Shellac", isPreview: false))])
  }

  @Test("the skin follows the terminal's background, and a skin that is chosen by hand ends it")
  func background() throws {
    var stage = try Self.stage("Obsidian")
    stage.send(.theme(.listed(Self.names)))
    _ = stage.receive()
    stage.send(.backgroundFound(.light))
    #expect(stage.receive() == [])
    stage.run("theme auto")
    #expect(stage.receive() == [] && stage.app.message?.text.contains(":theme light") == true)
    stage.run("theme light Tidal")
    #expect(stage.receive() == [.theme(.storeFor(.light, "Tidal"))])
    stage.send(.theme(.storedFor(.light, "Tidal")))
    #expect(stage.receive() == [.theme(.loadFor(.light, "Tidal"))])
    #expect(stage.app.message?.text == "Skin on a light background: Tidal")
    stage.send(.theme(.loaded(try Self.folder.load("Tidal"), isPreview: true)))
    // Without a skin of its own a background has the one that was chosen by hand.
    stage.send(.backgroundFound(.dark))
    stage.send(.backgroundFound(.dark))
    #expect(stage.receive() == [.theme(.loadFor(.dark, "Obsidian"))])
    stage.press("T")
    stage.send(.backgroundFound(.light))
    #expect(stage.receive() == [.theme(.list)])
    stage.press("Esc")
    #expect(
      stage.receive() == [
        .theme(.load("Tidal", isPreview: true)), .theme(.loadFor(.light, "Tidal")),
      ])
    stage.send(.theme(.loaded(try Self.folder.load("Vinyl"), isPreview: false)))
    #expect(stage.app.message?.text == "Skin: Vinyl; :theme auto follows the terminal again")
    stage.send(.backgroundFound(.dark))
    #expect(stage.receive() == [])
    stage.run("theme auto")
    #expect(stage.receive() == [.theme(.loadFor(.dark, "Vinyl"))])
  }

  @Test("skins for backgrounds are read from the command line, and completed")
  func backgroundCommand() {
    for (line, command) in [
      ("theme dark Windows Media", SkinCommand.useFor(.dark, "Windows Media")),
      ("theme LIGHT  Tidal", .useFor(.light, "Tidal")), ("theme auto", .follow),
    ] {
      #expect(CommandLineReader.read(line) == .command(.skin(command)))
    }
    for line in ["theme", "theme dark", "theme grey Tidal", "theme darkTidal"] {
      guard case .mistake(let text) = CommandLineReader.read(line) else {
        Issue.record("\(line)")
        continue
      }
      #expect(text.hasPrefix("Usage: theme"))
    }
    var stage = Stage()
    stage.send(.theme(.listed(["Tidal", "Vinyl"])))
    #expect(stage.app.completions(of: "theme d") == ["theme dark Tidal", "theme dark Vinyl"])
    #expect(stage.app.completions(of: "theme light v") == ["theme light Vinyl"])
  }

  @Test("the chosen geometry outlives a restart")
  func session() throws {
    var stage = try Self.stage("Vinyl")
    stage.app.choose(.ascii)
    var next = try Self.stage("Vinyl")
    next.begin(with: stage.app.keptSettings)
    #expect(next.app.skins.choice == .ascii)
    #expect(next.app.kept(.themeShape) == .text("ascii"))
  }
}

extension Stage {
  /// Types a command line.
  mutating func run(_ line: String) {
    press(":")
    type(line)
    press("Enter")
  }
}

extension Rect {
  fileprivate var first: Position { Position(row: row, column: column) }
  fileprivate var last: Position { Position(row: bottom - 1, column: right - 1) }

  fileprivate func overlaps(_ other: Rect) -> Bool {
    row < other.bottom && other.row < bottom && column < other.right && other.column < right
  }
}
