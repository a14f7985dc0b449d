package import Music

/// The form in which a document names files.
package struct WritingTarget: Equatable, Sendable {
  /// The absolute path of the document.
  package var path: FilePath
  /// Whether paths of tracks are relative to the document's folder rather than absolute.
  package var isRelative: Bool

  package init(_ path: FilePath, isRelative: Bool = false) {
    self.path = path
    self.isRelative = isRelative
  }
}

/// Encodes playlists or markers as a file.
package enum DocumentWriter {
  /// - Throws: for contents that the format cannot hold at all: several playlists in one for a
  ///   single playlist, a track without a location. Values without a field are left out.
  package static func bytes(
    of document: PlaylistDocument, as format: FileFormat, at target: WritingTarget
  ) throws(DocumentProblem) -> [UInt8] {
    switch format {
    case .m3u, .m3u8: try M3UFormat.bytes(of: document, at: target, isUTF8: format == .m3u8)
    case .pls: try PLSFormat.bytes(of: document, at: target)
    case .xspf: try XSPFFormat.bytes(of: document, at: target)
    case .jspf: try JSPFFormat.bytes(of: document, at: target)
    case .cue: try CueFormat.bytes(of: document, at: target)
    case .rekordbox: try RekordboxFormat.bytes(of: document, at: target)
    case .json: try TritoneJSONFormat.bytes(of: document, at: target)
    case .audition, .audacity, .reaper:
      throw DocumentProblem(reason: "\(format.rawValue) holds markers and no playlists")
    }
  }

  package static func bytes(
    of markers: [MixMarker], as format: FileFormat
  ) throws(DocumentProblem) -> [UInt8] {
    switch format {
    case .audition: AuditionFormat.bytes(of: markers)
    case .audacity: AudacityFormat.bytes(of: markers)
    case .reaper: ReaperFormat.bytes(of: markers)
    default: throw DocumentProblem(reason: "\(format.rawValue) holds playlists and no markers")
    }
  }
}
