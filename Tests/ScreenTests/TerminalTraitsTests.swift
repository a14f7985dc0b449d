import Screen
import Testing

/// Answers as the terminals gave them.
@Suite("What is known of a terminal's images")
struct TerminalTraitsTests {
  private typealias Case = (
    name: String?, environment: [String: String], attributes: [[Int]], way: ImageWay
  )

  private static let tmux = ["TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0"]

  private static let cases: [Case] = [
    ("kitty(0.41.1)", [:], [[62]], .image(.kitty)), ("kitty(0.28.0)", [:], [[62]], .image(.kitty)),
    ("kitty(1.0)", [:], [[62]], .image(.kitty)), ("kitty(0.26.5)", [:], [[62]], .blocks),
    ("kitty(", [:], [[62]], .blocks), ("ghostty 1.2.0", [:], [[62, 22, 52]], .image(.kitty)),
    ("foot(1.13.1)", [:], [[62, 4, 22]], .image(.sixel)),
    ("XTerm(379)", [:], [[63, 1, 2, 4, 6]], .image(.sixel)),
    ("XTerm(379)", [:], [[63, 1, 2, 6]], .blocks), (nil, [:], [[63, 1, 2, 3, 4]], .image(.sixel)),
    ("Konsole 22.12.3", [:], [[62, 1, 4]], .blocks), (nil, [:], [[6]], .blocks),
    ("WezTerm 20240203", [:], [[65, 4, 6]], .image(.iterm2)),
    ("iTerm2 3.5.0", [:], [[62, 4]], .image(.iterm2)),
    (nil, ["TERM_PROGRAM": "vscode"], [[1, 2]], .image(.iterm2)),
    // The environment is inherited: what the terminal says of itself wins.
    ("foot(1.13.1)", ["TERM_PROGRAM": "vscode"], [[62, 4]], .image(.sixel)),
    (nil, [:], [], .blocks),
    // A terminal that was started from a shell in tmux.
    ("kitty(0.41.1)", ["TMUX": "/tmp/tmux-0/default,1,0"], [[62]], .image(.kitty)),
    ("kitty(0.41.1)", tmux, [[1, 2], [62]], .image(.kitty)),
    ("foot(1.21)", tmux, [[1, 2, 4], [62, 4]], .image(.sixel)),
    // tmux says that it has sixels, the terminal outside has none.
    ("st 0.9", tmux, [[1, 2, 4], [6]], .blocks), (nil, tmux, [[1, 2, 4]], .blocks),
  ]

  @Test(
    "terminals that draw sextants themselves are known by their own names",
    arguments: [
      ("kitty(0.26.5)", true), ("foot(1.13.1)", true), ("VTE(7600)", true), ("WezTerm 2024", true),
      ("ghostty 1.2.0", true), ("XTerm(379)", false), ("Konsole 22.12.3", false),
    ])
  func sextants(name: String, isKnown: Bool) {
    var traits = TerminalTraits(environment: ["VTE_VERSION": "7600"], depth: .direct)
    #expect(!traits.hasSextants)
    traits.take(.name(name))
    #expect(traits.hasSextants == isKnown)
  }

  private typealias Reorderer = (
    name: String?, environment: [String: String], reordering: Bool?, way: BidiSeparation
  )

  private static let reorderers: [Reorderer] = [
    ("VTE(7600)", [:], true, .isolates), ("Konsole 22.12.3", [:], nil, .isolates),
    // VTE without a name, by its answer where the environment is lost, else by that.
    (nil, [:], true, .isolates), (nil, ["VTE_VERSION": "7006"], nil, .isolates),
    (nil, ["VTE_VERSION": "5799"], nil, .none), (nil, ["VTE_VERSION": "new"], nil, .none),
    (nil, ["KONSOLE_VERSION": "221203"], nil, .isolates),
    (nil, ["MLTERM": "3.9.0", "VTE_VERSION": "7006"], false, .lines),
    (nil, ["TERM": "mlterm-256color"], false, .lines), (nil, ["MLTERM": ""], nil, .none),
    ("mlterm(3.9.4)", [:], nil, .lines),
    // VTE that was started from mlterm.
    (nil, ["MLTERM": "3.9.0", "VTE_VERSION": "7006"], true, .isolates),
    ("kitty(0.41.1)", ["VTE_VERSION": "7006", "MLTERM": "3.9.0"], false, .none),
    ("XTerm(379)", [:], false, .none), (nil, ["VTE_VERSION": "7006"], false, .none),
    (nil, [:], nil, .none),
    (nil, tmux, nil, .none), ("VTE(7600)", tmux, nil, .isolates),
    (nil, tmux.merging(["VTE_VERSION": "7006"]) { _, new in new }, nil, .isolates),
  ]

  @Test("texts are kept apart where the terminal reorders rows", arguments: reorderers.indices)
  func reorders(index: Int) {
    let (name, environment, reordering, way) = Self.reorderers[index]
    var traits = TerminalTraits(
      environment: environment.merging(["TERM": "xterm-256color"]) { old, _ in old },
      depth: .direct)
    let isInTmux = environment["TMUX"] != nil
    if isInTmux { traits.take(.name("tmux 3.3a")) }
    if let name { traits.take(.name(name)) }
    if let reordering { traits.take(.reordering(reordering)) }
    traits.take(.attributes([62]))
    #expect(traits.separation.way == way)
    #expect(traits.separation.reason.hasSuffix("in tmux") == isInTmux)
  }

  @Test("the best way that the terminal has is chosen", arguments: cases.indices)
  func chooses(index: Int) {
    let (name, environment, attributes, way) = Self.cases[index]
    var traits = TerminalTraits(
      environment: environment.merging(["TERM": "xterm-256color"]) { old, _ in old },
      depth: .direct)
    if environment["TERM"] == "tmux-256color" { traits.take(.name("tmux 3.5a")) }
    if let name { traits.take(.name(name)) }
    for numbers in attributes { traits.take(.attributes(numbers)) }
    #expect(traits.choice.way == way)
    #expect(!traits.choice.reason.isEmpty)
  }

  @Test("tmux is known by its name where the environment does not tell, as over ssh")
  func tmuxWithoutVariable() {
    var traits = TerminalTraits(environment: ["TERM": "tmux-256color"], depth: .direct)
    traits.take(.name("tmux 3.5a"))
    traits.take(.attributes([1, 2, 4]))
    #expect(traits.isInTmux && traits.choice.way == .blocks && !traits.hasAnsweredAll)
  }

  @Test("a background is judged by its luminance, and by the terminal's word only without a colour")
  func tone() throws {
    for (hex, tone) in [
      ("#000000", BackgroundTone.dark), ("#ffffff", .light), ("#002b36", .dark),
      ("#fdf6e3", .light), ("#0000ff", .dark), ("#00ff00", .light), ("#ff0000", .light),
      ("#757575", .dark), ("#777777", .light),
    ] {
      #expect(BackgroundTone(try #require(Color(hex: hex))) == tone, "\(hex)")
    }
    var traits = TerminalTraits(environment: [:], depth: .direct)
    #expect(traits.tone == nil)
    traits.take(.tone(.light))
    #expect(traits.tone == .light)
    let before = traits
    traits.take(.background(Color(red: 0, green: 0, blue: 0)))
    #expect(traits.tone == .dark && traits != before)
  }

  @Test("placeholders take 24 bits of colour")
  func fewIndices() {
    var traits = TerminalTraits(environment: ["TERM": "xterm-256color"], depth: .indexed)
    traits.take(.name("kitty(0.41.1)"))
    traits.take(.attributes([62]))
    #expect(traits.choice.way == .blocks)
  }

  @Test("without 256 colours there are only images over the cells, without any there are none")
  func fewColors() {
    for depth in [ColorDepth.none, .eight, .sixteen] {
      var traits = TerminalTraits(environment: ["TERM": "xterm"], depth: depth)
      traits.take(.name("kitty(0.41.1)"))
      #expect(traits.choice.way == .none)
      traits.take(.attributes([63, 4]))
      #expect(traits.choice.way == (depth == .none ? .none : .image(.sixel)))
    }
  }

  @Test("the size of a cell comes from the best witness, and never from an absurd one")
  func cells() {
    var traits = TerminalTraits(environment: ["TERM": "xterm"], depth: .direct)
    #expect(traits.cellSize == PixelSize(width: 10, height: 20))
    // xterm's window of 80 by 24 has a border of two pixels.
    traits.resize(Size(rows: 24, columns: 80), pixels: PixelSize(width: 644, height: 316))
    #expect(traits.cellSize == PixelSize(width: 8, height: 13))
    traits.take(.area(PixelSize(width: 560, height: 312)))
    #expect(traits.cellSize == PixelSize(width: 7, height: 13))
    traits.take(.area(PixelSize(width: 16384, height: 16384)))
    #expect(traits.cellSize == PixelSize(width: 8, height: 13))
    traits.take(.cell(PixelSize(width: 9, height: 18)))
    #expect(traits.cellSize == PixelSize(width: 9, height: 18))
    traits.take(.cell(PixelSize(width: 0, height: 99_999)))
    #expect(traits.cellSize == PixelSize(width: 9, height: 18))
    // A terminal that repeats itself takes no memory, and changes nothing.
    let before = traits
    traits.take(.attributes([62]))
    traits.take(.attributes([62]))
    let after = traits
    for _ in 0..<1000 { traits.take(.attributes([1])) }
    #expect(traits == after && traits != before)
    // Another font in a window of the same size.
    traits.resize(Size(rows: 24, columns: 80), pixels: PixelSize(width: 400, height: 240))
    #expect(traits.cellSize == PixelSize(width: 5, height: 10))
  }

  @Test("terminals that would print the questions are not asked")
  func mute() {
    func isMute(_ environment: [String: String]) -> Bool {
      TerminalTraits(environment: environment, depth: .indexed).isMute
    }
    #expect(isMute([:]) && isMute(["TERM": "linux"]) && isMute(["TERM": "vt100"]))
    #expect(isMute(["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"]))
    #expect(!isMute(["TERM": "xterm-256color"]))
  }

  @Test("placeholders are cells of one column that ncurses holds, each with its row and column")
  func placeholders() {
    var texts: Set<String> = []
    for row in 0..<Placeholder.limit {
      let text = Placeholder.cluster(row: row, column: (row * 7) % Placeholder.limit).text
      #expect(text.unicodeScalars.count == 3 && text.count == 1)
      texts.insert(text)
    }
    #expect(texts.count == Placeholder.limit)
    // A text cannot imitate one.
    var frame = Frame(size: Size(rows: 2, columns: 10))
    frame.put(
      Placeholder.cluster(row: 0, column: 0).text, row: 0, column: 0, face: .text, ground: .base,
      colors: CellColors(foreground: Color(red: 1, green: 2, blue: 3)))
    #expect(!frame.cells.contains(where: Placeholder.isIn))
  }
}
