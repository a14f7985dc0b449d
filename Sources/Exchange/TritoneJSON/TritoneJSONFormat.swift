internal import JSON
import Music

/// Tritone's own format, which has everything that a playlist has; described in docs/json-sync.md.
enum TritoneJSONFormat {
  static let name = "tritone-mixboard"
  static let version = 1

  /// Maximum bytes of a name, a note or a path.
  static let maximumText = 64 << 10
  static let maximumProblems = 1_000
  /// Machines that write one file.
  static let maximumMachines = 1_000
  /// Counters of versions, each of which is written as a whole number.
  static let counters = 1...(1 << 49)
  /// Beats per minute.
  static let tempos = 0.01...10_000
  /// Milliseconds since 1970, up to the year 9999.
  static let moments = 0...253_402_300_799_999

  static func read(_ bytes: [UInt8], at path: FilePath) throws(DocumentProblem)
    -> PlaylistDocument
  {
    let root = try JSONReader.read(bytes)
    try checkVersion(of: root)
    var reader = TritoneJSONReader(folder: path.parent)
    return reader.document(root)
  }

  private static func checkVersion(of root: JSONNode) throws(DocumentProblem) {
    guard case .text(name) = root["format"]?.value else {
      throw DocumentProblem(
        line: root["format"]?.line ?? root.line,
        reason: "not playlists of Tritone: “format” is not “\(name)”")
    }
    guard let node = root["version"], case .number(let number) = node.value,
      let found = Int(exactly: number), found > 0
    else {
      throw DocumentProblem(
        line: root["version"]?.line ?? root.line,
        reason: "“version” is not a number of a version")
    }
    guard found <= version else {
      throw DocumentProblem(
        line: node.line,
        reason: "written by a newer Tritone (version \(found) of the format; this one reads"
          + " \(version)): update Tritone, or export with the older one")
    }
  }

  static func bytes(of document: PlaylistDocument, at target: WritingTarget)
    throws(DocumentProblem) -> [UInt8]
  {
    JSONWriter.bytes(of: TritoneJSONWriter(target: target).node(of: document))
  }
}

/// The keys, shared by reader and writer.
enum TritoneJSONKey {
  static let playlists = "playlists"
  static let collection = "collection"
  static let slots = "slots"
  static let seen = "seen"
  static let name = "name"
  static let notes = "notes"
  static let color = "color"
  static let targetBPM = "targetBPM"
  static let template = "template"
  static let smart = "smart"
  static let version = "version"
  static let entries = "entries"
  static let file = "file"
  static let path = "path"
  static let relative = "relative"
  static let stream = "stream"
  static let title = "title"
  static let artist = "artist"
  static let album = "album"
  static let genre = "genre"
  static let year = "year"
  static let duration = "duration"
  static let bpm = "bpm"
  static let key = "key"
  static let rating = "rating"
  static let start = "start"
  static let end = "end"
  static let crossfade = "crossfade"
  static let gain = "gain"
  static let piece = "piece"
  static let cues = "cues"
  static let reaction = "reaction"
  static let category = "category"
  static let tags = "tags"
  static let mood = "mood"
  static let timeSignature = "timeSignature"
  static let variationOf = "variationOf"
  static let comments = "comments"
  static let id = "id"
  static let author = "author"
  static let text = "text"
  static let created = "created"
  static let edited = "edited"
  static let time = "time"
  static let kind = "kind"
}
