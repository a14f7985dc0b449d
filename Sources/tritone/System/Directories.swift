import FoundationEssentials
import Glibc
import Log
import Music

/// The directories of the program's files and of the user's music (XDG base directories).
struct Directories: Sendable {
  let home: FilePath
  let configuration: FilePath
  let data: FilePath
  /// The folder of files that can be made again at any time.
  let cache: FilePath
  /// The folder of what is neither needed nor made again: the log.
  let state: FilePath
  /// The system's music folder, existing or not.
  let music: FilePath

  /// Whether the folder of the program's files is known: from some home, or set explicitly.
  let hasData: Bool

  let current: FilePath
  private let arguments: ArgumentBytes

  /// - Parameter account: the home of the user's account, used if HOME is not set or not absolute:
  /// the current folder is no home.
  init(
    environment: [String: String], current: FilePath,
    arguments: ArgumentBytes = ArgumentBytes(),
    account: @autoclosure () -> String? = Directories.accountHome
  ) {
    func isAbsolute(_ path: String) -> Bool { path.hasPrefix("/") }
    let known =
      environment["HOME"].flatMap { isAbsolute($0) ? $0 : nil }
      ?? account().flatMap { isAbsolute($0) ? $0 : nil }
    let home = FilePath(known ?? "/")
    hasData = known != nil || environment["XDG_DATA_HOME"].map(isAbsolute) ?? false
    func folder(_ variable: String, _ fallback: String) -> FilePath {
      // The specification: relative paths are ignored.
      if let path = environment[variable], path.hasPrefix("/") { return FilePath(path) }
      return home.appending(fallback)
    }
    self.home = home
    self.current = current
    self.arguments = arguments
    let base = folder("XDG_CONFIG_HOME", ".config")
    configuration = base.appending("tritone")
    data = folder("XDG_DATA_HOME", ".local/share").appending("tritone")
    state = folder("XDG_STATE_HOME", ".local/state").appending("tritone")
    cache = folder("XDG_CACHE_HOME", ".cache").appending("tritone")
    music =
      environment["XDG_MUSIC_DIR"].flatMap { $0.hasPrefix("/") ? FilePath($0) : nil }
      ?? Directories.musicFolder(in: base.appending("user-dirs.dirs"), home: home)
      ?? home.appending("Music")
  }

  var database: FilePath { data.appending("library.db") }
  var log: LogFolder { LogFolder(state) }
  /// Tokens and passwords that no keyring keeps.
  var secrets: FilePath { state.appending("secrets") }
  var art: FilePath { cache.appending("art") }
  /// Lyrics for the editor, and those that could not be written beside their music.
  var lyrics: FilePath { data.appending("lyrics") }
  /// Answers of services of lyrics.
  var fetchedLyrics: FilePath { cache.appending("lyrics") }
  var themes: FilePath { configuration.appending("themes") }
  var settings: FilePath { configuration.appending("config.toml") }
  var keys: FilePath { configuration.appending("keys.toml") }
  var demoFolder: FilePath { music.appending("Tritone Demo") }

  /// Folders besides the system's music folder in which music lies often.
  var otherMusic: [FilePath] {
    ["Music", "Downloads"].map { home.appending($0) }.filter { $0 != music && isFolder($0) }
  }

  /// The home in the system's user database.
  private static var accountHome: String? {
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return nil }
    return String(cString: home)
  }

  /// Reads XDG_MUSIC_DIR from user-dirs.dirs, whose lines are `NAME="$HOME/path"`.
  private static func musicFolder(in file: FilePath, home: FilePath) -> FilePath? {
    // Usually missing: the default is used.
    guard let text = try? String(contentsOfFile: file.text, encoding: .utf8) else { return nil }
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmed() == "XDG_MUSIC_DIR"
      else { continue }
      let value = parts[1].trimmed { " \t\"".contains($0) }
      if value.hasPrefix("$HOME/") { return home.appending(String(value.dropFirst(6))) }
      if value.hasPrefix("/") { return FilePath(value) }
    }
    return nil
  }

  /// The path with "~" and "." resolved, links unchanged; stream addresses are returned unchanged.
  func absolute(_ path: FilePath) -> FilePath {
    if StreamAddress(path.text) != nil { return path }
    let bytes = path.bytes
    var whole: FilePath
    if bytes.first == UInt8(ascii: "/") {
      whole = path
    } else if bytes == Array("~".utf8) {
      whole = home
    } else if bytes.starts(with: Array("~/".utf8)) {
      whole = home.appending(Array(bytes.dropFirst(2)))
    } else {
      whole = current.appending(bytes)
    }
    var parts: [ArraySlice<UInt8>] = []
    for part in whole.bytes.split(separator: UInt8(ascii: "/")) {
      switch Array(part) {
      case Array(".".utf8): break
      case Array("..".utf8): _ = parts.popLast()
      default: parts.append(part)
      }
    }
    whole = FilePath(bytes: parts.reduce(into: []) { $0 += [UInt8(ascii: "/")] + $1 })
    return whole.bytes.isEmpty ? FilePath("/") : whole
  }

  /// The paths in command-line arguments, made absolute.
  func paths(_ arguments: [String]) -> [FilePath] {
    self.arguments.paths(arguments).map { absolute($0) }
  }

  func path(_ argument: String) -> FilePath { paths([argument])[0] }

  /// The file or the stream of an argument.
  func source(_ argument: String) -> MediaSource {
    StreamAddress(argument).map { .stream($0) } ?? .file(path(argument))
  }

  func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  func exists(_ path: FilePath) -> Bool {
    path.withCString { access($0, F_OK) == 0 }
  }
}
