import CLinux
import Control
import Glibc
import Music

/// Programs that are started with the signals of a new session.
enum ChildProcess {
  /// What a standard stream of the program is.
  enum Stream {
    case descriptor(Int32)
    case nothing
  }

  /// The process group of the program.
  enum Group {
    /// Ours, so that the shell stops and continues both.
    case ours
    /// Its own: Ctrl-C is not for it.
    case own
    /// A session of its own, without a terminal.
    case session
  }

  /// - Parameters:
  ///   - program: a path, or a name that is looked for in PATH.
  ///   - words: its arguments, beginning with its name.
  ///   - streams: standard input, output and error.
  ///   - variables: those of the terminal that the program is for; nil for those of this process.
  /// - Returns: 0, or the reason as an errno.
  static func start(
    _ program: String, _ words: [[UInt8]], streams: [Stream], group: Group,
    variables: [String: String]? = nil, process: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      switch stream {
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      case .nothing:
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    switch group {
    case .ours: break
    case .own:
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= Int16(POSIX_SPAWN_SETPGROUP)
    case .session: flags |= Int16(tritone_spawns_session())
    }
    posix_spawnattr_setflags(&attributes, flags)
    var texts = copies(of: words)
    var settings = copies(of: environment(with: variables))
    defer { for text in texts + settings { free(text) } }
    return posix_spawnp(&process, program, &actions, &attributes, &texts, &settings)
  }

  private static func copies(of texts: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { text in FilePath(bytes: text).withCString { strdup($0) } } + [nil]
  }

  /// The variables of this process as bytes, which need not be UTF-8, with those of a terminal in the
  /// place of the same ones here.
  private static func environment(with variables: [String: String]?) -> [[UInt8]] {
    var own: [[UInt8]] = []
    var next = tritone_variables()
    while let entry = next?.pointee {
      own.append(Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry))))
      next = next?.successor()
    }
    guard let variables else { return own }
    let others = own.filter { entry in
      let name = entry.prefix { $0 != UInt8(ascii: "=") }
      return !AttachLine.passes(String(decoding: name, as: UTF8.self))
    }
    return others + variables.map { Array("\($0.key)=\($0.value)".utf8) }
  }
}
