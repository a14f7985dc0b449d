package import Music
package import Sync

/// A peer whose files can be read where they are, so that a server need not copy them first.
package protocol LocalPeer: Peer {
  /// The path of a file that is still as it was.
  func path(of file: DeviceFile) async throws(PeerError) -> FilePath
}
