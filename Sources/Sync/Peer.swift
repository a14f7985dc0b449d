package import Music

/// A device that a sync reads and writes: a folder, or another Tritone.
///
/// Calls come one after another. A task that is cancelled ends within the block that is being
/// written, with `PeerError.cancelled`.
package protocol Peer: Sendable {
  /// Connects, sees that the device is the one that is meant and locks it against other syncs.
  func open() async throws(PeerError)

  /// Reads the device's database, files, logs and abilities.
  ///
  /// - Parameter progress: Called with the number of files that were found.
  func snapshot(_ progress: @Sendable (Int) -> Void) async throws(PeerError) -> DeviceSnapshot

  /// Reads facts of files that nothing is known of; those that cannot be read are absent.
  func facts(of files: [DeviceFile]) async throws(PeerError) -> [FilePath: DeviceFileFacts]

  /// Writes a file beside its place and renames it, verified by its size. A part of an earlier run
  /// with the same name is continued where it fits.
  ///
  /// - Parameter progress: Called with the bytes written so far.
  /// - Returns: the file as the device tells it afterwards.
  func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile

  /// Copies a file of the device to a free name here.
  func fetch(
    _ file: DeviceFile, to target: FilePath, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError)

  /// Renames a file that is still as it was; never over another one.
  func move(_ file: DeviceFile, to target: FilePath) async throws(PeerError) -> DeviceFile

  /// Removes a file that is still as it was, and the folders that it leaves empty.
  func remove(_ file: DeviceFile) async throws(PeerError)

  /// Brings everything sent so far to the disk, and reads it back where the device is to be verified.
  ///
  /// - Parameter verifying: False reads nothing back, for a sync that was stopped.
  /// - Returns: the files sent since the last flush that are not on the device as they were sent.
  @discardableResult
  func flush(verifying: Bool) async throws(PeerError) -> [PeerFileFault]

  /// Changes the device's database as a whole, and its M3U files of playlists.
  func commit(_ commit: DeviceCommit) async throws(PeerError)

  /// Ends the sync: the lock goes, temporary files of this sync too unless it was cut.
  func close() async
}

extension Peer {
  /// `flush` that reads back what is to be verified.
  @discardableResult
  package func flush() async throws(PeerError) -> [PeerFileFault] {
    try await flush(verifying: true)
  }
}

/// A file to be written to a device.
package struct PeerTransfer: Sendable {
  /// A file here.
  package var source: FilePath
  package var size: Int64
  /// Relative to the device's music folder.
  package var target: FilePath
  /// The file that it replaces, which has to be as it was; nil for a free name.
  package var replaced: DeviceFile?
  /// Names the part beside the target: letters, digits and `-`, 32 bytes at most.
  package var part: String
  /// Whether the source is a temporary file beside the music folder: where both are on one file
  /// system, the peer brings it to the disk and renames it, in place of a copy.
  package var mayMoveSource: Bool

  package init(
    source: FilePath, size: Int64, target: FilePath, replaced: DeviceFile? = nil, part: String,
    mayMoveSource: Bool = false
  ) {
    self.source = source
    self.size = size
    self.target = target
    self.replaced = replaced
    self.part = part
    self.mayMoveSource = mayMoveSource
  }
}

/// A file that was sent and is not on the device as it was sent.
package struct PeerFileFault: Error, Equatable, Sendable {
  /// As `send` returned it.
  package var path: FilePath
  package var error: PeerError
  /// Whether it is under its name all the same: damaged, and to be removed by the caller.
  package var isUnderItsName: Bool

  package init(path: FilePath, error: PeerError, isUnderItsName: Bool = false) {
    self.path = path
    self.error = error
    self.isUnderItsName = isUnderItsName
  }
}

package enum PeerError: Error, Equatable, Sendable {
  case cancelled
  /// Unplugged, unmounted, or the connection was lost.
  case gone
  /// Something else is in its place, or a folder that is no device.
  case notTheDevice
  case readOnly
  case full
  /// Another player syncs with it.
  case busy(String)
  /// The device changed what was to be changed: the file is not as the plan saw it.
  case changed(FilePath)
  /// A name is taken.
  case exists(FilePath)
  case unreadable(FilePath, code: Int32)
  case unwritable(FilePath, code: Int32)
  /// What was read back from the device is not what was sent.
  case damaged(FilePath)
  /// A file here could not be read.
  case source(FilePath, code: Int32)
  /// Its database is damaged, or of a newer version.
  case database(String)
  /// The fault of ssh or of the other Tritone in words for the user.
  case remote(String)
}
