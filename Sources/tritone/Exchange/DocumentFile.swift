import Exchange
import Glibc
import Library
import Music

/// Reads playlist files of other programs, and our own.
enum DocumentFile {
  /// All bytes of a file, or of a descriptor.
  ///
  /// - Throws: if not a file, or longer than any playlist.
  static func bytes(at path: FilePath) throws -> [UInt8] {
    // A pipe of that name must not block.
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
  /// The format of a file name; nil if the extension is ambiguous or unknown.
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

  /// The usual file extension, without its dot.
  var fileExtension: String {
    switch self {
    case .rekordbox: "xml"
    case .audition, .reaper: "csv"
    case .audacity: "txt"
    case .m3u, .m3u8, .pls, .xspf, .jspf, .cue, .json: rawValue
    }
  }

  /// Whether the format holds several playlists.
  var holdsSeveral: Bool { self == .json || self == .rekordbox }

  /// For messages: "m3u, m3u8, pls…".
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
