import ArgumentParser
import FoundationEssentials
import Glibc
import Interface
import Library
import Log
import Music
import Settings
import Streaming
import Synchronization

/// The options of every command that works with the library.
struct GlobalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The library to use.", valueName: "file"))
  var library: String?

  var directories: Directories { .here }

  func validate() throws {
    if library?.isEmpty == true { throw ValidationError("--library needs the name of a file") }
  }

  /// Opens the library, or creates it.
  ///
  /// Notices about opening go to standard error.
  ///
  /// - Parameter listsSoon: whether lists are going to be requested.
  func openLibrary(
    listsSoon: Bool = true, log: Log = Log(),
    notice: @escaping (OpeningNotice) -> Void = { $0.say() }
  ) throws -> Library {
    if library == nil, !directories.hasData {
      throw Failure(reason: "there is no home folder: set HOME to an absolute path")
    }
    let start = ContinuousClock.now
    let downloads = DownloadFolder(directories.downloads)
    let library = try Library(
      at: libraryPath, isOurs: library == nil, listsSoon: listsSoon,
      notice: {
        log.note($0)
        notice($0)
      }, downloads: { downloads.existingFile($0) })
    opened.withLock { $0.append(library) }
    log.opened(libraryPath, after: start.duration(to: .now))
    return library
  }

  /// Leaves personal values out of the log where the user wants that.
  static func choosePrivacy(of log: Log, by library: Library) throws {
    log.hidePrivate(try StartSettings(library, .here).hidesPrivate)
  }

  /// Checkpoints the opened libraries into single files, at the end of the process.
  static func checkpointLibraries() {
    for library in opened.withLock({ $0 }) { library.checkpoint() }
  }

  /// Opens the library for reading commands: a mistyped name must not create one.
  ///
  /// - Parameter listsSoon: whether lists are going to be requested.
  func openExistingLibrary(listsSoon: Bool = true, log: Log = Log()) throws -> Library {
    let path = libraryPath
    guard directories.exists(path) else {
      throw Failure(reason: "there is no library \(path.text) yet; tritone scan FOLDER makes one")
    }
    return try openLibrary(listsSoon: listsSoon, log: log)
  }

  var libraryPath: FilePath {
    library.map { directories.path($0) } ?? directories.database
  }
}

extension Directories {
  /// The directories of this process.
  static var here: Directories {
    Directories(
      environment: ProcessInfo.processInfo.environment, current: currentFolder, arguments: .here)
  }

  private static var currentFolder: FilePath {
    // If it was deleted, relative paths lead nowhere.
    guard let name = getcwd(nil, 0) else { return FilePath("") }
    defer { free(name) }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
  }

  var themeFolder: ThemeFolder {
    ThemeFolder(
      user: themes.text,
      executable: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        ?? CommandLine.arguments[0])
  }

  /// The player's path and stream arguments, with passwords.
  func playable(_ paths: [String]) throws -> [MediaSource] {
    try zip(paths, self.paths(paths)).map { text, path in
      if let address = StreamAddress(text) { return .stream(address) }
      if text.contains("://") {
        throw ValidationError("a stream needs an address like http://host/path, not “\(text)”")
      }
      // A bare name may be a mistyped command.
      guard text.isEmpty || text.contains("/") || exists(path) else {
        throw Failure(reason: "there is no file, folder or command “\(text)”; see tritone --help")
      }
      return .file(try existing(path, named: text))
    }
  }

  /// The path arguments, made absolute; each has to exist.
  func named(_ paths: [String]) throws -> [FilePath] {
    try zip(paths, self.paths(paths)).map { try existing($1, named: $0) }
  }

  private func existing(_ path: FilePath, named argument: String) throws -> FilePath {
    guard !argument.isEmpty else { throw ValidationError("a path is empty") }
    guard exists(path) else { throw Failure(reason: "there is no file or folder \(path.text)") }
    return path
  }
}

/// The opened libraries.
private let opened = Mutex<[Library]>([])
