import Foundation
import Interface
import Music
import Screen
import Testing

/// Random keys, texts and command lines; the seed and the round of a failure are in its message.
///
/// `TRITONE_FUZZ_ROUNDS` sets more rounds than a test run has time for.
@Suite("Fuzz: typing, commands and keys")
struct FuzzInterfaceTests {
  static let rounds =
    ProcessInfo.processInfo.environment["TRITONE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 1
  static let sizes = [
    Size(rows: 1, columns: 1), Size(rows: 3, columns: 20), Size(rows: 6, columns: 30),
    Size(rows: 10, columns: 40), Size(rows: 24, columns: 80), Size(rows: 40, columns: 120),
  ]

  /// Texts whose scalars join in one way or another, and some that do not.
  static let texts = [
    "a", "b ", " ", "x y", "e\u{301}", "cafe\u{301} society", "a\u{301}\u{302}", "\u{301}",
    "\u{2764}\u{FE0F}", "🇯🇵", "🇯🇵🇩", "\u{1F1E6}", "👩🏽", "👨\u{200D}👩\u{200D}👧", "\u{200D}",
    "\u{FE0F}", "สวัสดี", "ที่", "שָׁלוֹם", "\u{5C1}", "한글", "\u{1112}\u{1161}\u{11AB}",
    "\u{1161}", "क्ष", "\u{94D}", "العربية", "\u{202E}", "日本", "\u{A0}", "{Artist}", "{|}[",
    "\\", "\"", "/", "~", "12", "-", "year:>=1999", "\u{E0061}", "\u{10FFFF}",
  ]
  static let pastes =
    texts + [
      "one\ntwo\tthree\r\n", "\u{0}\u{1B}[31m\u{7F}\u{9B}", "\r\n",
      String(repeating: "é", count: 600),
      "a" + String(repeating: "\u{301}", count: 5_000), String(repeating: "🇯", count: 301),
    ]
  static let steering = [
    "Left", "Right", "Home", "End", "Backspace", "Del", "Ctrl-W", "Ctrl-U", "Ctrl-K", "Ctrl-A",
    "Ctrl-E", "Ctrl-B", "Ctrl-F", "Ctrl-D", "Up", "Down", "Tab", "Shift-Tab", "PgUp", "PgDn",
    "Ctrl-N", "Ctrl-P", "Ctrl-S", "Alt-x",
  ]

  /// The keys that open each field of the program.
  static let fields: [(name: String, keys: [String])] = [
    ("filter", ["/"]), ("search", ["Ctrl-F"]), ("command", [":"]), ("new playlist", ["A"]),
    ("save queue", ["Ctrl-S"]), ("note", ["N"]),
    ("folder of music", [":", "=add-folder", "Enter"]),
    ("import", [":", "=import", "Enter"]), ("export", ["Shift-Tab", ":", "=export", "Enter"]),
    ("new folder", ["Ctrl-N"]), ("rename", ["Shift-Tab", "R"]),
    ("playlist form", ["Shift-Tab", "Backspace", "P"]), ("smart form", ["S"]),
    ("cue form", ["C", "Down", "P"]), ("template", ["W"]), ("template name", ["W", "Ctrl-S"]),
    ("help", ["?"]), ("slot", ["m", "3"]), ("add to", ["a"]), ("skin", ["T"]),
    ("colour", [":", "=theme-edit", "Enter", "#"]),
    ("skin name", [":", "=theme-edit", "Enter", "Ctrl-S"]),
    ("add tracks", ["Shift-Tab", "Ctrl-A"]), ("folder", ["Shift-Tab", "Backspace", "I"]),
    ("template picker", ["U"]), ("build form", [":", "=build", "Enter", "Tab"]),
    ("device form", ["&", "a"]),
    ("build artists", [":", "=build", "Enter", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab"]),
  ]

  private static func furnished() -> Stage {
    var stage = Stage(tracks: Crate.tracks)
    Crate.furnish(&stage)
    Crate.mark(&stage, opensList: false)
    stage.app.focus = .library
    return stage
  }

  private static func open(_ keys: [String], in stage: inout Stage) {
    for key in keys {
      if key.hasPrefix("=") { stage.type(String(key.dropFirst())) } else { stage.press(key) }
    }
  }

  /// The open fields of all windows.
  private static func cursors(_ app: App) -> [TextField] {
    app.overlays.flatMap { overlay -> [TextField] in
      switch overlay {
      case .prompt(let prompt): [prompt.field]
      case .picker(let picker): [picker.field]
      case .template(let editor):
        if case .naming(let field, _) = editor.mode {
          [editor.field, field]
        } else {
          [editor.field]
        }
      case .addTracks(let panel): [panel.field]
      case .build(let panel): [panel.field].compactMap(\.self)
      case .deviceForm(let panel): [panel.field].compactMap(\.self)
      case .serverForm(let panel): [panel.field].compactMap(\.self)
      case .chapters(let panel): [panel.field]
      case .form(let form):
        form.fields.compactMap { if case .text(let field) = $0.content { field } else { nil } }
      case .equalizer, .report, .cues, .checklist, .tap, .lyricsTap, .fits, .arrangement, .menu,
        .join, .columns, .settings, .buildResult, .devices, .syncPlan, .servers,
        .bookmarks, .sharedComments, .sharedChanges:
        []
      case .skin(let editor):
        switch editor.mode {
        case .typing(let field, _), .naming(let field): [field]
        case .choosing, .leaving: []
        }
      }
    }
  }

  private static func pick<Element>(_ all: [Element], _ random: inout SeededGenerator) -> Element {
    all[Int.random(in: 0..<all.count, using: &random)]
  }

  @Test("any typing, deleting and pasting leaves a cursor within its text", arguments: fields)
  func typing(name: String, keys: [String]) {
    var isOpen = false
    for round in 0..<Self.rounds {
      let seed = UInt64(round) &* 7919 &+ UInt64(name.utf8.count)
      var random = SeededGenerator(seed: seed)
      var stage = Self.furnished()
      Self.open(keys, in: &stage)
      isOpen = isOpen || !stage.app.overlays.isEmpty
      for step in 0..<60 {
        if stage.app.overlays.isEmpty { Self.open(keys, in: &stage) }
        switch Int.random(in: 0..<10, using: &random) {
        // A terminal sends scalars one by one.
        case 0..<5:
          for scalar in Self.pick(Self.texts, &random).unicodeScalars {
            stage.send(.input(.key(Key(Character(scalar)))))
          }
        case 5..<9: stage.press(Self.pick(Self.steering, &random))
        default: stage.send(.input(.paste(Self.pick(Self.pastes, &random))))
        }
        for field in Self.cursors(stage.app) {
          #expect((0...field.text.count).contains(field.cursor), "\(name) \(seed) \(step)")
          #expect(!field.text.unicodeScalars.contains { $0.value < 32 }, "\(name) \(seed) \(step)")
        }
        if step % 5 == 0 { stage.send(.resized(Self.pick(Self.sizes, &random))) }
        if step % 2 == 0 { _ = stage.frame }
      }
      for size in Self.sizes {
        stage.send(.resized(size))
        #expect(stage.frame.size == size)
      }
    }
    #expect(isOpen, "\(name) never opened")
  }

  static let arguments = [
    "", " ", "0", "-0", "1", "-1", "+99999999999999", "-99999999999999", "99999999999999999999",
    "9223372036854775807", "-9223372036854775808", "nan", "inf", "-inf", "1e308", "1e-320", "0x1p3",
    "1:99", "99:99", "999999:59:59", "-1:00", ":", "::", "1:", "١٢", "½", "🇯🇵", "e\u{301}", "{",
    "{}",
    "{Artist:99999999999999999999}", "[[[[", "a = b", "=", "/", "~", "~root/x", "../../..", "\\",
    "off", "on", "here", "mix-in", "drop x", "x2", "default", "end", "+1440", "http://",
    "https://x",
    "(((((((((((((((((((", "year:99999999999999999999", "bpm:nan", "added:<99999999999999999d",
  ]

  @Test("every command line is read, whatever is behind a command's name")
  func reading() {
    for name in CommandLineReader.names {
      for argument in Self.arguments {
        _ = CommandLineReader.read(name + " " + argument)
        _ = CommandLineReader.completions(of: name + " " + argument)
      }
    }
  }

  @Test("every argument behind every command that takes one is taken or refused")
  func arguments() {
    var stage = Self.furnished()
    for usage in CommandLineReader.usages {
      for argument in Self.arguments {
        while !stage.app.overlays.isEmpty { stage.press("Esc") }
        stage.press(":")
        stage.send(.input(.paste("\(usage.name) \(argument)")))
        stage.press("Enter")
        _ = stage.receive()
      }
    }
    #expect(stage.frame.size == stage.app.size)
  }

  @Test("every command line does something or says why not, and a frame is drawn after it")
  func commands() {
    for round in 0..<Self.rounds {
      var random = SeededGenerator(seed: UInt64(round))
      var stage = Self.furnished()
      for name in CommandLineReader.names.shuffled(using: &random) {
        while !stage.app.overlays.isEmpty { stage.press("Esc") }
        stage.app.focus = Self.pick(Pane.allCases, &random)
        stage.press(":")
        stage.type(name + " " + Self.pick(Self.arguments, &random))
        stage.press("Enter")
        _ = stage.receive()
        stage.send(.resized(Self.pick(Self.sizes, &random)))
        #expect(stage.frame.size == stage.app.size)
        // Escape works in all but the smallest windows.
        stage.send(.resized(Size(rows: 24, columns: 80)))
      }
    }
  }

  @Test("any keys and clicks in any order leave a screen that can be drawn")
  func keys() {
    let all =
      CommandTable.entries.flatMap(\.keys) + WindowTable.entries.flatMap(\.keys) + Self.steering
      + ["Alt-:"]
    for round in 0..<Self.rounds {
      var random = SeededGenerator(seed: UInt64(round) &+ 1_000)
      var stage = Self.furnished()
      for step in 0..<400 {
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
          let size = stage.app.size
          let position = Position(
            row: Int.random(in: 0..<size.rows, using: &random),
            column: Int.random(in: 0..<size.columns, using: &random))
          let action = Self.pick(
            [Mouse.Action.press, .press, .release, .drag, .wheelUp, .wheelDown], &random)
          stage.send(.input(.mouse(Mouse(action, at: position))))
        case 1: stage.type(Self.pick(Self.texts, &random))
        case 2: stage.wait(.milliseconds(Int.random(in: 1...5_000, using: &random)))
        default: stage.press(Self.pick(all, &random))
        }
        if step % 7 == 0 { stage.send(.resized(Self.pick(Self.sizes, &random))) }
        if step % 3 == 0 { #expect(stage.frame.size == stage.app.size, "\(round) \(step)") }
        _ = stage.receive()
      }
    }
  }
}
