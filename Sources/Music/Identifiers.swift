/// The id of a track in the library.
package struct TrackID: RawRepresentable, Hashable, Sendable, Codable, Comparable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The id of a playlist in the library.
package struct PlaylistID: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// The id of a folder of playlists.
package struct PlaylistFolderID: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// The id of one entry of a playlist; the same track may have several.
package struct EntryID: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// The id of a saved group template.
package struct TemplateID: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// The id of one item of the queue; unique while the program runs.
package struct QueueItemID: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}
