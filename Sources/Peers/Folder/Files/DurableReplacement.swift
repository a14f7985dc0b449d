import Glibc
import Music

/// Replaces a file that has to be whole after a power cut, a device's database above all.
///
/// FAT writes where a renamed file begins only with that file: after each rename the file is synced
/// again, then its folder. The file before stays under a name of its own, so that one of the two is
/// whole at each moment.
package enum DurableReplacement {
  /// Gives a synced part its name.
  ///
  /// - Parameter backup: the name that the file before gets; nil keeps none.
  package static func replace(
    in folder: Int32, part: String, name: String, backup: String?
  ) -> Int32 {
    do throws(SystemFault) {
      try rename(in: folder, part: part, name: name, backup: backup)
      return 0
    } catch { return error.code }
  }

  static func rename(
    in folder: Int32, part: String, name: String, backup: String?
  ) throws(SystemFault) {
    if let backup {
      if renameat(folder, name, folder, backup) == 0 {
        try sync(backup, in: folder)
      } else if errno != ENOENT {
        throw SystemFault(code: errno)
      }
    }
    guard renameat(folder, part, folder, name) == 0 else { throw SystemFault(code: errno) }
    try sync(name, in: folder)
  }

  /// Writes a new file under a name of its own and syncs it.
  package static func write(_ bytes: [UInt8], as part: String, in folder: Int32) -> Int32 {
    do throws(SystemFault) {
      try writePart(bytes, as: part, in: folder)
      return 0
    } catch { return error.code }
  }

  static func writePart(_ bytes: [UInt8], as part: String, in folder: Int32) throws(SystemFault) {
    unlinkat(folder, part, 0)
    let file = openat(
      folder, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemFault(code: errno) }
    do throws(SystemFault) {
      try FileBytes.write(bytes, to: file)
      try FileBytes.sync(file)
    } catch {
      close(file)
      unlinkat(folder, part, 0)
      throw error
    }
    try FileBytes.finish(file)
  }

  /// Syncs a file after its rename, then the folder.
  private static func sync(_ name: String, in folder: Int32) throws(SystemFault) {
    let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw SystemFault(code: errno) }
    defer { close(file) }
    try FileBytes.sync(file)
    try FileBytes.sync(folder)
  }
}
