import Music

/// The location of a track in a playlist file: a path, a `file:` URI, or the address of a stream.
enum ListedLocation {
  /// Paths are preserved to the byte, with drives and backslashes, but without a leading `./`.
  ///
  /// - Parameter isURI: whether other text is a relative URI, percent-encoded, rather than a path.
  /// - Returns: with a reason for an address that Tritone cannot play; its location is then the
  ///   name in it, by which the track may be found.
  static func read(
    _ text: ArraySlice<UInt8>, isURI: Bool
  ) -> (location: DocumentTrack.Location, problem: String?) {
    let scheme = scheme(of: text)
    switch scheme {
    case "file":
      if let path = FileURI.path(of: text) { return (.file(path), nil) }
      return (.unknown(name: nil), "an address without a file")
    case "http", "https":
      let address = String(decoding: text, as: UTF8.self)
      // Programs leave spaces and letters of all languages unencoded.
      if let stream = StreamAddress(address) ?? StreamAddress(encoded(text)) {
        return (.stream(stream), nil)
      }
      return (.unknown(name: name(in: text)), "not an address that can be played")
    case .some(let scheme) where isURI || has(text, "://"):
      return (.unknown(name: name(in: text)), "\(scheme) addresses cannot be played")
    default:
      let path = isURI ? FileURI.decoded(text) : Array(text)
      let isMarked = path.starts(with: Array("./".utf8)) && path.count > 2
      return (.file(FilePath(bytes: isMarked ? Array(path.dropFirst(2)) : path)), nil)
    }
  }

  /// The path to write: relative to the document's folder where that is requested.
  static func path(_ path: FilePath, at target: WritingTarget) -> FilePath {
    guard target.isRelative, path.bytes.first == UInt8(ascii: "/"), let folder = target.path.parent
    else { return path }
    return RelativePath.relative(path, to: folder)
  }

  /// An absolute path from a document's relative one.
  static func absolute(_ path: FilePath, at target: WritingTarget) -> FilePath {
    target.path.parent.map { RelativePath.path(path, from: $0) } ?? path
  }

  /// The location of a track as a URI, relative where that is requested.
  ///
  /// - Throws: for a track without a location.
  static func uri(_ track: DocumentTrack, at target: WritingTarget) throws(DocumentProblem)
    -> String
  {
    switch track.location {
    case .stream(let address): return address.text
    case .file(let path):
      let path = ListedLocation.path(path, at: target)
      guard path.bytes.first != UInt8(ascii: "/") else { return FileURI.text(of: path) }
      return FileURI.encoded(path.bytes)
    case .unknown(let name): throw missing(name ?? track.title)
    }
  }

  static func missing(_ name: String?) -> DocumentProblem {
    DocumentProblem(reason: "it is not known where \(name ?? "a track") is")
  }

  /// In lower case; a single letter is the drive of a path on Windows.
  static func scheme(of text: ArraySlice<UInt8>) -> String? {
    guard let colon = text.prefix(32).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon]
    guard scheme.count > 1, let first = scheme.first, (97...122).contains(first | 0x20),
      scheme.allSatisfy({
        (97...122).contains($0 | 0x20) || (48...57).contains($0) || Array("+-.".utf8).contains($0)
      })
    else { return nil }
    return String(decoding: scheme, as: UTF8.self).lowercased()
  }

  static func has(_ text: ArraySlice<UInt8>, _ piece: String) -> Bool {
    text.firstRange(of: Array(piece.utf8)) != nil
  }

  private static func name(in text: ArraySlice<UInt8>) -> String? {
    let path = text.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let last = path.split(separator: UInt8(ascii: "/")).last else { return nil }
    return String(decoding: FileURI.decoded(last), as: UTF8.self)
  }

  private static func encoded(_ text: ArraySlice<UInt8>) -> String {
    text.map { (0x21..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : FileURI.encoded([$0]) }
      .joined()
  }
}
