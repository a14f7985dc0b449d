/// The file of a sync folder as one library knows it: its last contents, and the versions of the
/// playlists that the library has.
///
/// A playlist's version is the set of versions that its contents were made from, as a vector. Two
/// versions tell by themselves whether one follows from the other or both were made apart, so no
/// earlier contents are kept. A playlist that is gone has no version: it was deleted by a writer
/// that had seen the version of others.
package struct SyncRecord: Equatable, Sendable, Codable {
  /// A playlist of the library.
  package struct List: Equatable, Sendable, Codable {
    package var version: VersionVector
    /// The digest of the library's contents at that version; "" where they are none yet, as those
    /// that were merged.
    package var contents: String
  }

  /// The file as last read or written.
  package struct File: Equatable, Sendable, Codable {
    /// Of its bytes.
    package var digest = ""
    package var seen = VersionVector()
    /// The digests of its playlists, by `SyncMerge.key`.
    package var lists: [String: String] = [:]
  }

  /// A playlist of the last file without versions.
  package struct PlainList: Equatable, Sendable, Codable {
    package var theirs: String
    /// The digest of the library's at that time; "" where it had other contents.
    package var ours: String
  }

  /// The path of the folder. The past of one folder is none in another.
  package var folder: String
  /// The id of this library among the writers of the file.
  package var machine: String
  /// The computer that the library is on: a copy on another one is another machine.
  package var host: String
  /// The revision of the library's lists and marks in the file; "" while the file lacks some.
  package var revision = ""
  /// The versions that the library has, or that its own follow from.
  package private(set) var seen = VersionVector()
  package private(set) var file = File()
  /// By `SyncMerge.key`.
  package private(set) var lists: [String: List] = [:]
  package private(set) var plain: [String: PlainList] = [:]
  /// The digests of damaged playlists that were taken beside the library's own.
  package private(set) var damaged: [String: String] = [:]
  /// The digests of ratings and cues as last read: those of a playlist by its key.
  package private(set) var marks: [String: String] = [:]
  package private(set) var collectionMarks = ""

  package init(folder: String, machine: String, host: String) {
    (self.folder, self.machine, self.host) = (folder, machine, host)
  }

  /// Whether the file or the library had playlists.
  package var hasPlaylists: Bool { !file.lists.isEmpty || !lists.isEmpty }

  /// The library's playlists as the file has them, unless they were changed.
  package func stamped(_ document: PlaylistDocument) -> PlaylistDocument {
    var document = document
    document.seen = seen
    document.update { playlist in
      let known = lists[SyncMerge.key(playlist)]
      guard let known, known.contents == PlaylistDigest.list(playlist) else { return }
      playlist.version = known.version
    }
    return document
  }

  /// Gives the playlists that changed a version of this machine, which must be kept before the
  /// file is written: no counter may be given twice.
  ///
  /// - Returns: the document to write.
  package mutating func advance(_ document: PlaylistDocument) -> PlaylistDocument {
    seen.advance(machine)
    var document = stamped(document)
    var current: [String: List] = [:]
    document.update { playlist in
      let (key, digest) = (SyncMerge.key(playlist), PlaylistDigest.list(playlist))
      let known = lists[key]
      if let known, known.contents == digest {
        current[key] = known
      } else {
        // A playlist made anew under the name of a deleted one follows from that.
        var version = known?.version ?? seen
        version = version.merged(with: VersionVector([machine: seen[machine]]))
        current[key] = List(version: version, contents: digest)
        playlist.version = version
      }
    }
    lists = current
    return document
  }

  package mutating func wrote(_ document: PlaylistDocument, digest: String) {
    file = File(digest: digest, seen: document.seen, lists: SyncRecord.digests(document))
  }

  /// Notes a file that was merged.
  ///
  /// - Parameters:
  ///   - now: the library's playlists afterwards.
  ///   - isSettled: whether nobody edited them since the import.
  package mutating func took(
    _ theirs: PlaylistDocument, _ merge: SyncMerge, now: PlaylistDocument, isSettled: Bool,
    digest: String
  ) {
    let own = Dictionary(
      now.playlists.map { (SyncMerge.key($0), PlaylistDigest.list($0)) },
      uniquingKeysWith: { first, _ in first })
    for (key, change) in merge.changes {
      switch change {
      case .same(let version, let contents):
        lists[key] = List(version: version, contents: contents)
      case .taken(let version):
        lists[key] = List(version: version, contents: isSettled ? own[key] ?? "" : "")
      case .edited(let version): lists[key] = List(version: version, contents: "")
      case .deleted: lists[key] = nil
      }
    }
    file = File(digest: digest, seen: theirs.seen, lists: SyncRecord.digests(theirs))
    if theirs.seen.isEmpty {
      let past = plain
      plain = [:]
      for (key, digest) in file.lists {
        let isCommon = merge.imported.contains(key) ? isSettled : own[key] == digest
        plain[key] = PlainList(
          theirs: digest, ours: (isCommon ? own[key] : past[key]?.ours) ?? "")
      }
    }
    damaged.merge(merge.damaged) { $1 }
    for playlist in theirs.playlists {
      marks[SyncMerge.key(playlist)] = PlaylistDigest.marks(playlist.tracks)
    }
    collectionMarks = PlaylistDigest.marks(theirs.collection)
    // The writer of a damaged file must not believe that all of it arrived.
    if theirs.problems.isEmpty { seen.merge(theirs.seen, except: machine) }
  }

  private static func digests(_ document: PlaylistDocument) -> [String: String] {
    Dictionary(
      document.playlists.map { (SyncMerge.key($0), PlaylistDigest.list($0)) },
      uniquingKeysWith: { first, _ in first })
  }
}
