import Exchange
import Glibc
import Library
import Music

/// A playlist file of another program, or of ours, read from the disk.
enum DocumentFile {
  /// All bytes of a file, or of what comes in through a descriptor.
  ///
  /// - Throws: for what is no file, and for more than any playlist has.
  static func bytes(at path: FilePath) throws -> [UInt8] {
    // A pipe by that name must not keep anyone waiting.
    let file = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { throw LibraryError.unreadable(path, code: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw LibraryError.unreadable(path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(reason: "\(path.text) is not a file")
    }
    return try bytes(of: file, named: path.text)
  }

  static func standardInput() throws -> [UInt8] {
    try bytes(of: STDIN_FILENO, named: "standard input")
  }

  private static func bytes(of file: Int32, named name: String) throws -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw LibraryError.unreadable(FilePath(name), code: errno)
      }
      if count == 0 { return all }
      all += buffer[..<count]
      guard all.count <= DocumentReader.maximumBytes else {
        throw Failure(reason: "\(name) is larger than any playlist")
      }
    }
  }
}

extension DocumentProblem {
  /// "line 4: not a time".
  var text: String { (line.map { "line \($0): " } ?? "") + reason }
}

extension FileFormat {
  /// What a file is to be that is written under a name; nil where the name does not tell.
  init?(writtenAs path: FilePath) {
    switch path.fileExtension {
    case "xml": self = .rekordbox
    case "csv": self = .audition
    case "txt": self = .audacity
    case let name:
      guard let format = FileFormat(rawValue: name), format.fileExtension == name else {
        return nil
      }
      self = format
    }
  }

  /// What files of it are usually called behind the dot.
  var fileExtension: String {
    switch self {
    case .rekordbox: "xml"
    case .audition, .reaper: "csv"
    case .audacity: "txt"
    case .m3u, .m3u8, .pls, .xspf, .jspf, .cue, .json: rawValue
    }
  }

  /// Whether it holds more than one playlist.
  var holdsSeveral: Bool { self == .json || self == .rekordbox }

  /// For messages: "m3u, m3u8, pls…".
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
