/// The file of a sync folder as one library knows it: its last contents, and the versions that may
/// be the common ancestor of a merge.
package struct SyncRecord: Equatable, Sendable, Codable {
  /// The path of the folder. The past of one folder is none in another.
  package var folder: String
  /// The id of this library among the writers of the file.
  package var machine: String
  /// The computer that the library is on: a copy on another one is another machine.
  package var host: String
  /// The digest of the file's bytes, as last read or written.
  package var file = ""
  /// The revision of the library's lists and marks in the file; "" while the file lacks some.
  package var revision = ""
  /// The versions whose contents the library has, its own among them.
  package var seen = VersionVector()
  /// Versions written and taken over, the oldest first.
  package private(set) var versions: [SyncBase] = []

  private static let maximumVersions = 24

  package init(folder: String, machine: String, host: String) {
    (self.folder, self.machine, self.host) = (folder, machine, host)
  }

  /// The common ancestor: the newest version that the writer of a document had seen. A version
  /// written here is none before that.
  package func base(of theirs: PlaylistDocument) -> SyncBase? {
    // A writer that names no versions has seen only what such a writer wrote.
    if theirs.seen.isEmpty { return versions.last { $0.seen.isEmpty } }
    return versions.last { !$0.seen.isEmpty && theirs.seen.covers($0.seen) }
  }

  package mutating func add(_ version: SyncBase) {
    if version.seen.isEmpty { versions.removeAll { $0.seen.isEmpty } }
    versions.append(version)
    // A machine that was away has seen an old version, the others have seen the newest.
    if versions.count > SyncRecord.maximumVersions {
      versions.remove(at: SyncRecord.maximumVersions / 2)
    }
  }

  /// Whether a version had playlists.
  package var hasPlaylists: Bool { versions.contains { !$0.lists.isEmpty } }
}
