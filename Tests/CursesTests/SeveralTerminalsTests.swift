import Curses
import Foundation
import Screen
import Testing

@Suite(.serialized) struct SeveralTerminalsTests {
  private static let kinds: [(term: String, size: Size)] = [
    ("xterm-256color", Size(rows: 24, columns: 80)), ("vt100", Size(rows: 50, columns: 132)),
    ("linux", Size(rows: 25, columns: 80)), ("xterm-direct", Size(rows: 12, columns: 30)),
    ("tmux-256color", Size(rows: 60, columns: 211)), ("screen", Size(rows: 3, columns: 20)),
  ]

  private func open(_ size: Size, _ environment: [String: String]) throws -> (Pty, Terminal) {
    let pty = try Pty(rows: UInt16(size.rows), columns: UInt16(size.columns))
    return (
      pty, try Terminal(input: pty.slave, output: pty.slave, environment: environment)
    )
  }

  /// Shows rows that scroll by, which terminals do in ways of their own.
  @Test("terminals of different kinds and sizes show the same frames at once, each rightly")
  func kinds() throws {
    let opened = try Self.kinds.map { try open($0.size, ["TERM": $0.term]) }
    defer { for (_, terminal) in opened { terminal.close() } }
    var bytes = opened.map { _ in [UInt8]() }
    for number in 0..<12 {
      for (index, (pty, terminal)) in opened.enumerated() {
        var frame = Frame(size: terminal.size)
        for row in 0..<terminal.size.rows {
          let line = SlowTerminalTests.line(0, row + number, terminal.size.columns - 1)
          frame.put(
            line, row: row, column: 0, face: row % 3 == 0 ? .title : .badge1, ground: .base)
        }
        terminal.show(frame, theme: .fallback)
        repeat {
          bytes[index] += pty.takeOutput()
          terminal.sendOutput()
        } while terminal.hasOutput
      }
    }
    usleep(50_000)
    for (index, (pty, terminal)) in opened.enumerated() {
      let kind = Self.kinds[index]
      #expect(terminal.size == kind.size)
      let output = bytes[index] + pty.takeOutput()
      let expected = (0..<kind.size.rows).map {
        SlowTerminalTests.line(0, $0 + 11, kind.size.columns - 1)
      }
      let rows = try Emulator.rows(
        after: output, rows: kind.size.rows, columns: kind.size.columns
      ) { $0 == expected }
      #expect(rows == expected, "\(kind.term)")
      let text = String(decoding: output, as: UTF8.self)
      #expect(text.contains("38;5;") == (terminal.depth == .indexed), "\(kind.term)")
      #expect(text.contains("38:2:") == (terminal.depth == .direct), "\(kind.term)")
    }
  }

  @Test("each terminal has the colours of its own skin, also where those change by turns")
  func skins() throws {
    let opened = try ["xterm-direct", "xterm-direct", "xterm-256color"].map {
      try open(Size(rows: 10, columns: 40), ["TERM": $0])
    }
    defer { for (_, terminal) in opened { terminal.close() } }
    func theme(_ hex: String) throws -> Theme {
      var theme = Theme.fallback
      theme.faces[.text] = Theme.FaceStyle(foreground: try #require(Color(hex: hex)))
      return theme
    }
    let themes = try ["#102030", "#405060", "#ff0000"].map(theme)
    let wanted = ["38:2::16:32:48", "38:2::64:80:96", "38;5;196"]
    for round in 0..<3 {
      for (index, (pty, terminal)) in opened.enumerated() {
        let place = (index + round) % 2
        let own = index == 2 ? 2 : place
        let frame = SlowTerminalTests.frame(round, size: terminal.size)
        terminal.show(frame, theme: themes[own])
        let text = pty.output(until: SlowTerminalTests.line(round, 9, 39))
        #expect(text.contains(wanted[own]), "round \(round), terminal \(index)")
        for other in 0..<2 where other != own {
          #expect(!text.contains(wanted[other]), "round \(round), terminal \(index)")
        }
      }
    }
  }

  @Test("a taller screen than that of the entry scrolls whole from the beginning")
  func scrollRegion() throws {
    let (pty, terminal) = try open(Size(rows: 50, columns: 80), ["TERM": "xterm-256color"])
    defer { terminal.close() }
    terminal.show(SlowTerminalTests.frame(1, size: terminal.size), theme: .fallback)
    let text = pty.output(until: "frame 1", SlowTerminalTests.line(1, 49, 79))
    let regions = text.matches(of: /\e\[\d+;(\d+)r/).map { String($0.output.1) }
    #expect(regions.last == "50")
  }

  @Test("the modes are those for drawing, and each terminal gets its own back")
  func modes() throws {
    let ptys = [try Pty(rows: 10, columns: 40), try Pty(rows: 20, columns: 60)]
    var odd = termios()
    tcgetattr(ptys[1].slave, &odd)
    odd.c_oflag |= tcflag_t(TAB3)
    odd.c_iflag |= tcflag_t(PARMRK | INLCR)
    tcsetattr(ptys[1].slave, TCSANOW, &odd)
    let before = ptys.map(\.modes)
    let terminals = try ptys.map {
      try Terminal(input: $0.slave, output: $0.slave, environment: ["TERM": "linux"])
    }
    for pty in ptys {
      let (input, output, local) = (pty.modes[0], pty.modes[1], pty.modes[2])
      #expect(input & tcflag_t(BRKINT | PARMRK | IXON | ICRNL | INLCR | IGNCR) == 0)
      #expect(output & tcflag_t(ONLCR | TAB3) == 0)
      #expect(output & tcflag_t(OPOST) != 0)
      #expect(local & tcflag_t(ICANON | ISIG | IEXTEN | ECHO | ECHONL) == 0)
    }
    terminals[0].close()
    #expect(ptys[0].modes == before[0] && ptys[1].modes != before[1])
    terminals[1].suspend()
    #expect(ptys[1].modes == before[1])
    terminals[1].resume()
    #expect(ptys[1].modes != before[1])
    terminals[1].close()
    #expect(ptys[1].modes == before[1])
  }

  @Test("closing one leaves the others as they are")
  func closes() throws {
    let (firstPty, first) = try open(Size(rows: 10, columns: 40), ["TERM": "xterm-direct"])
    let (secondPty, second) = try open(Size(rows: 20, columns: 60), ["TERM": "xterm-256color"])
    var frame = SlowTerminalTests.frame(1, size: second.size)
    for round in 0..<2 {
      second.show(frame, theme: .fallback)
      first.show(SlowTerminalTests.frame(round, size: first.size), theme: .fallback)
    }
    _ = (firstPty.output(until: "frame 1"), secondPty.output(until: "frame 1"))
    first.close()
    #expect(firstPty.output(until: "[?1049l").contains("[?1049l"))
    // A terminal that cannot be opened changes none of the others.
    #expect(throws: TerminalError.unknown(name: "no-such")) {
      try open(Size(rows: 10, columns: 40), ["TERM": "no-such"])
    }
    #expect(throws: TerminalError.unsuitable(name: "dumb")) {
      try open(Size(rows: 10, columns: 40), ["TERM": "dumb"])
    }
    _ = try TerminalProbe(environment: ["TERM": "vt100"])
    frame.put("changed", row: 12, column: 20, face: .badge2, ground: .base)
    second.show(frame, theme: .fallback)
    let changed = secondPty.output(until: "changed")
    #expect(changed.contains("changed") && !changed.contains(SlowTerminalTests.line(1, 3, 59)))
    #expect(changed.contains("38;5;"))
    secondPty.resize(rows: 30, columns: 100)
    second.resize()
    #expect(second.size == Size(rows: 30, columns: 100))
    second.show(SlowTerminalTests.frame(2, size: second.size), theme: .fallback)
    let line = SlowTerminalTests.line(2, 29, 99)
    #expect(secondPty.output(until: line).contains(line))
    second.close()
    #expect(secondPty.output(until: "[?1049l").contains("[?1049l"))
  }

  /// What was written, once it ends with this frame's last row.
  private func bytes(_ terminal: Terminal, _ pty: Pty, showing number: Int) -> [UInt8] {
    terminal.show(SlowTerminalTests.frame(number, size: terminal.size), theme: .fallback)
    let last = SlowTerminalTests.line(number, terminal.size.rows - 1, terminal.size.columns - 1)
    return Array(pty.output(until: last).utf8)
  }

  @Test("a new size of one leaves the screens of the others as they are")
  func resizes() throws {
    let size = Size(rows: 20, columns: 60)
    let (firstPty, first) = try open(size, ["TERM": "xterm-256color"])
    let (secondPty, second) = try open(size, ["TERM": "vt100"])
    defer { second.close() }
    var output = bytes(second, secondPty, showing: 1)
    _ = bytes(first, firstPty, showing: 1)
    var frame = SlowTerminalTests.frame(1, size: size)
    var expected = SlowTerminalTests.lines(1, size: size)
    for (number, rows) in [UInt16(5), 40, 20, 1].enumerated() {
      firstPty.resize(rows: rows, columns: 3 * rows)
      first.resize()
      #expect(first.size == Size(rows: Int(rows), columns: Int(3 * rows)))
      first.show(SlowTerminalTests.frame(number, size: first.size), theme: .fallback)
      _ = firstPty.output()
      // One letter in a row at the end differs.
      let word = "change\(number)"
      frame.put(word, row: 16 + number, column: 40, face: .text, ground: .base)
      second.show(frame, theme: .fallback)
      let change = secondPty.output(until: "\(number)")
      #expect(change.utf8.count < 60)
      output += Array(change.utf8)
      let line = expected[16 + number]
      expected[16 + number] = line.prefix(40) + word + line.dropFirst(40 + word.count)
    }
    first.close()
    let rows = try Emulator.rows(after: output, rows: 20, columns: 60) { $0 == expected }
    #expect(rows == expected)
  }

  @Test("a terminal begins with a blank screen of its own, whatever one before it showed")
  func begins() throws {
    let (_, other) = try open(Size(rows: 10, columns: 40), ["TERM": "vt100"])
    defer { other.close() }
    var isFirst = true
    for size in [Size(rows: 24, columns: 80), Size(rows: 50, columns: 100)] {
      let (pty, terminal) = try open(size, ["TERM": "xterm-256color"])
      defer { terminal.close() }
      var frame = Frame(size: size)
      frame.put("only \(size.rows)", row: size.rows - 1, column: 3, face: .badge1, ground: .base)
      terminal.show(frame, theme: .fallback)
      let text = pty.output(until: "only", "\(size.rows)", "[?1049h")
      #expect(text.contains("[?1049h") && text.contains("38;5;"), "\(isFirst)")
      #expect(text.contains("\u{1B}[1;\(size.rows)r"))
      let expected =
        Array(repeating: "", count: size.rows - 1) + ["   only \(size.rows)"]
      let rows = try Emulator.rows(
        after: Array(text.utf8), rows: size.rows, columns: size.columns
      ) { $0 == expected }
      #expect(rows == expected)
      // The next one gets the screen with this on it.
      _ = bytes(terminal, pty, showing: 1)
      isFirst = false
    }
  }

  @Test("a thousand terminals one after the other leave no descriptors and no memory")
  func cycles() throws {
    let size = Size(rows: 24, columns: 80)
    let (otherPty, other) = try open(size, ["TERM": "xterm-256color"])
    defer { other.close() }
    let pty = try Pty(rows: 24, columns: 80)
    func cycle(_ number: Int) throws {
      let term = number % 2 == 0 ? "linux" : "vt100"
      let terminal = try Terminal(
        input: pty.slave, output: pty.slave, environment: ["TERM": term])
      terminal.show(SlowTerminalTests.frame(number, size: size), theme: .fallback)
      _ = pty.takeOutput()
      terminal.close()
      _ = pty.takeOutput()
      other.show(SlowTerminalTests.frame(number, size: size), theme: .fallback)
      _ = otherPty.takeOutput()
    }
    func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    /// Pages in memory.
    func memory() throws -> Int {
      let numbers = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      return Int(numbers.split(separator: " ")[1]) ?? 0
    }
    for number in 0..<100 { try cycle(number) }
    let (pages, open) = (try memory(), try descriptors())
    for number in 0..<1000 { try cycle(number) }
    #expect(try descriptors() == open)
    #expect(try memory() < pages + 256)
  }

  @Test("entries are looked for where the terminal's environment says, and only there")
  func terminfo() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tritone-terminfo-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("source")
    try Data("mine|mine, use=linux, smcup=\\E[mine,\n".utf8).write(to: source)
    let tic = try Process.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      arguments: ["tic", "-o", folder.path, source.path])
    tic.waitUntilExit()
    let before = ProcessInfo.processInfo.environment
    let size = Size(rows: 10, columns: 40)
    for name in ["TERMINFO", "TERMINFO_DIRS"] {
      let (pty, terminal) = try open(size, ["TERM": "mine", name: folder.path])
      #expect(terminal.depth == .eight)
      #expect(pty.output(until: "\u{1B}[mine").contains("\u{1B}[mine"))
      // The entry is the same after the terminal was away.
      terminal.suspend()
      terminal.resume()
      terminal.show(SlowTerminalTests.frame(1, size: size), theme: .fallback)
      #expect(pty.output(until: "\u{1B}[mine").contains("\u{1B}[mine"))
      terminal.close()
      #expect(throws: TerminalError.unknown(name: "mine")) { try open(size, ["TERM": "mine"]) }
    }
    #expect(ProcessInfo.processInfo.environment == before)
  }

  @Test(
    "a terminal that is unknown here is drawn on as on xterm where its name says so",
    arguments: [
      (["TERM": "xterm-no-such"], ColorDepth.indexed), (["TERM": "my-256color"], .indexed),
      (["TERM": "xterm-no-such", "COLORTERM": "truecolor"], .direct),
      (["TERM": "xterm-no-such", "NO_COLOR": "1"], .none),
    ])
  func unknown(environment: [String: String], depth: ColorDepth) throws {
    let (pty, terminal) = try open(Size(rows: 10, columns: 40), environment)
    defer { terminal.close() }
    #expect(terminal.depth == depth)
    terminal.show(SlowTerminalTests.frame(1, size: terminal.size), theme: .fallback)
    let line = SlowTerminalTests.line(1, 9, 39)
    #expect(pty.output(until: line).contains(line))
  }

  @Test("descriptors of no terminal, or of two, are errors and change nothing")
  func refuses() throws {
    let (pty, other) = (try Pty(rows: 10, columns: 40), try Pty(rows: 10, columns: 40))
    let before = [pty.modes, other.modes]
    let null = Glibc.open("/dev/null", O_RDWR)
    defer { Glibc.close(null) }
    let again = Glibc.open(pty.path, O_RDWR | O_NOCTTY)
    defer { Glibc.close(again) }
    let cases: [(Int32, Int32, TerminalError)] = [
      (pty.slave, other.slave, .differentTerminals), (pty.slave, null, .notATerminal),
      (null, pty.slave, .notATerminal), (-1, pty.slave, .notATerminal),
      (pty.slave, 999_999, .notATerminal),
    ]
    for (input, output, error) in cases {
      #expect(throws: error) {
        try Terminal(input: input, output: output, environment: ["TERM": "xterm"])
      }
    }
    #expect([pty.modes, other.modes] == before)
    // Two descriptions of the same terminal are fine.
    let terminal = try Terminal(
      input: pty.slave, output: again, environment: ["TERM": "xterm"])
    terminal.close()
    #expect(pty.modes == before[0])
  }

  @Test("a crash restores all terminals")
  func crashes() async throws {
    let ptys = [try Pty(rows: 10, columns: 40), try Pty(rows: 20, columns: 60)]
    let before = ptys.map(\.modes)
    let paths = ptys.map(\.path)
    await #expect(processExitsWith: .signal(SIGABRT)) {
      [first = paths[0] as String, second = paths[1] as String] in
      let descriptors = [first, second, second].map { (path: String) in
        Glibc.open(path, O_RDWR | O_NOCTTY)
      }
      let terminals = try descriptors.map {
        try Terminal(input: $0, output: $0, environment: ["TERM": "xterm-256color"])
      }
      // The place of one that was closed is nobody's.
      terminals[2].close()
      Terminal.restoreOnCrash()
      for terminal in terminals {
        terminal.show(SlowTerminalTests.frame(1, size: terminal.size), theme: .fallback)
      }
      abort()
    }
    #expect(ptys.map(\.modes) == before)
    for pty in ptys {
      let text = pty.output(until: "[?1049l")
      #expect(text.contains("frame 1") && text.contains("[?1049l") && text.contains("[?2004l"))
    }
  }
}
