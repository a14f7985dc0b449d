package import Music

/// Reads playlists and markers from the bytes of a file, whatever program wrote it.
package enum DocumentReader {
  /// More than any list of a million tracks has.
  package static let maximumBytes = 256 << 20

  /// The playlists in a file.
  ///
  /// - Parameters:
  ///   - path: where the file is: its name decides between formats that look alike, and is the
  ///     playlist's where the format has no field for one. Relative paths of tracks stay as
  ///     written.
  ///   - format: nil detects it by the name and the first bytes.
  /// - Throws: for a file that is invalid as a whole; a single invalid line is among the document's
  ///   problems.
  package static func read(
    _ bytes: [UInt8], at path: FilePath, as format: FileFormat? = nil
  ) throws(DocumentProblem) -> PlaylistDocument {
    try checkSize(bytes)
    guard let format = format ?? FileFormat.detected(in: bytes, named: path) else {
      throw DocumentProblem(reason: "not a playlist of a format that Tritone knows")
    }
    switch format {
    case .m3u, .m3u8: return try M3UFormat.read(bytes, at: path, isUTF8: format == .m3u8)
    case .pls: return try PLSFormat.read(bytes, at: path)
    case .xspf: return try XSPFFormat.read(bytes, at: path)
    case .jspf: return try JSPFFormat.read(bytes, at: path)
    case .cue: return try CueFormat.read(bytes, at: path)
    case .rekordbox: return try RekordboxFormat.read(bytes, at: path)
    case .json: return try TritoneJSONFormat.read(bytes, at: path)
    case .audition, .audacity, .reaper:
      throw DocumentProblem(reason: "markers and no playlist")
    }
  }

  /// The markers in a file of an audio editor.
  package static func readMarkers(
    _ bytes: [UInt8], at path: FilePath, as format: FileFormat? = nil
  ) throws(DocumentProblem) -> (markers: [MixMarker], problems: [DocumentProblem]) {
    try checkSize(bytes)
    guard let format = format ?? FileFormat.detected(in: bytes, named: path) else {
      throw DocumentProblem(reason: "not markers of a format that Tritone knows")
    }
    switch format {
    case .audition: return try AuditionFormat.read(bytes)
    case .audacity: return try AudacityFormat.read(bytes)
    case .reaper: return try ReaperFormat.read(bytes)
    default: throw DocumentProblem(reason: "a playlist and no markers")
    }
  }

  private static func checkSize(_ bytes: [UInt8]) throws(DocumentProblem) {
    guard bytes.count <= maximumBytes else {
      throw DocumentProblem(reason: "larger than \(maximumBytes >> 20) MB")
    }
  }
}
