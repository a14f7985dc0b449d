/// A catalogue as it stands in a file of JSON.
struct CatalogueDocument: Decodable {
  struct Artist: Decodable {
    var id: String
    var name: String
    var top: [Track]?
  }

  struct Track: Decodable {
    /// A name alone, or an object with one.
    struct Name: Decodable {
      private enum Keys: CodingKey { case name }

      var name: String

      init(from decoder: any Decoder) throws {
        do {
          name = try decoder.singleValueContainer().decode(String.self)
        } catch DecodingError.typeMismatch {
          name = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .name)
        }
      }
    }

    var id: String
    var name: String
    var artists: [Name]
    /// In seconds; the file need not have it.
    var duration: Double?
  }

  struct Playlist: Decodable {
    var id: String
    var name: String
    var owner: String
    var uris: [String]?
  }

  var user: String?
  var artists: [Artist]
  var followed: [String]?
  var library: [String]?
  var playlists: [Playlist]?

  static func read(_ bytes: [UInt8]) throws(JSONDecoding.Problem) -> CatalogueDocument {
    let document = try JSONDecoding.value(CatalogueDocument.self, from: bytes)
    try document.check()
    return document
  }

  /// Ids are unique, not empty, and those of lists are known.
  private func check() throws(JSONDecoding.Problem) {
    try Self.check(artists.map(\.id), "artists")
    try Self.check((playlists ?? []).map(\.id), "playlists")
    let known = Set(artists.map(\.id))
    for (name, ids) in [("followed", followed), ("library", library)] {
      for (index, id) in (ids ?? []).enumerated() where !known.contains(id) {
        throw JSONDecoding.Problem(reason: "\(name)[\(index)]: no artist has the id '\(id)'")
      }
    }
  }

  private static func check(_ ids: [String], _ name: String) throws(JSONDecoding.Problem) {
    var known: Set<String> = []
    for (index, id) in ids.enumerated() {
      if id.isEmpty { throw JSONDecoding.Problem(reason: "\(name)[\(index)].id is empty") }
      guard known.insert(id).inserted else {
        throw JSONDecoding.Problem(reason: "\(name)[\(index)].id: '\(id)' is there twice")
      }
    }
  }
}
