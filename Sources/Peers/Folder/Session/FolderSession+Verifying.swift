import Glibc
import Music
import Sync

/// A file that was sent, and the hash of its bytes.
struct SentFile {
  var file: DeviceFile
  var digest: UInt64
}

extension FolderSession {
  /// The hash of what was sent, where it is to be verified: the system has it in memory still.
  func digest(
    of source: TransferredFile, _ transfer: PeerTransfer, _ cancellation: PeerCancellation
  ) throws(PeerError) -> UInt64? {
    guard verifies(source) else { return nil }
    let digest: UInt64
    do throws(SystemFault) {
      digest = try FolderSession.digest(
        of: source.descriptor, size: transfer.size, cancellation)
    } catch {
      throw error.code == ECANCELED ? .cancelled : .source(transfer.source, code: error.code)
    }
    try source.expectUnchanged()
    return digest
  }

  private func verifies(_ source: TransferredFile) -> Bool {
    if let chosen = setup.verifies { return chosen }
    return !isStraight && source.device != root.deviceNumber
  }

  /// Reads back what was sent, from the medium where the system allows it, and notes for the flush what
  /// is not as it was sent. It stays where it is: the caller keeps that it is damaged, and then
  /// removes it. What a cancellation leaves unread is taken as whole.
  func verifySent(_ cancellation: PeerCancellation) {
    for sent in unverified {
      if cancellation.isCancelled { break }
      do throws(SystemFault) {
        let file = try root.open(DeviceLayout.musicPath(sent.file.path), O_RDONLY | O_NONBLOCK)
        defer { FileClosing.close(file) }
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
        let digest = try FolderSession.digest(of: file, size: sent.file.size, cancellation)
        if digest == sent.digest { continue }
      } catch {
        // A device that was pulled has no damaged files.
        if error.code == ECANCELED || !root.isInPlace { break }
      }
      failed.append(
        PeerFileFault(
          path: sent.file.path, error: .damaged(sent.file.path), isUnderItsName: true))
    }
    unverified = []
  }

  private static func digest(
    of file: Int32, size: Int64, _ cancellation: PeerCancellation
  ) throws(SystemFault) -> UInt64 {
    var hash = XXH64()
    var offset: Int64 = 0
    while offset < size {
      // A block of a slow medium takes a part of a second, a large file minutes.
      guard !cancellation.isCancelled else { throw SystemFault(code: ECANCELED) }
      let bytes = try FileBytes.read(file, at: offset, count: Int(min(1 << 20, size - offset)))
      guard !bytes.isEmpty else { throw SystemFault(code: ESTALE) }
      hash.update(bytes)
      offset += Int64(bytes.count)
    }
    return hash.digest
  }
}
