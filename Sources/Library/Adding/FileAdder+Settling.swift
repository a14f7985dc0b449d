import Glibc
internal import Media
internal import Music

// Sources are deleted here alone.
extension FileAdder {
  /// Ends a step, after the library has taken its files in.
  ///
  /// - Parameter isKnown: whether the library has a file as a track that is there.
  func settle(_ isKnown: (FilePath) -> Bool) {
    for item in pending {
      guard request.isDryRun || isKnown(item.to) else {
        report.files.append(
          failed(item, "the library could not read it in its new place"))
        continue
      }
      report.files.append(AddedFile(from: item.from, to: item.to, item.outcome))
      item.copied.map { remove($0) }
    }
    pending = []
    guard request.mode == .move, !request.isDryRun else { return companions = [] }
    // A folder of which audio is left keeps its cover, too.
    let open = position.folder < folders.count ? folders[position.folder].path : nil
    var kept: [(folder: FilePath, copied: Copied)] = []
    for item in companions {
      if item.folder == open {
        kept.append(item)
      } else if !hasAudio(item.folder) {
        remove(item.copied)
      }
    }
    companions = kept
  }

  /// Ends the run, since the library could not take the files of a step in.
  func lose(reason: String) {
    report.files += pending.map { failed($0, "the library was not written") }
    (pending, companions) = ([], [])
    stop(.notStored(reason: reason))
  }

  private func failed(_ item: Pending, _ reason: String) -> AddedFile {
    let rest = item.copied == nil ? "it was moved there" : "its original was not deleted"
    return AddedFile(from: item.from, to: item.to, .failed(reason: "\(reason); \(rest)"))
  }

  private func remove(_ copied: Copied) {
    guard request.mode == .move, !request.isDryRun, let copy = copied.copy else { return }
    let source = copied.source
    // A sheet may have gone to several folders, and is deleted once.
    guard AddingWalk.kind(source.path) != nil else { return }
    do throws(TransferError) {
      try transfers.remove(source, having: copy, mayBeOne: copied.wasFound)
    } catch {
      report.files.append(
        AddedFile(
          from: source.path, .failed(reason: "copied, but not deleted: \(error.reason)")))
    }
  }

  private func hasAudio(_ folder: FilePath) -> Bool {
    AddingWalk.names(of: folder)?.contains { AudioNames.includes($0) } ?? true
  }

  /// Removes the folders that have become empty, except for those that were named.
  func removeEmptyFolders() {
    guard request.mode == .move, !request.isDryRun else { return }
    for folder in folders.reversed() where folder.isInner {
      // Fails where anything is left in it.
      _ = folder.path.withCString { rmdir($0) }
    }
  }
}
