import Exchange
import Library
import Music

/// Encodes playlists of the library as files.
struct DocumentExport: Sendable {
  let library: Library

  /// The bytes of a file for a target path.
  func bytes(of choice: ExportChoice, as format: FileFormat, at target: WritingTarget) async throws
    -> [UInt8]
  {
    guard format.holdsPlaylists else {
      guard case .playlists(let ids) = choice, ids.count == 1, let id = ids.first else {
        throw Failure(reason: "\(format.rawValue) holds the markers of one mix; name one playlist")
      }
      let markers = try await library.markers(ofMix: id)
      do {
        return try DocumentWriter.bytes(of: markers, as: format)
      } catch {
        throw Failure(reason: error.text)
      }
    }
    let document = try await library.document(of: choice)
    do {
      return try DocumentWriter.bytes(of: document, as: format, at: target)
    } catch {
      throw Failure(reason: error.text)
    }
  }

  /// Writes one playlist into a file.
  func write(
    _ playlist: PlaylistID, as format: FileFormat, to path: FilePath, isRelative: Bool = false,
    replaces: Bool
  ) async throws {
    let bytes = try await bytes(
      of: .playlists([playlist]), as: format, at: WritingTarget(path, isRelative: isRelative))
    try AtomicFile.write(bytes, to: path, replaces: replaces)
  }

  /// The file name of a playlist: its name without characters that file systems reject.
  static func fileName(of playlist: String, as format: FileFormat) -> String {
    let plain = String(String.UnicodeScalarView(playlist.unicodeScalars.filter(isSeen)))
    var name = String(plain.map { $0 == "/" || $0 == "\0" || $0.isNewline ? "_" : $0 }.prefix(100))
    while name.first == "." || name.first == " " { name.removeFirst() }
    // Most file systems take 255 bytes.
    while name.utf8.count > 200 { name.removeLast() }
    return (name.isEmpty ? "Playlist" : name) + "." + format.fileExtension
  }

  /// Excludes bidirectional and invisible characters, so that a name shows what it is; the two
  /// joiners belong to words, and to emoji.
  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    case .control: scalar.properties.isWhitespace || scalar == "\0"
    default: true
    }
  }
}
