import Curses
import Foundation
import Screen
import Testing

@Suite(.serialized) struct SlowTerminalTests {
  private static let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)

  /// A frame of which every cell differs from those of its neighbours in number.
  static func frame(_ number: Int, size: Size) -> Frame {
    var frame = Frame(size: size, title: "frame \(number)")
    for row in 0..<size.rows {
      frame.put(
        line(number, row, size.columns - 1), row: row, column: 0,
        face: (number + row) % 2 == 0 ? .text : .title, ground: .base)
    }
    return frame
  }

  static func line(_ number: Int, _ row: Int, _ columns: Int) -> String {
    (0..<columns).map { letters[(number * 7 + row * 3 + $0) % 26] }.joined()
  }

  static func lines(_ number: Int, size: Size) -> [String] {
    (0..<size.rows).map { line(number, $0, size.columns - 1) }
  }

  /// Reads all that a terminal was given to write.
  private static func drain(_ terminal: Terminal, _ pty: Pty) -> [UInt8] {
    var bytes: [UInt8] = []
    let end = ContinuousClock.now + .seconds(60)
    var quiet = 0
    while quiet < 5, ContinuousClock.now < end {
      terminal.sendOutput()
      let more = pty.takeOutput()
      bytes += more
      quiet = more.isEmpty && !terminal.hasOutput ? quiet + 1 : 0
      usleep(1000)
    }
    return bytes
  }

  private static func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }

  /// Shows 60 frames on a terminal that does not read, then lets it read.
  ///
  /// - Parameter own: the descriptors of a terminal that is written without waiting.
  private static func stall(_ pty: Pty, at descriptor: Int32, own: Int) throws {
    let other = try Pty(rows: 10, columns: 40)
    let (count, flags) = (try descriptors(), fcntl(descriptor, F_GETFL))
    let slow = try Terminal(
      input: descriptor, output: descriptor, environment: ["TERM": "xterm-256color"])
    defer { slow.close() }
    #expect(try descriptors() == count + own)
    let quick = try Terminal(
      input: other.slave, output: other.slave, environment: ["TERM": "xterm-256color"])
    defer { quick.close() }
    #expect(slow.takesFrames && quick.takesFrames)
    for number in 0..<60 {
      slow.show(frame(number, size: slow.size), theme: .fallback)
      quick.show(frame(number, size: quick.size), theme: .fallback)
      let shown = other.output(until: "frame \(number)\u{1B}", line(number, 9, 39))
      #expect(shown.contains("frame \(number)\u{1B}"))
      #expect(quick.takesFrames)
    }
    #expect(!slow.takesFrames && slow.hasOutput)
    // The description is shared with whoever opened it.
    #expect(fcntl(descriptor, F_GETFL) == flags)
    let bytes = drain(slow, pty)
    #expect(slow.takesFrames && !slow.hasOutput)
    #expect(bytes.count < 60_000)
    let expected = lines(59, size: slow.size)
    let rows = try Emulator.rows(after: bytes, rows: 30, columns: 100) { $0 == expected }
    #expect(rows == expected)
  }

  @Test("a terminal that never reads holds up nothing, and comes back with the newest frame")
  func stalls() throws {
    let pty = try Pty(rows: 30, columns: 100)
    // One for the memory of ncurses, one for the terminal.
    try Self.stall(pty, at: pty.slave, own: 2)
  }

  @Test("nor does one that cannot be opened again")
  func stallsUnopened() async throws {
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_IGN)
      setsid()
      let pty = try Pty(rows: 30, columns: 100)
      let controlling = open(pty.path, O_RDWR)
      let terminal = open("/dev/tty", O_RDWR)
      // /dev/tty is nothing any more for this process, but the descriptor stays.
      #expect(ioctl(controlling, UInt(TIOCNOTTY)) == 0)
      #expect(open("/dev/tty", O_RDWR) < 0)
      try SlowTerminalTests.stall(pty, at: terminal, own: 1)
    }
  }

  @Test("too much that waits is dropped, and the screen is drawn whole afterwards")
  func drops() throws {
    let pty = try Pty(rows: 30, columns: 100)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-256color"])
    defer { terminal.close() }
    for number in 0..<9 {
      terminal.show(Self.frame(number, size: terminal.size), theme: .fallback)
    }
    var frame = Self.frame(9, size: terminal.size)
    frame.title = "the last"
    terminal.show(frame, theme: .fallback)
    for _ in 0..<600 { terminal.copy(String(repeating: "x", count: 8192)) }
    #expect(terminal.hasOutput && !terminal.takesFrames)
    let bytes = Self.drain(terminal, pty)
    #expect(terminal.takesFrames && !terminal.hasOutput)
    #expect(bytes.count < 200_000)
    let text = String(decoding: bytes, as: UTF8.self)
    // What was begun is ended.
    #expect(text.contains("\u{18}\u{1B}\\"))
    #expect(text.contains("\u{1B}]2;the last\u{1B}\\"))
    #expect(text.contains("[?2004h"))
    let expected = Self.lines(9, size: terminal.size)
    let rows = try Emulator.rows(after: bytes, rows: 30, columns: 100) { $0 == expected }
    #expect(rows == expected)
    // Differences are written again.
    frame.put("here", row: 3, column: 3, face: .text, ground: .base)
    terminal.show(frame, theme: .fallback)
    let more = pty.output(until: "here")
    #expect(more.contains("here") && !more.contains(expected[7]))
  }

  @Test("a terminal that takes nothing is given back in its modes without much waiting")
  func leaves() throws {
    let pty = try Pty(rows: 30, columns: 100)
    let before = pty.modes
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-256color"])
    for number in 0..<20 {
      terminal.show(Self.frame(number, size: terminal.size), theme: .fallback)
    }
    #expect(terminal.hasOutput)
    terminal.suspend()
    #expect(pty.modes == before && !terminal.hasOutput && !terminal.takesFrames)
    var bytes = pty.takeOutput()
    terminal.resume()
    #expect(pty.modes != before)
    terminal.show(Self.frame(20, size: terminal.size), theme: .fallback)
    bytes += Self.drain(terminal, pty)
    let expected = Self.lines(20, size: terminal.size)
    let rows = try Emulator.rows(after: bytes, rows: 30, columns: 100) { $0 == expected }
    #expect(rows == expected)
    for number in 0..<20 {
      terminal.show(Self.frame(number, size: terminal.size), theme: .fallback)
    }
    terminal.close()
    #expect(pty.modes == before)
  }

  @Test("a terminal that takes nothing is given back by steps, between which others are drawn on")
  func leavesBySteps() throws {
    let (pty, other) = (try Pty(rows: 30, columns: 100), try Pty(rows: 10, columns: 40))
    let before = pty.modes
    let slow = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-256color"])
    let quick = try Terminal(
      input: other.slave, output: other.slave, environment: ["TERM": "xterm-256color"])
    defer { quick.close() }
    for number in 0..<20 {
      slow.show(Self.frame(number, size: slow.size), theme: .fallback)
    }
    slow.beginLeaving(forGood: true)
    #expect(slow.isLeaving && pty.modes != before)
    #expect(slow.leavingEvents.output && !slow.takesFrames && !slow.hasOutput)
    quick.show(Self.frame(1, size: quick.size), theme: .fallback)
    #expect(other.output(until: Self.line(1, 9, 39)).contains("frame 1"))
    while let end = slow.leavingEnd {
      while ContinuousClock.now < end { usleep(1_000) }
      slow.goOnLeaving()
    }
    #expect(!slow.isLeaving && pty.modes == before)
    quick.show(Self.frame(2, size: quick.size), theme: .fallback)
    #expect(other.output(until: Self.line(2, 9, 39)).contains("frame 2"))
  }

  @Test("a terminal that reads again while it is given back gets all that it has to")
  func leavesInTime() throws {
    let pty = try Pty(rows: 30, columns: 100)
    let before = pty.modes
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-256color"])
    for number in 0..<20 {
      terminal.show(Self.frame(number, size: terminal.size), theme: .fallback)
    }
    terminal.beginLeaving(forGood: false)
    var bytes: [UInt8] = []
    while terminal.isLeaving {
      bytes += pty.takeOutput()
      terminal.goOnLeaving()
    }
    bytes += pty.takeOutput()
    #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[?1049l"))
    #expect(pty.modes == before)
    terminal.resume()
    #expect(pty.modes != before)
    terminal.close()
  }

  @Test("a terminal that its own process has restored is left alone")
  func abandons() throws {
    let pty = try Pty(rows: 10, columns: 40)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-256color"])
    terminal.show(Self.frame(1, size: terminal.size), theme: .fallback)
    _ = pty.output(until: Self.line(1, 9, 39))
    let modes = pty.modes
    terminal.abandon()
    #expect(pty.takeOutput().isEmpty && pty.modes == modes)
    #expect(throws: TerminalError.gone) { try terminal.read() }
  }

  @Test("images wait behind frames, and frames do not wait for images")
  func images() throws {
    let pty = try Pty(rows: 30, columns: 100)
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-direct"])
    defer { terminal.close() }
    let image = TerminalImage(
      serial: 7, id: 0x80_0007, size: Size(rows: 2, columns: 4), imageProtocol: .kitty,
      bytes: Array(repeating: 0x61, count: 200_000))
    var frame = Frame(size: terminal.size)
    frame.put(image, at: Position(row: 3, column: 5), ground: .base)
    terminal.show(frame, theme: .fallback)
    for _ in 0..<200 { terminal.sendOutput() }
    #expect(terminal.hasOutput)
    // Part of the image waits.
    #expect(terminal.takesFrames)
    frame.put("beside", row: 10, column: 10, face: .text, ground: .base)
    terminal.show(frame, theme: .fallback)
    #expect(!terminal.takesFrames)
    let text = String(decoding: Self.drain(terminal, pty), as: UTF8.self)
    let beside = try #require(text.firstRange(of: "beside"))
    let end = try #require(text.firstRange(of: "a=p,U=1"))
    #expect(beside.lowerBound < end.lowerBound)
    // No command has been torn apart.
    let commands = text.split(separator: "\u{1B}_G").dropFirst()
    #expect(commands.count > 60)
    #expect(commands.allSatisfy { $0.contains("\u{1B}\\") })
  }

  @Test("a hang-up while output waits ends that terminal alone")
  func hangsUp() throws {
    let (pty, other) = (try Pty(rows: 30, columns: 100), try Pty(rows: 10, columns: 40))
    let gone = try Terminal(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm-256color"])
    let there = try Terminal(
      input: other.slave, output: other.slave, environment: ["TERM": "xterm-256color"])
    defer { there.close() }
    for number in 0..<20 { gone.show(Self.frame(number, size: gone.size), theme: .fallback) }
    #expect(gone.hasOutput)
    pty.hangUp()
    gone.sendOutput()
    #expect(!gone.hasOutput && !gone.takesFrames)
    #expect(throws: TerminalError.gone) { try gone.read() }
    gone.show(Self.frame(1, size: gone.size), theme: .fallback)
    gone.resize()
    #expect(!gone.hasOutput)
    gone.suspend()
    gone.resume()
    gone.close()
    #expect(try there.read() == [])
    there.show(Self.frame(1, size: there.size), theme: .fallback)
    #expect(other.output(until: "frame 1").contains("frame 1"))
  }
}
