package import Music

/// The library's side of a sync, which the program implements.
package protocol SyncSide: Sendable {
  func contents() async throws(SyncError) -> SyncLibraryContents
  /// - Parameter sharedPath: Called with the path of each file: an equal path whose memory the state
  ///   shares, or the path itself.
  func state(
    sharing sharedPath: @escaping @Sendable (FilePath) -> FilePath
  ) async throws(SyncError) -> SyncState

  /// Keeps that files are on the device before its database knows them: a sync that is cut does not
  /// copy them again. No step of the history.
  func keep(_ tracks: [SyncedTrack]) async throws(SyncError)
  /// Keeps a commit that is about to follow the device's; nil drops it.
  func keep(_ journal: LibraryCommit?) async throws(SyncError)
  /// Changes library and state in one transaction, drops the journal.
  func commit(_ commit: LibraryCommit) async throws(SyncError)

  /// The file to copy for a track: its own, or one that is converted by the rule.
  func file(of track: SyncTrack, _ rule: ConversionRule?) async throws(SyncError) -> SyncSource
  /// Where a file that is taken from the device goes: a free name below a folder of the library.
  func freePath(for file: DeviceFile) async throws(SyncError) -> FilePath
}

/// A file here that is to be copied.
package struct SyncSource: Equatable, Sendable {
  package var path: FilePath
  package var stamp: FileStamp

  package init(path: FilePath, stamp: FileStamp) {
    self.path = path
    self.stamp = stamp
  }
}

package enum SyncError: Error, Equatable, Sendable {
  case cancelled
  case peer(PeerError)
  /// The library's fault in words for the user.
  case library(String)
  /// A file here could not be read or converted; the sync goes on without it.
  case source(String)
}
