import Glibc
internal import Music

/// A text file with an artist in each line; blank lines and those that begin with # are none.
enum ArtistsFile {
  static let maximumBytes = 4_000_000
  /// Scalars of a line.
  static let maximumLine = 500

  /// - Parameter home: the folder for which `~` stands.
  static func artists(in path: String, home: String) throws(BuildError) -> [String] {
    let path = expanded(path, home: home)
    let bytes: [UInt8]
    do {
      bytes = try BoundedFile.read(FilePath(path), atMost: maximumBytes)
    } catch {
      switch error {
      case .system(ENOENT), .system(ENOTDIR), .system(ELOOP): throw .noArtistsFile(path: path)
      case .system(let code): throw .artistsFile(path: path, code: code)
      case .notPlain: throw .badArtistsFile(path: path, reason: "it is not a file")
      case .tooLarge: throw .badArtistsFile(path: path, reason: "it is larger than 4 MB")
      }
    }
    do {
      return try artists(in: bytes)
    } catch {
      throw .badArtistsFile(path: path, reason: error.reason)
    }
  }

  struct Problem: Error, Equatable {
    var reason: String
  }

  static func artists(in bytes: [UInt8]) throws(Problem) -> [String] {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(reason: "line \(invalidLine(bytes)) is not UTF-8; save it as UTF-8")
    }
    var artists: [String] = []
    for line in text.unicodeScalars.split(whereSeparator: \.isPythonLineEnd) {
      let artist = String(line).pythonStripped()
      guard let first = artist.unicodeScalars.first, first != "#" else { continue }
      guard artist.unicodeScalars.count <= maximumLine else {
        throw Problem(reason: "'\(artist.prefix(30))…' is longer than \(maximumLine) characters")
      }
      guard artists.count < BuildOptions.maximumArtists else {
        throw Problem(reason: "it has more than \(BuildOptions.maximumArtists) artists")
      }
      artists.append(artist)
    }
    return artists
  }

  private static func invalidLine(_ bytes: ArraySlice<UInt8>) -> Int {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
  }

  /// The path with the home folder in place of `~`, without empty parts and "." in it.
  static func expanded(_ path: String, home: String) -> String {
    var parts = path.split(separator: "/").filter { $0 != "." }.map(String.init)
    var isAbsolute = path.hasPrefix("/")
    if !isAbsolute, parts.first == "~", !home.isEmpty {
      isAbsolute = home.hasPrefix("/")
      parts = home.split(separator: "/").map(String.init) + parts.dropFirst()
    }
    return (isAbsolute ? "/" : "")
      + (parts.isEmpty && !isAbsolute ? "." : parts.joined(separator: "/"))
  }
}
