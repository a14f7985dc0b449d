import ArgumentParser
import Foundation
import Library
import Music
import Playback
import Settings
import Synchronization

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The library to use.", valueName: "file"))
  var library: String?

  @Option(help: ArgumentHelp("The skin to start with.", valueName: "name"))
  var theme: String?

  @Option(
    help: ArgumentHelp(
      "Where sound goes: pulse, null or file:PATH.wav|.flac.", valueName: "output"))
  var output: String = "pulse"

  var places: Places {
    Places(
      environment: ProcessInfo.processInfo.environment,
      current: FileManager.default.currentDirectoryPath)
  }

  var outputChoice: OutputChoice {
    get throws {
      guard let choice = OutputChoice(argument: output) else {
        throw ValidationError("--output is pulse, null or file:PATH.wav|.flac, not “\(output)”")
      }
      return choice
    }
  }

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
    notice: @escaping (OpeningNotice) -> Void = { StandardError.print($0.line) }
  ) throws -> Library {
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
    guard places.exists(path) else {
      throw Failure(reason: "there is no library \(path.text) yet; tritone scan FOLDER makes one")
    }
    return try openLibrary()
  }

  var libraryPath: FilePath {
    library.map { places.absolute(FilePath($0)) } ?? places.database
  }

  var themeFolder: ThemeFolder {
    ThemeFolder(
      user: places.themes.text, executable: Bundle.main.executablePath ?? CommandLine.arguments[0])
  }
}

extension Places {
  /// The paths and addresses of streams that the player was given.
  func playable(_ paths: [String]) throws -> [FilePath] {
    try paths.map { text in
      if let address = StreamAddress(text) { return address.path }
      if text.contains("://") {
        throw ValidationError("a stream needs an address like http://host/path, not “\(text)”")
      }
      return try named([text])[0]
    }
  }

  /// The paths that a command was given, made absolute; each has to exist.
  func named(_ paths: [String]) throws -> [FilePath] {
    try paths.map { path in
      guard !path.isEmpty else { throw ValidationError("a path is empty") }
      let absolute = absolute(FilePath(path))
      guard exists(absolute) else {
        throw Failure(reason: "there is no file or folder \(absolute.text)")
      }
      return absolute
    }
  }
}

/// What was opened.
private let opened = Mutex<[Library]>([])
