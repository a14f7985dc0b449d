import Glibc
internal import Music

/// The paths of the files that a document names.
struct DocumentPaths {
  /// The document's own folder.
  let folder: FilePath
  private let source: FilePath
  private let sheets: SheetFiles?

  /// Bytes of a path; longer ones are invalid.
  private static let maximumLength = 4_096
  private static let playlists: Set<String> = [
    "m3u", "m3u8", "pls", "xspf", "jspf", "cue", "json", "xml", "asx", "wpl",
  ]

  init(of document: FilePath) {
    source = document.absolute
    folder = source.parent ?? FilePath("/")
    sheets = document.isCueSheet ? SheetFiles(of: document) : nil
  }

  /// Candidate paths of a track, the likeliest first, with the method of each.
  func readings(of track: DocumentTrack) -> [(path: FilePath, way: MatchMethod)] {
    var paths = track.otherPaths
    if case .file(let path) = track.location { paths.insert(path, at: 0) }
    return paths.flatMap(readings)
  }

  private func readings(of path: FilePath) -> [(path: FilePath, way: MatchMethod)] {
    guard path.bytes.count <= DocumentPaths.maximumLength, !path.bytes.contains(0) else {
      return []
    }
    let slashed = DocumentPaths.slashed(path)
    if path.bytes.first == UInt8(ascii: "/") { return [(path.normalized, .path)] }
    guard !DocumentPaths.isOnDrive(path) else { return [] }
    let relative = [path, slashed].map { folder.appending($0.bytes).normalized }
    return (relative[0] == relative[1] ? [relative[0]] : relative).map { ($0, .relativePath) }
  }

  /// The path under which a track that is nowhere is stored as missing.
  func expected(_ track: DocumentTrack) -> FilePath {
    switch track.location {
    // A stream is a track wherever it is, and never missing.
    case .stream(let address): return folder.appending(DocumentPaths.component(address.text))
    case .unknown(let name):
      let words = [track.artist, track.title].compactMap { $0 }.joined(separator: " - ")
      let name = name ?? (words.isEmpty ? "unknown track" : words)
      return folder.appending(DocumentPaths.component(name))
    case .file(let path):
      let bytes = Array(path.bytes.prefix(DocumentPaths.maximumLength).prefix { $0 != 0 })
      let slashed = DocumentPaths.slashed(FilePath(bytes: bytes))
      // "C:\Music" and "\\server\share" do not exist here: they become paths of their own.
      if slashed.bytes.first == UInt8(ascii: "/") { return slashed.normalized }
      if DocumentPaths.isOnDrive(slashed) {
        return FilePath(bytes: [UInt8(ascii: "/")] + slashed.bytes).normalized
      }
      return folder.appending(slashed.bytes).normalized
    }
  }

  /// The last components of a path for comparison: folded, the name last.
  static func parts(of path: FilePath) -> [[UInt8]] {
    SortKey.folded(slashed(path).text).utf8.split(separator: UInt8(ascii: "/"))
      .suffix(16).map(Array.init)
  }

  /// The file at a path on the disk.
  enum Found {
    case audio, nothing
    case other(MissingReason)
  }

  func look(at path: FilePath) -> Found {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return .nothing }
    guard status.st_mode & S_IFMT == S_IFREG else { return .other(.notAudio) }
    if path == source || path.resolved == source.resolved { return .other(.itself) }
    if DocumentPaths.playlists.contains(path.fileExtension) { return .other(.playlist) }
    guard AudioNames.includes(path.nameBytes) else { return .other(.notAudio) }
    return path.withCString { access($0, R_OK) } == 0 ? .audio : .other(.unreadable)
  }

  /// The file that a CUE sheet means by an inexact name.
  func fileOfSheet(_ track: DocumentTrack) -> FilePath? {
    guard let sheets, case .file(let path) = track.location else { return nil }
    return sheets.file(named: path.text)?.normalized
  }

  private static func isOnDrive(_ path: FilePath) -> Bool {
    let bytes = path.bytes
    if bytes.starts(with: [UInt8(ascii: "\\")]) { return true }
    guard bytes.count > 2, bytes[1] == UInt8(ascii: ":") else { return false }
    let letter = bytes[0] | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
      && (bytes[2] == UInt8(ascii: "\\") || bytes[2] == UInt8(ascii: "/"))
  }

  /// With backslashes of another system as slashes; a path that has slashes is left as it is, since
  /// a name may hold a backslash.
  private static func slashed(_ path: FilePath) -> FilePath {
    guard path.bytes.contains(UInt8(ascii: "\\")), !path.bytes.contains(UInt8(ascii: "/")) else {
      return path
    }
    return FilePath(bytes: path.bytes.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 })
  }

  /// A text as a file name.
  private static func component(_ text: String) -> [UInt8] {
    let bytes = text.utf8.prefix(250).map { $0 == 0x2F || $0 < 0x20 ? UInt8(ascii: "_") : $0 }
    return bytes.isEmpty ? Array("_".utf8) : bytes
  }
}

extension FilePath {
  /// The path without "." and ".."; links stay unresolved.
  var normalized: FilePath {
    var parts: [ArraySlice<UInt8>] = []
    for part in bytes.split(separator: UInt8(ascii: "/")) where part != [0x2E] {
      if part == [0x2E, 0x2E] { _ = parts.popLast() } else { parts.append(part) }
    }
    return FilePath(bytes: [0x2F] + parts.joined(separator: [0x2F]))
  }
}
