/// A folder of `QuietFolders`.
final class QuietFolder: @unchecked Sendable {
  // because all mutable state is accessed with the lock of `QuietFolders` locked only.

  /// A folder in it, by name.
  struct Inner {
    let name: [UInt8]
    var folder = QuietFolder()
  }

  /// Its listing, as far as it counts while nothing changes.
  struct Contents {
    let identity: DirectoryListing.Identity
    let digest: Int64
    let fileCount: Int
    let isEmpty: Bool

    /// Nil where a change might not be reported, as one by another name of a file.
    init?(_ listing: DirectoryListing) {
      guard listing.areAsked, !listing.haveOtherNames, let digest = listing.digest else {
        return nil
      }
      self.digest = digest
      identity = listing.identity
      fileCount = listing.fileCount
      isEmpty = listing.isEmpty
    }
  }

  /// In the order of their names.
  var inner: [Inner] = []
  /// Nil where its files are to be listed.
  var contents: Contents?
  var identity: DirectoryListing.Identity?
  var watch: Int32?
  /// Whether it has changed since it was last to be listed.
  var isStale = false
  /// Whether a file in it has changed since it is watched: it is never a quiet folder then.
  var isChanging = false
}
