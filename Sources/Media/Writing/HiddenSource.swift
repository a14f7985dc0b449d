// A source gives up its name before it is deleted: another program may put a new file under that
// name at any moment, of which there is no copy. What a killed run has hidden gets its name back.
internal import CLinux
import Glibc
package import Music

/// A source under a hidden name beside its own.
package struct HiddenSource {
  private let source: TransferFile
  private let path: FilePath

  /// In front of the name of a source.
  private static let prefix = Array(".tritone-old-".utf8)

  /// Hides the file that has the name of the source now.
  package init(_ source: TransferFile) throws(TransferError) {
    self.source = source
    path = Self.hidden(source.path)
    var code = Self.rename(source.path, toFree: path)
    if code == EINVAL || code == ENOSYS {
      // No program but this one makes a file of the hidden name.
      code = Self.renameUnchecked(source.path, toFree: path)
    }
    guard code == 0 else { throw .unwritable(code: code) }
  }

  /// Deletes the file, unless it is another one than the source or has changed.
  package func delete() throws(TransferError) {
    guard let file = TransferFile(path), file.hasContents(of: source) else {
      throw .changedMeanwhile
    }
    guard path.withCString({ unlink($0) }) == 0 else { throw .unwritable(code: errno) }
  }

  /// Gives the file its name back, unless another file has it by now.
  package func restore() throws(TransferError) {
    // Another run may have done so before.
    guard Self.restore(path, to: source.path) == 0 || TransferFile(path) == nil else {
      throw .hidden(path)
    }
  }

  // MARK: After a kill

  /// Gives a file its name back that a killed run has taken from it.
  package static func restoreName(of path: FilePath) {
    // A name that is taken by now stays so.
    _ = restore(hidden(path), to: path)
  }

  /// Gives the files in a folder their names back that a killed run has taken from them.
  package static func restoreNames(in folder: FilePath) {
    guard let stream = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    var hidden: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        Array(bytes.prefix { $0 != 0 })
      }
      if name.starts(with: prefix), name.count > prefix.count { hidden.append(name) }
    }
    for name in hidden {
      restoreName(of: folder.appending(Array(name.dropFirst(prefix.count))))
    }
  }

  private static func hidden(_ path: FilePath) -> FilePath {
    let name = path.bytes.split(separator: UInt8(ascii: "/")).last ?? []
    return (path.parent ?? FilePath(".")).appending(prefix + name)
  }

  // MARK: Renames, which return 0 or an errno

  private static func restore(_ hidden: FilePath, to path: FilePath) -> Int32 {
    let code = rename(hidden, toFree: path)
    guard code == EINVAL || code == ENOSYS else { return code }
    // A link never replaces a file that another program makes meanwhile.
    let isLinked = hidden.withCString { old in path.withCString { link(old, $0) } } == 0
    if isLinked {
      _ = hidden.withCString { unlink($0) }
      return 0
    }
    let failure = errno
    // No hard links, as on FAT.
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(failure) else { return failure }
    return renameUnchecked(hidden, toFree: path)
  }

  /// `EINVAL` or `ENOSYS` on NFS and FUSE, which may know only the other rename.
  private static func rename(_ from: FilePath, toFree to: FilePath) -> Int32 {
    from.withCString { old in
      to.withCString { tritone_rename_to_free_name(AT_FDCWD, old, AT_FDCWD, $0) }
    }
  }

  /// Replaces a file that is made between the look at the name and the rename.
  private static func renameUnchecked(_ from: FilePath, toFree to: FilePath) -> Int32 {
    var status = stat()
    guard to.withCString({ lstat($0, &status) }) != 0 else { return EEXIST }
    guard errno == ENOENT else { return errno }
    let isRenamed = from.withCString { old in to.withCString { Glibc.rename(old, $0) } } == 0
    return isRenamed ? 0 : errno
  }
}
