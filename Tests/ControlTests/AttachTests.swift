import CLinux
import Control
import Foundation
import Glibc
import JSON
import Music
import Testing

/// Terminals: descriptors over the socket, signals in, words out.
@Suite("Attaching", .serialized)
struct AttachTests {
  private let line = AttachLine(
    arguments: [Array("--theme".utf8), [0x66, 0xFF]], folder: FilePath(bytes: [0x2F, 0xE9]),
    environment: [
      "TERM": "xterm-kitty", "LC_ALL": "C.UTF-8", "KITTY_WINDOW_ID": "1", "SECRET": "x",
      "LANG": String(repeating: "l", count: 5000), "HOME": "/root",
    ])

  private func attach(_ passed: Int) -> String {
    "{\"attach\":{\"protocol\":1,\"build\":\"b\",\"folder\":\"/\"}}\n"
  }

  private func pipeEnds() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    return (ends[0], ends[1])
  }

  @Test("a terminal arrives with its descriptors, arguments, folder, environment and process")
  func attaches() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let client = try ControlClient(try runtime.socket)
    #expect(try client.hello() == ControlHello())
    let (input, output) = (pipeEnds(), pipeEnds())
    try client.attach(line, terminal: (input.read, output.write))
    let attached = try #require(host.attached.first(1).first)
    let terminal = try #require(attached.request.terminal)
    #expect(terminal.input != input.read)
    #expect(attached.request.process == getpid())
    #expect(attached.request.line.hello.isOurs)
    #expect(attached.request.line.arguments == line.arguments)
    #expect(attached.request.line.folder == line.folder)
    #expect(
      attached.request.line.environment
        == ["TERM": "xterm-kitty", "LC_ALL": "C.UTF-8", "KITTY_WINDOW_ID": "1"])
    #expect(fcntl(terminal.input, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(terminal.output, F_GETFD) == FD_CLOEXEC)
    // They are the same pipes.
    write(input.write, "in", 2)
    write(terminal.output, "out", 3)
    var bytes = [UInt8](repeating: 0, count: 3)
    #expect(read(terminal.input, &bytes, 2) == 2)
    #expect(read(output.read, &bytes, 3) == 3)
    #expect(bytes == Array("out".utf8))
    for end in [input.read, input.write, output.read, output.write] { close(end) }
  }

  @Test("more arguments than a line has room for arrive with the descriptors")
  func manyArguments() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let client = try ControlClient(try runtime.socket)
    let many = (0..<50_000).map { Array("/music/\($0)/a long name of a file.flac".utf8) + [0xFF] }
    let before = openDescriptors()
    try client.attach(
      AttachLine(arguments: many + [[]], folder: FilePath("/"), environment: [:]),
      terminal: (0, 1))
    let attached = try #require(host.attached.first(1).first)
    #expect(attached.request.line.arguments == many + [[]])
    // Those of the terminal, and none of the file.
    #expect(attached.request.terminal != nil)
    #expect(eventually { openDescriptors() == before + 2 })
  }

  @Test("arguments in anything but a sealed file in memory are refused")
  func strangeArguments() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let program = try RawProgram(try runtime.socket)
    let ends = pipeEnds()
    let line =
      "{\"attach\":{\"protocol\":1,\"build\":\"b\",\"folder\":\"/\",\"passesArguments\":true}}\n"
    program.send(line, [0, 1, ends.read])
    #expect(
      try program.node()?["error"]?.text?.hasPrefix("arguments come in a sealed file") == true)
    program.send(line, [0, 1])
    #expect(
      try program.node()?["error"]?.text == "a terminal has two descriptors: input and output")
    #expect(host.attached.all.isEmpty)
    for end in [ends.read, ends.write] { close(end) }
  }

  @Test("signals reach the terminal in their order, and words its process")
  func talks() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let client = try ControlClient(try runtime.socket)
    try client.attach(line, terminal: (0, 1))
    let connection = try #require(host.attached.first(1).first).connection
    for signal in TerminalSignal.allCases { try client.send(signal) }
    #expect(
      host.events.first(TerminalSignal.allCases.count)
        == TerminalSignal.allCases.map { .signal($0) })
    #expect(try client.word() == nil)
    connection.send(.attached(ControlHello()))
    connection.send(.stop)
    connection.send(.leave(say: "It plays on; :quit ends it", status: 3))
    connection.close()
    var words: [TerminalWord] = []
    #expect(throws: ControlError.lost) {
      while words.count < 10 {
        var polled = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, 20_000)
        while let word = try client.word() { words.append(word) }
      }
    }
    #expect(
      words == [
        .attached(ControlHello()), .stop, .leave(say: "It plays on; :quit ends it", status: 3),
      ])
    #expect(host.events.first(TerminalSignal.allCases.count + 1).last == .ended)
  }

  @Test("the end of the process ends its terminal, once, and what it says besides is ignored")
  func ends() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    var program: RawProgram? = try RawProgram(try runtime.socket)
    program?.send(
      attach(0) + "{\"do\":\"play\"}\ngarbage\n{\"signal\":\"x\"}\n{\"signal\":\"hup\"}\n")
    #expect(host.events.first(1) == [.signal(.hup)])
    program = nil
    #expect(host.events.first(2) == [.signal(.hup), .ended])
    host.end()
    #expect(host.events.all.count == 2)
    #expect(host.requests.all.isEmpty)
    #expect(host.attached.all.first?.request.terminal == nil)
  }

  @Test("the end of the player is told to its terminals' owner, and their processes see it")
  func hostEnds() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let client = try ControlClient(try runtime.socket)
    try client.attach(line, terminal: (0, 1))
    #expect(host.attached.first(1).count == 1)
    host.end()
    #expect(host.events.all == [.ended])
    #expect(throws: ControlError.lost) { try client.word() }
  }

  @Test("descriptors that are not two are refused, and all are closed", arguments: [1, 3, 8])
  func wrongNumber(count: Int) throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let program = try RawProgram(try runtime.socket)
    program.send("{\"do\":\"play\"}\n")
    #expect(program.line() == #"{"ok":true}"#)
    let before = openDescriptors()
    for _ in 0..<50 {
      program.send(attach(count), (0..<count).map { _ in 1 })
      #expect(
        try program.node()?["error"]?.text == "a terminal has two descriptors: input and output")
    }
    #expect(eventually { openDescriptors() == before })
    #expect(host.attached.all.isEmpty)
    program.send("{\"do\":\"play\"}\n")
    #expect(program.line() == #"{"ok":true}"#)
  }

  @Test("descriptors that come in pieces or with other requests are bounded, and closed at the end")
  func pieces() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let socket = try runtime.socket
    let before = openDescriptors()
    do {
      let program = try RawProgram(socket)
      for _ in 0..<100 {
        program.send("{\"do\":\"play\"}\n", [0, 1])
        #expect(program.line() == #"{"ok":true}"#)
      }
      // The program's own socket, the server's, and three that were kept for an attach.
      #expect(openDescriptors() <= before + 5)
    }
    let other = try RawProgram(socket)
    other.send("{\"attach\":{\"protocol\":1,", [0])
    other.send("\"build\":\"b\",\"folder\":\"/\"}}\n", [1])
    #expect(host.attached.first(1).first?.request.terminal != nil)
    other.send("{\"signal\":\"winch\"}\n", [0, 1, 2])
    #expect(host.events.first(1).first == .signal(.winch))
    _ = host.events.first(1)
  }

  @Test("a terminal's descriptors are closed with it, and those of refused and ended ones")
  func closesAll() throws {
    let runtime = Runtime()
    let before = openDescriptors()
    do {
      let host = try TestHost(runtime)
      for round in 1...20 {
        let client = try ControlClient(try runtime.socket)
        try client.attach(line, terminal: (0, 1))
        #expect(host.attached.first(round).count == round)
      }
      #expect(host.events.first(20) == Array(repeating: .ended, count: 20))
      host.end()
    }
    // The thread of the server lets go of them a moment after its end.
    #expect(eventually { openDescriptors() <= before })
  }
}
