/// The number of a track in the library.
package struct TrackID: RawRepresentable, Hashable, Sendable, Codable, Comparable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The number of a playlist in the library.
package struct PlaylistID: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// The number of a folder of playlists.
package struct PlaylistFolderID: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// The number of one entry of a playlist; the same track may have several.
package struct EntryID: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// The number of a group template that is kept under a name.
package struct TemplateID: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// The number of one item of the queue; no other item gets it while the program runs.
package struct QueueItemID: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}
