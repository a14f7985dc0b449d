import ArgumentParser
import FoundationEssentials
import Glibc
import Library
import Music
import Settings
import Synchronization

/// The option of every command that works with the library.
struct GlobalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The library to use.", valueName: "file"))
  var library: String?

  var directories: Directories { .here }

  func validate() throws {
    if library?.isEmpty == true { throw ValidationError("--library needs the name of a file") }
  }

  /// The library, which is made when there is none yet.
  ///
  /// What a user should know of its opening is said on standard error.
  ///
  /// - Parameter listsSoon: whether lists are going to be asked for.
  func openLibrary(
    listsSoon: Bool = true,
    notice: @escaping (OpeningNotice) -> Void = { $0.say() }
  ) throws -> Library {
    if library == nil, !directories.hasData {
      throw Failure(reason: "there is no home folder: set HOME to an absolute path")
    }
    let library = try Library(
      at: libraryPath, isOurs: library == nil, listsSoon: listsSoon, notice: notice)
    opened.withLock { $0.append(library) }
    return library
  }

  /// Leaves the libraries that were opened as whole files, for the end of the process.
  static func settleLibraries() {
    for library in opened.withLock({ $0 }) { library.settle() }
  }

  /// The library, for commands that only read: a mistyped name must not make an empty one.
  func openExistingLibrary() throws -> Library {
    let path = libraryPath
    guard directories.exists(path) else {
      throw Failure(reason: "there is no library \(path.text) yet; tritone scan FOLDER makes one")
    }
    return try openLibrary()
  }

  var libraryPath: FilePath {
    library.map { directories.path($0) } ?? directories.database
  }
}

extension Directories {
  /// Those of this process.
  static var here: Directories {
    Directories(
      environment: ProcessInfo.processInfo.environment, current: currentFolder, arguments: .here)
  }

  private static var currentFolder: FilePath {
    // Where it is gone, nothing that is named relative to it is there.
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

  /// The paths and streams that the player was given, passwords included.
  func playable(_ paths: [String]) throws -> [MediaSource] {
    try zip(paths, self.paths(paths)).map { text, path in
      if let address = StreamAddress(text) { return .stream(address) }
      if text.contains("://") {
        throw ValidationError("a stream needs an address like http://host/path, not “\(text)”")
      }
      // A name alone may be a command that was not typed well.
      guard text.isEmpty || text.contains("/") || exists(path) else {
        throw Failure(reason: "there is no file, folder or command “\(text)”; see tritone --help")
      }
      return .file(try existing(path, named: text))
    }
  }

  /// The paths that a command was given, made absolute; each has to exist.
  func named(_ paths: [String]) throws -> [FilePath] {
    try zip(paths, self.paths(paths)).map { try existing($1, named: $0) }
  }

  private func existing(_ path: FilePath, named argument: String) throws -> FilePath {
    guard !argument.isEmpty else { throw ValidationError("a path is empty") }
    guard exists(path) else { throw Failure(reason: "there is no file or folder \(path.text)") }
    return path
  }
}

/// What was opened.
private let opened = Mutex<[Library]>([])
