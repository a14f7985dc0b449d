import ArgumentParser
import CLinux
import Control
import FoundationEssentials
import Glibc
import Interface
import Music

/// The player as a process of its own: found, or started.
struct HostProcess {
  let options: GlobalOptions
  let player: PlayerOptions
  /// Whether paths are going to be played in place of the stored queue.
  let hasPaths: Bool
  /// Whether a terminal is going to attach: without one the player ends again.
  let awaitsTerminal: Bool

  /// Longer than any library takes to open, its upgrade and its repair aside, which are told.
  private static let patience: Duration = .seconds(10)

  /// The byte by which the process says that it listens, after all that it says about its opening.
  static let readyMark: UInt8 = 0

  /// A connection to the player of the library.
  ///
  /// - Throws: `ControlError`, or `ExitCode` where the process has told why it does not start.
  func connect() throws -> ControlClient {
    let socket = try options.controlSocket
    do throws(ControlError) {
      return try ControlClient(socket)
    } catch {
      guard case .noHost = error else { throw error }
    }
    try socket.makeFolder()
    // Two starts at the same moment start two processes, one of which finds the other and ends.
    try start()
    return try ControlClient(socket, waiting: Self.patience)
  }

  /// Starts it, and waits until it listens or has ended. What it says meanwhile is told here.
  private func start() throws {
    var ends: [Int32] = [-1, -1]
    let failure = tritone_pipe(&ends)
    guard failure == 0 else { throw ControlError.system(Self.program, code: failure) }
    var process: pid_t = 0
    let code = ChildProcess.start(
      Self.program.text, arguments, streams: [.nothing, .nothing, .descriptor(ends[1])],
      group: .session, process: &process)
    close(ends[1])
    defer { close(ends[0]) }
    guard code == 0 else { throw ControlError.system(Self.program, code: code) }
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(ends[0], &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      let end = part[..<count].firstIndex(of: Self.readyMark)
      // The words of this program, cleaned by it, told as they come: an upgrade may take minutes.
      StandardError.write(String(decoding: part[..<(end ?? count)], as: UTF8.self))
      if end != nil { return }
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    if status != 0 { throw ExitCode(status & 0x7F == 0 ? status >> 8 & 0xFF : 1) }
  }

  private static let program = FilePath("/proc/self/exe")

  private var arguments: [[UInt8]] {
    var words = ["tritone", "host", "--detached"].map { Array($0.utf8) }
    if isatty(STDERR_FILENO) == 1 { words.append(Array("--is-seen".utf8)) }
    if hasPaths { words.append(Array("--awaits-paths".utf8)) }
    if awaitsTerminal { words.append(Array("--awaits-terminal".utf8)) }
    if options.library != nil {
      words += [Array("--library".utf8), options.libraryPath.bytes]
    }
    return words + player.words
  }
}

extension GlobalOptions {
  /// The lock of the library, beside its file, by whatever name that was found: the socket is in a
  /// folder of the session, of which a user may have several.
  var hostLock: FilePath {
    FilePath(bytes: ControlSocket.resolved(libraryPath).bytes + Array("-host".utf8))
  }

  /// Where the player of the library listens.
  var controlSocket: ControlSocket {
    get throws(ControlError) {
      try .ofPlayer(of: libraryPath)
    }
  }
}

extension ControlSocket {
  /// The socket of the player of a library.
  static func ofPlayer(of library: FilePath) throws(ControlError) -> ControlSocket {
    try ControlSocket(library: library, environment: ProcessInfo.processInfo.environment)
  }
}

extension MediaSource {
  /// The source as a word of a command line, from which `playable` makes it again.
  var argument: [UInt8] {
    switch self {
    case .file(let path): path.bytes
    case .stream(let address): Array(address.request.utf8)
    case .server(let address): Array(address.text.utf8)
    }
  }
}
