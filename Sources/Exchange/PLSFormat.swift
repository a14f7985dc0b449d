import Music

/// PLS: keys with numbers, `File1=`, `Title1=`, `Length1=`, in any order.
enum PLSFormat {
  static func read(_ bytes: [UInt8], at path: FilePath) throws(DocumentProblem)
    -> PlaylistDocument
  {
    let text = try FileText(bytes)
    var reader = PLSReader(text)
    for (number, line) in TextLines(text.bytes) { try reader.read(line, number: number) }
    return try reader.finished()
  }

  static func bytes(of document: PlaylistDocument, at target: WritingTarget)
    throws(DocumentProblem) -> [UInt8]
  {
    let tracks = try document.single().tracks
    var bytes: [UInt8] = []
    func add(_ line: String) { bytes += Array((line + "\n").utf8) }
    add("[playlist]")
    for (index, track) in tracks.enumerated() {
      let number = index + 1
      add("File\(number)=")
      bytes.removeLast()
      bytes += try PLSFormat.location(of: track, at: target)
      bytes.append(UInt8(ascii: "\n"))
      let called = OneLine.text(artist: track.artist, title: track.title)
      if !called.isEmpty { add("Title\(number)=\(called)") }
      let seconds = track.duration.map { max(1, Int64(($0 / .seconds(1)).rounded())) } ?? -1
      add("Length\(number)=\(seconds)")
    }
    add("NumberOfEntries=\(tracks.count)")
    add("Version=2")
    return bytes
  }

  private static func location(
    of track: DocumentTrack, at target: WritingTarget
  ) throws(DocumentProblem) -> [UInt8] {
    switch track.location {
    case .stream(let address): return Array(address.text.utf8)
    case .unknown(let name): throw ListedLocation.missing(name ?? track.title)
    case .file(let path):
      let bytes = ListedLocation.path(path, at: target).bytes
      // Readers trim white space off both ends of a value.
      let isValue =
        !bytes.contains { $0 == 10 || $0 == 13 } && bytes.last != 0x20 && bytes.last != 0x09
      guard isValue else {
        return Array(FileURI.text(of: ListedLocation.absolute(path, at: target)).utf8)
      }
      let isPlain =
        bytes.first != 0x20 && bytes.first != 0x09 && !bytes.starts(with: Array("./".utf8))
        && ListedLocation.scheme(of: bytes[...]) == nil
      return isPlain ? bytes : Array("./".utf8) + bytes
    }
  }
}
