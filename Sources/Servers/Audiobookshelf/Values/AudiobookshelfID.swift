/// Ids that the server gives: UUIDs, and before 2.3 other short words.
enum AudiobookshelfID {
  static let longest = 200

  /// Nil for a text that would be ambiguous in a track's id, which has a slash between two of them,
  /// or in a path of the server.
  static func valid(_ text: String?) -> String? {
    guard let text, (1...longest).contains(text.utf8.count), text != ".", text != "..",
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") })
    else { return nil }
    return text
  }

  /// The id of a track: those of the item and of its file.
  static func track(_ item: String, file: String) -> String { "\(item)/\(file)" }

  /// The ids of the item and of the file.
  static func parts(ofTrack track: String) -> (item: String, file: String)? {
    let parts = track.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let item = valid(String(parts[0])), let file = valid(String(parts[1]))
    else { return nil }
    return (item, file)
  }
}
