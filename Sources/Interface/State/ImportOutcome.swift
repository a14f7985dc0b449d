package import Music

/// What came of an import, ready to be told.
package struct ImportOutcome: Equatable, Sendable {
  /// The file's.
  package var name: String
  /// Those that were made, or the first of many.
  package var playlists: [Playlist] = []
  package var playlistCount = 0
  package var tracks: Int
  package var missing: Int
  package var missingLines: [ReportLine] = []
  package var ambiguousLines: [ReportLine] = []
  package var problemLines: [ReportLine] = []

  package init(name: String, tracks: Int, missing: Int) {
    self.name = name
    self.tracks = tracks
    self.missing = missing
  }
}

/// What a report says of one thing.
package struct ReportLine: Equatable, Sendable {
  package var text: String
  /// Where it is from, at the right edge.
  package var detail: String
  /// More of it, on a line of its own; "" for no more.
  package var below: String

  package init(_ text: String, detail: String = "", below: String = "") {
    self.text = text
    self.detail = detail
    self.below = below
  }
}

/// A name in a folder, offered to complete a path.
package struct PathName: Equatable, Sendable {
  package var name: String
  package var isFolder: Bool

  package init(_ name: String, isFolder: Bool = false) {
    self.name = name
    self.isFolder = isFolder
  }

  /// As it is offered: folders end in a slash.
  var shown: String { name + (isFolder ? "/" : "") }
}
