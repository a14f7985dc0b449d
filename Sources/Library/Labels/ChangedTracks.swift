package import Music

/// The tracks of the library that a change was made to, and those that were so already.
package struct ChangedTracks: Equatable, Sendable {
  package internal(set) var changed: [TrackID] = []
  package internal(set) var unchanged: [TrackID] = []

  package var count: Int { changed.count + unchanged.count }
}
