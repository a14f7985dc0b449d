/// The address of a track on a server that the user has added: the server's UUID and the id of the
/// track there. It holds neither the server's host nor anything secret.
package struct ServerTrackAddress: Hashable, Sendable {
  /// The UUID that this library gave the server, in lower case.
  package let server: String
  /// As the server names it; of Audiobookshelf the ids of the item and of the file, with a slash
  /// between them.
  package let track: String

  package static let scheme = "tritone-server://"
  /// Bytes of a track's id.
  package static let longestID = 1_000

  /// - Parameters:
  ///   - server: a UUID.
  ///   - track: not empty, within `longestID`, without control characters.
  package init?(server: String, track: String) {
    guard server.utf8.count == 36, server.utf8.allSatisfy(Self.isOfUUID), !track.isEmpty,
      track.utf8.count <= Self.longestID,
      track.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    self.server = server
    self.track = track
  }

  private static func isOfUUID(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Reads what `text` writes.
  package init?(parsing text: String) {
    guard text.hasPrefix(Self.scheme) else { return nil }
    let rest = text.dropFirst(Self.scheme.count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    self.init(
      server: String(rest[..<slash]), track: String(rest[rest.index(after: slash)...]))
  }

  /// The address as lists and the library hold it.
  package var text: String { "\(Self.scheme)\(server)/\(track)" }
}
