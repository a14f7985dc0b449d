/// The playlists of one version of a sync folder's file, as digests.
package struct SyncBase: Equatable, Sendable, Codable {
  package struct List: Equatable, Sendable, Codable {
    /// The digest of the file's playlist, and that of the library's: either may name tracks
    /// otherwise. The library's is "" where the file never had that.
    package var theirs: String
    package var ours: String
    /// The digest of the file's ratings and cues.
    package var marks: String

    package init(theirs: String, ours: String, marks: String) {
      self.theirs = theirs
      self.ours = ours
      self.marks = marks
    }
  }

  /// The versions in this one; empty where its writer named none.
  package let seen: VersionVector
  /// By `SyncMerge.key`.
  package private(set) var lists: [String: List] = [:]

  /// A version that the library writes.
  package init(written document: PlaylistDocument) {
    seen = document.seen
    for playlist in document.playlists {
      let (key, digest) = (SyncMerge.key(playlist), PlaylistDigest.list(playlist))
      guard lists[key] == nil else { continue }
      lists[key] = List(theirs: digest, ours: digest, marks: PlaylistDigest.marks(playlist))
    }
  }

  /// A version that the library took over.
  ///
  /// - Parameters:
  ///   - ours: the library's playlists afterwards.
  ///   - imported: the keys of playlists that have the file's contents now. All others keep edits
  ///     that the file never had.
  ///   - previous: the common ancestor of the merge.
  package init(
    taken theirs: PlaylistDocument, into ours: PlaylistDocument, imported: Set<String>,
    after previous: SyncBase?
  ) {
    seen = theirs.seen
    let own = Dictionary(
      ours.playlists.map { (SyncMerge.key($0), $0) }, uniquingKeysWith: { first, _ in first })
    for playlist in theirs.playlists {
      let (key, digest) = (SyncMerge.key(playlist), PlaylistDigest.list(playlist))
      guard lists[key] == nil else { continue }
      let now = own[key].map { PlaylistDigest.list($0) }
      let isCommon = now == digest || imported.contains(key)
      lists[key] = List(
        theirs: digest, ours: (isCommon ? now : previous?.lists[key]?.ours) ?? "",
        marks: PlaylistDigest.marks(playlist))
    }
  }
}
