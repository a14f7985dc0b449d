import Glibc
import Music
import Sync

/// A file that was sent, and the hash of its bytes.
struct SentFile {
  var file: DeviceFile
  var digest: UInt64
}

extension FolderSession {
  /// Hashes what was sent, where it is to be verified: the system has it in memory still.
  func noteSent(
    _ file: DeviceFile, _ source: TransferredFile, _ transfer: PeerTransfer
  ) throws(PeerError) {
    guard verifies(source) else { return }
    do throws(SystemFault) {
      let digest = try FolderSession.digest(of: source.descriptor, size: transfer.size)
      unverified.append(SentFile(file: file, digest: digest))
    } catch { throw .source(transfer.source, code: error.code) }
    try source.expectUnchanged()
  }

  private func verifies(_ source: TransferredFile) -> Bool {
    if let chosen = setup.verifies { return chosen }
    return !isStraight && source.device != root.deviceNumber
  }

  /// Reads back what was sent, from the medium where the system allows it, and removes what is not
  /// as it was sent. What a cancellation leaves unread is taken as whole.
  func verifySent(_ cancellation: PeerCancellation) throws(PeerError) -> [PeerFileFault] {
    defer { unverified = [] }
    var broken: [PeerFileFault] = []
    for sent in unverified where !cancellation.isCancelled {
      let place = DeviceLayout.musicPath(sent.file.path)
      let digest: UInt64?
      do throws(SystemFault) {
        let file = try root.open(place, O_RDONLY | O_NONBLOCK)
        defer { FileClosing.close(file) }
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
        digest = try FolderSession.digest(of: file, size: sent.file.size)
      } catch {
        digest = nil
      }
      guard digest != sent.digest else { continue }
      try checkWriting()
      // A file that is damaged would pass for a whole one.
      let isGone = (try? root.unlink(place)) != nil
      broken.append(
        PeerFileFault(path: sent.file.path, error: .damaged(sent.file.path), isGone: isGone))
    }
    return broken
  }

  private static func digest(of file: Int32, size: Int64) throws(SystemFault) -> UInt64 {
    var hash = XXH64()
    var offset: Int64 = 0
    while offset < size {
      let bytes = try FileBytes.read(file, at: offset, count: Int(min(1 << 20, size - offset)))
      guard !bytes.isEmpty else { throw SystemFault(code: ESTALE) }
      hash.update(bytes)
      offset += Int64(bytes.count)
    }
    return hash.digest
  }
}
