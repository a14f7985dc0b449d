import Curses
import Foundation
import Screen
import Testing

/// ncurses keeps one terminal in globals, so one test at a time.
@Suite(.serialized) struct TerminalTests {
  @Test("a frame comes out with its text, colours, title and modes, and closing undoes them")
  func shows() throws {
    let pty = try Pty(rows: 10, columns: 40)
    let before = pty.modes
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave,
      environment: ["TERM": "xterm-256color", "COLORTERM": ""])
    #expect(terminal.size == Size(rows: 10, columns: 40))
    #expect(terminal.depth == .indexed)
    #expect(pty.modes != before)
    var frame = Frame(size: terminal.size, title: "a\u{1B}b")
    frame.put("hello 中", row: 3, column: 2, face: .text, ground: .base)
    terminal.show(frame, theme: .fallback)
    let shown = pty.output(until: "hello 中", "\u{1B}]2;", "[?2004h", "[?1006h", "[?25l")
    #expect(shown.contains("hello 中"))
    #expect(shown.contains("\u{1B}]2;a·b\u{1B}\\"))
    #expect(shown.contains("\u{1B}[?2004h") && shown.contains("\u{1B}[?1006h"))
    #expect(shown.contains("\u{1B}[?1049h") && shown.contains("\u{1B}[?25l"))

    terminal.show(frame, theme: .fallback)
    #expect(!pty.output().contains("hello"))

    terminal.close()
    terminal.close()
    let closed = pty.output(until: "[?2004l", "[?1006l", "[?1049l", "[?25h")
    #expect(closed.contains("\u{1B}[?2004l") && closed.contains("\u{1B}[?1006l"))
    #expect(closed.contains("\u{1B}[?1049l") && closed.contains("\u{1B}[?25h"))
    #expect(pty.modes == before)
    #expect(fcntl(pty.slave, F_GETFD) >= 0)
  }

  @Test(
    "progress is written to terminals that show it, or where it is forced, and taken away",
    arguments: [
      (["TERM_PROGRAM": "ghostty"], false, true), (["VTE_VERSION": "7900"], false, true),
      (["VTE_VERSION": "7600"], false, false), ([:], false, false), ([:], true, true),
      (["WT_SESSION": "1", "TMUX": "/tmp/x,1,0"], false, false),
    ])
  func progress(hints: [String: String], isForced: Bool, isShown: Bool) throws {
    let pty = try Pty(rows: 10, columns: 40)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave,
      environment: hints.merging(["TERM": "xterm-256color"]) { $1 })
    var frame = Frame(size: terminal.size, title: "begin")
    frame.progress = WorkProgress(percent: 42, isForced: isForced)
    terminal.show(frame, theme: .fallback)
    #expect(pty.output(until: "]2;begin").contains("\u{1B}]9;4;1;42\u{1B}\\") == isShown)
    frame.progress = WorkProgress(percent: nil, isForced: isForced)
    frame.title = "end"
    terminal.show(frame, theme: .fallback)
    #expect(pty.output(until: "]2;end").contains("]9;4;3;0") == isShown)
    terminal.close()
    #expect(pty.output(until: "[?1049l").contains("]9;4;0;0") == isShown)
  }

  @Test(
    "the environment decides on the colours",
    arguments: [
      (["TERM": "xterm-256color"], ColorDepth.indexed),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
      (["TERM": "xterm-256color", "NO_COLOR": ""], .indexed), (["TERM": "linux"], .eight),
      (["TERM": "linux", "COLORTERM": "truecolor"], .eight), (["TERM": "vt100"], .none),
    ])
  func depth(environment: [String: String], depth: ColorDepth) throws {
    let pty = try Pty(rows: 10, columns: 40)
    let terminal = try Terminal(input: pty.slave, output: pty.slave, environment: environment)
    defer { terminal.close() }
    #expect(terminal.depth == depth)
    var frame = Frame(size: terminal.size)
    frame.put("x", row: 9, column: 39, face: .badge1, ground: .selected)
    terminal.show(frame, theme: .fallback)
    #expect(pty.output(until: "x").contains("x"))
  }

  @Test("what is no terminal, or none that is known, is an error and changes nothing")
  func refuses() throws {
    let pty = try Pty(rows: 10, columns: 40)
    let before = pty.modes
    let cases: [([String: String], TerminalError)] = [
      ([:], .unnamed), (["TERM": "no-such"], .unknown(name: "no-such")),
      (["TERM": "dumb"], .unsuitable(name: "dumb")),
    ]
    for (environment, error) in cases {
      #expect(throws: error) {
        _ = try Terminal(input: pty.slave, output: pty.slave, environment: environment)
      }
    }
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    #expect(throws: TerminalError.notATerminal) {
      _ = try Terminal(input: null, output: null, environment: ["TERM": "xterm"])
    }
    #expect(pty.modes == before)
  }

  private static let image = TerminalImage(
    serial: 7, id: 0x80_0007, size: Size(rows: 2, columns: 4), imageProtocol: .kitty,
    bytes: Array(repeating: 0x61, count: 4000))

  /// The frame of an image at the fourth row.
  private func frame(_ image: TerminalImage?, text: String? = nil) -> Frame {
    var frame = Frame(size: Size(rows: 10, columns: 40))
    if let image { frame.put(image, at: Position(row: 3, column: 5), ground: .base) }
    if let text { frame.put(text, row: 4, column: 6, face: .text, ground: .base) }
    return frame
  }

  @Test("an image of placeholders is sent once, drawn as cells, and taken away at the end")
  func placeholders() throws {
    let pty = try Pty(rows: 10, columns: 40)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-direct"])
    defer { terminal.close() }
    #expect(pty.output(until: "\u{1B}[c").contains("\u{1B}[>0q"))
    terminal.show(frame(Self.image), theme: .fallback)
    while terminal.hasOutput { terminal.sendOutput() }
    let cell = Placeholder.cluster(row: 1, column: 3).text
    let shown = pty.output(until: cell, "a=p,U=1")
    #expect(shown.contains(cell) && shown.contains("38:2::128:0:7m"))
    #expect(shown.contains("\u{1B}_Ga=t,f=100,i=8388615,q=2,m=1;YWFh"))
    #expect(shown.contains("\u{1B}_Gq=2,m=0;"))
    #expect(shown.contains("\u{1B}_Ga=p,U=1,i=8388615,c=4,r=2,q=2\u{1B}\\"))
    // Text covers some cells, and they come back without another upload.
    terminal.show(frame(Self.image, text: "x"), theme: .fallback)
    terminal.show(frame(Self.image), theme: .fallback)
    #expect(!terminal.hasOutput)
    #expect(pty.output(until: Placeholder.cluster(row: 1, column: 1).text).contains("x"))
    // In another way to show pictures none of them is kept.
    terminal.removeImages()
    // Nothing is written until the terminal can take it.
    #expect(terminal.hasOutput)
    while terminal.hasOutput { terminal.sendOutput() }
    #expect(pty.output(until: "a=d").contains("\u{1B}_Ga=d,d=I,i=8388615,q=2\u{1B}\\"))
    terminal.show(frame(nil), theme: .fallback)
    terminal.show(frame(Self.image), theme: .fallback)
    while terminal.hasOutput { terminal.sendOutput() }
    #expect(pty.output(until: "a=p,U=1").contains("a=p,U=1,i=8388615"))
    terminal.suspend()
    #expect(pty.output(until: "?1049l").contains("\u{1B}_Ga=d,d=I,i=8388615,q=2\u{1B}\\"))
    terminal.resume()
    terminal.show(frame(Self.image), theme: .fallback)
    #expect(terminal.hasOutput)
    terminal.close()
    #expect(!pty.output(until: "?1049l").contains("a=t"))
  }

  @Test("the tone of the background is asked once, reported by itself, and its colour asked again")
  func tone() throws {
    let pty = try Pty(rows: 10, columns: 40)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-256color"])
    defer { terminal.close() }
    let asked = pty.output(until: "\u{1B}[c")
    #expect(asked.contains("\u{1B}[?2031h"))
    #expect(asked.contains("\u{1B}[?996n\u{1B}]11;?\u{1B}\\") && asked.contains("\u{1B}[8$p"))
    pty.type("\u{1B}[?997;1n\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\j")
    #expect(try terminal.read() == [.key(Key("j"))])
    #expect(terminal.traits.tone == .light)
    #expect(!pty.output().contains("]11;?"))
    pty.type("\u{1B}[?997;1n")
    #expect(try terminal.read() == [])
    #expect(terminal.traits.tone == .light)
    #expect(pty.output(until: "]11;?").contains("\u{1B}]11;?\u{1B}\\"))
    pty.type("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\")
    #expect(try terminal.read() == [] && terminal.traits.tone == .dark)
    terminal.suspend()
    #expect(pty.output(until: "[?1049l").contains("\u{1B}[?2031l"))
    terminal.resume()
    #expect(pty.output(until: "]11;?").contains("\u{1B}[?2031h"))
    terminal.close()
    #expect(pty.output(until: "[?1049l").contains("\u{1B}[?2031l"))
  }

  @Test("in tmux the questions and images go through it to the terminal outside")
  func tmux() throws {
    let pty = try Pty(rows: 10, columns: 40)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave,
      environment: ["TERM": "xterm-direct", "TMUX": "/tmp/tmux-0/default,1,0"])
    defer { terminal.close() }
    let asked = pty.output(until: "\u{1B}Ptmux;\u{1B}\u{1B}[c\u{1B}\\")
    #expect(asked.contains("\u{1B}Ptmux;\u{1B}\u{1B}[>0q\u{1B}\\") && asked.contains("[?1004h"))
    terminal.show(frame(Self.image), theme: .fallback)
    while terminal.hasOutput { terminal.sendOutput() }
    #expect(
      pty.output(until: "a=p,U=1").contains("\u{1B}Ptmux;\u{1B}\u{1B}_Ga=t,f=100,i=8388615"))
    // Another terminal may have attached when the focus comes.
    pty.type("\u{1B}[I")
    #expect(try terminal.read() == [] && terminal.hasOutput)
  }

  @Test(
    "an image over the cells is drawn once, again after it was covered, and leaves no debris",
    arguments: [ImageProtocol.sixel, .iterm2])
  func overlays(imageProtocol: ImageProtocol) throws {
    let pty = try Pty(rows: 10, columns: 40)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-256color"])
    defer { terminal.close() }
    let image = TerminalImage(
      serial: 9, id: 99, size: Size(rows: 2, columns: 4), imageProtocol: imageProtocol,
      bytes: Array("\u{1B}Pq#0~\u{1B}\\".utf8))
    let mark = imageProtocol == .sixel ? "q#0~" : "1337;File=inline=1"
    func shows(_ frame: Frame) -> Bool {
      var ended = frame
      ended.title = String(Int.random(in: 1...1_000_000))
      terminal.show(ended, theme: .fallback)
      terminal.show(
        {
          ended.title += "."; return ended
        }(), theme: .fallback)
      return pty.output(until: ended.title).contains(mark)
    }
    #expect(shows(frame(image)))
    #expect(!shows(frame(image)))
    // A cell is covered: the rows are written anew, without the image.
    #expect(!shows(frame(image, text: "x")))
    #expect(shows(frame(image)))
    terminal.show(frame(nil), theme: .fallback)
    // Blanks over blanks, which ncurses alone would not write.
    #expect(pty.output(until: "\u{1B}[4").contains("\u{1B}[4"))
    #expect(shows(frame(image)))
    terminal.resize()
    #expect(shows(frame(image)))
    // In the last row it might scroll the screen.
    var low = Frame(size: Size(rows: 10, columns: 40))
    low.put(image, at: Position(row: 8, column: 0), ground: .base)
    #expect(!shows(low))
  }

  @Test("rows that move are written anew beside an image over the cells, instead of scrolled")
  func keepsImage() throws {
    let pty = try Pty(rows: 20, columns: 40)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-256color"])
    defer { terminal.close() }
    let image = TerminalImage(
      serial: 9, id: 99, size: Size(rows: 4, columns: 6), imageProtocol: .sixel,
      bytes: Array("\u{1B}Pq#0~\u{1B}\\".utf8))
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    func line(_ number: Int) -> String { (0..<20).map { letters[(number + $0) % 26] }.joined() }
    func shown(from first: Int) -> String {
      var frame = Frame(size: terminal.size, title: "rows from \(first)")
      for row in 0..<20 {
        frame.put(line(first + row), row: row, column: 0, face: .text, ground: .base)
      }
      frame.put(image, at: Position(row: 2, column: 30), ground: .base)
      terminal.show(frame, theme: .fallback)
      // In every row a letter differs from what it had.
      return pty.output(until: frame.title, line(first + 19))
    }
    #expect(shown(from: 0).contains("#0~"))
    let moved = shown(from: 1)
    for row in 0..<20 { #expect(moved.contains(line(1 + row))) }
    // Scrolling, lines inserted or deleted, and regions for them.
    #expect(moved.firstRange(of: /\e\[[0-9;]*[STLMr]/) == nil)
    #expect(!moved.contains("#0~"))
  }

  /// The output of a frame with these texts in its third row.
  private func output(
    _ terminal: Terminal, _ pty: Pty, _ texts: (Int, String)..., title: String
  ) -> String {
    var frame = Frame(size: terminal.size, title: title)
    for (column, text) in texts {
      frame.put(text, row: 2, column: column, face: .text, ground: .base)
    }
    terminal.show(frame, theme: .fallback)
    // The title is written before the rows, and again with another one behind them.
    frame.title += "."
    terminal.show(frame, theme: .fallback)
    return pty.output(until: "]2;" + frame.title)
  }

  private static func hasIsolates(_ output: String) -> Bool {
    output.unicodeScalars.contains { (0x2066...0x2069).contains($0.value) }
  }

  @Test("isolates are exactly around texts from right to left, and none where they are off")
  func isolates() throws {
    let pty = try Pty(rows: 10, columns: 40)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-256color"])
    defer { terminal.close() }
    let plain = output(terminal, pty, (1, "שיר"), (8, "abc"), (20, "אבג"), title: "a")
    #expect(plain.contains("שיר") && plain.contains("אבג") && !Self.hasIsolates(plain))
    terminal.separation = .isolates
    let kept = output(terminal, pty, (1, "שיר"), (8, "abc"), (20, "אבג"), title: "b")
    #expect(kept.contains(" \u{2068}שיר\u{2069}") && kept.contains(" \u{2068}אבג\u{2069}"))
    #expect(kept.unicodeScalars.count { (0x2066...0x2069).contains($0.value) } == 4)
    // Only what differs is written, and with its own isolate.
    let changed = output(terminal, pty, (1, "שיר"), (8, "abc"), (20, "דה"), title: "c")
    #expect(changed.contains("דה\u{2069}") && !changed.contains("שיר"))
    // A window over the end of a text.
    let covered = output(
      terminal, pty, (1, "שיר"), (8, "abc"), (20, "דה"), (3, "│"), title: "d")
    #expect(covered.contains("י\u{2069}│") && !covered.contains("ש"))
    terminal.separation = .lines
    let lines = output(terminal, pty, (1, "שיר"), title: "e")
    #expect(!Self.hasIsolates(lines))
    #expect(lines.split(separator: "│").count == 3 && lines.contains(";8m"))
    terminal.separation = .none
    let none = output(terminal, pty, (1, "שיר"), title: "f")
    #expect(!Self.hasIsolates(none) && !none.contains("│"))
  }

  @Test("a cell that is full of marks still has room for the isolates beside it")
  func fullCell() throws {
    let pty = try Pty(rows: 10, columns: 40)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-256color"])
    defer { terminal.close() }
    terminal.separation = .isolates
    let full = "ש\u{5B8}\u{5C1}\u{5B9}\u{5BC}"
    let shown = output(terminal, pty, (1, "א" + full), (3, full), title: "a")
    #expect(
      shown.contains(
        " \u{2068}אש\u{5B8}\u{5C1}\u{2069}\u{2068}ש\u{5B8}\u{5C1}\u{5B9}\u{2069}"))
  }

  @Test("keys arrive, Escape after a pause, and a hung-up terminal ends reading and closes")
  func reads() throws {
    let pty = try Pty(rows: 10, columns: 40)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm"])
    #expect(try terminal.read() == [])
    pty.type("é\u{1B}[A\u{3}")
    #expect(
      try terminal.read() == [
        .key(Key("é")), .key(Key(.up)), .key(Key(.character("c"), .control)),
      ])
    pty.type("\u{1B}")
    #expect(try terminal.read() == [])
    #expect(terminal.pendingEscape)
    #expect(terminal.flushEscape() == [.key(Key(.escape))])

    pty.hangUp()
    #expect(throws: TerminalError.gone) { try terminal.read() }
    terminal.show(Frame(size: terminal.size), theme: .fallback)
    terminal.close()
  }

  @Test("a new size is taken over and drawn whole; claims beyond reason are cut")
  func resizes() throws {
    let pty = try Pty(rows: 10, columns: 40)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm"])
    defer { terminal.close() }
    var frame = Frame(size: terminal.size)
    frame.put("hello", row: 0, column: 0, face: .text, ground: .base)
    terminal.show(frame, theme: .fallback)
    _ = pty.output(until: "hello")
    pty.resize(rows: 50, columns: 200)
    terminal.resize()
    #expect(terminal.size == Size(rows: 50, columns: 200))
    // A frame of the old size, built before the resize, does no harm.
    terminal.show(frame, theme: .fallback)
    #expect(pty.output(until: "hello").contains("hello"))
    pty.resize(rows: 1, columns: 1)
    terminal.resize()
    terminal.show(frame, theme: .fallback)
    pty.resize(rows: 65_535, columns: 65_535)
    terminal.resize()
    #expect(terminal.size.rows <= 500 && terminal.size.columns <= 1000)
  }

  @Test("suspending gives the terminal back and resuming draws all of it again")
  func suspends() throws {
    let pty = try Pty(rows: 10, columns: 40)
    let before = pty.modes
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm"])
    defer { terminal.close() }
    var frame = Frame(size: terminal.size)
    frame.put("hello", row: 0, column: 0, face: .text, ground: .base)
    terminal.show(frame, theme: .fallback)
    terminal.suspend()
    #expect(pty.modes == before)
    #expect(pty.output(until: "\u{1B}[?1049l").contains("\u{1B}[?1049l"))
    terminal.resume()
    terminal.show(frame, theme: .fallback)
    let output = pty.output(until: "\u{1B}[?1049h", "hello")
    #expect(output.contains("\u{1B}[?1049h") && output.contains("hello"))
    #expect(pty.modes != before)
  }

  @Test("a signal to stop that comes while a frame is drawn is still there afterwards")
  func keepsStop() throws {
    var (stop, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &stop, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let pty = try Pty(rows: 10, columns: 40)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm"])
    defer { terminal.close() }
    // To this thread alone: another one would stop the tests.
    pthread_kill(pthread_self(), SIGTSTP)
    var frame = Frame(size: terminal.size)
    frame.put("hello", row: 0, column: 0, face: .text, ground: .base)
    terminal.show(frame, theme: .fallback)
    sigpending(&pending)
    #expect(sigismember(&pending, SIGTSTP) == 1)
    var time = timespec()
    _ = sigtimedwait(&stop, nil, &time)
  }
}
