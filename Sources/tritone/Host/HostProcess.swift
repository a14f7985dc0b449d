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
    let code = spawn(telling: ends[1], &process)
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

  /// - Returns: 0, or the reason as an errno.
  private func spawn(telling descriptor: Int32, _ process: inout pid_t) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        | Int16(tritone_spawns_session()))
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { word in
      FilePath(bytes: word).withCString { strdup($0) }
    }
    words.append(nil)
    var settings = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + settings { free(text) } }
    return Self.program.withCString {
      posix_spawn(&process, $0, &actions, &attributes, &words, &settings)
    }
  }

  private var arguments: [[UInt8]] {
    var words = ["tritone", "host", "--detached"].map { Array($0.utf8) }
    if isatty(STDERR_FILENO) == 1 { words.append(Array("--is-seen".utf8)) }
    if hasPaths { words.append(Array("--awaits-paths".utf8)) }
    if options.library != nil {
      words += [Array("--library".utf8), options.libraryPath.bytes]
    }
    return words + player.wordsForHost
  }
}

extension GlobalOptions {
  /// Where the player of the library listens.
  var controlSocket: ControlSocket {
    get throws(ControlError) {
      try ControlSocket(
        library: libraryPath, environment: ProcessInfo.processInfo.environment)
    }
  }
}

extension PlayerOptions {
  /// The options that are about the player as a whole, as they are written.
  var startWords: [String] {
    [theme.map { "--theme \($0)" }, shape.map { "--shape \($0.rawValue)" }].compactMap(\.self)
      + (noWatch ? ["--no-watch"] : [])
  }

  /// The options as words, for the player that they are meant for.
  var wordsForHost: [[UInt8]] {
    var words: [String] = []
    if let theme { words += ["--theme=\(theme)"] }
    if let shape { words += ["--shape", shape.rawValue] }
    if let art { words += ["--art", art.rawValue] }
    if screenReader { words.append("--screen-reader") }
    if let bidi { words += ["--bidi", bidi.rawValue] }
    if sound.output != PlayerOptions.standardOutput { words += ["--output", sound.output] }
    if noWatch { words.append("--no-watch") }
    return words.map { Array($0.utf8) }
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
