internal import Glibc
package import Music

/// The state of the log, for `tritone doctor`; nothing is made or changed.
package struct LogCheck: Sendable {
  /// Bytes of all files.
  package var size = 0
  package var lastError: LogRecord?
  /// Why nothing can be written.
  package var fault: LogFault?

  /// Free bytes below which a disk is as good as full.
  private static let least = 100_000

  package init(of folder: LogFolder) {
    do throws(LogFault) {
      let descriptor = try folder.open(makes: false)
      defer { close(descriptor) }
      for index in 0..<LogFolder.count {
        var status = stat()
        let name = LogFolder.name(index)
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
          size += Int(status.st_size)
        }
      }
      lastError = try LogTail.records(1, of: folder, upTo: .error).last
      fault = LogCheck.fault(of: folder, descriptor)
    } catch .folder(_, ENOENT) {
      fault = LogCheck.faultOfMaking(folder.path)
    } catch {
      fault = error
    }
  }

  private static func fault(of folder: LogFolder, _ descriptor: Int32) -> LogFault? {
    do throws(LogFault) {
      close(try folder.open(LogFolder.name(0), O_WRONLY | O_APPEND, in: descriptor))
    } catch .file(_, ENOENT) {
      if access(folder.path, W_OK) != 0 { return .folder(folder.path, code: errno) }
    } catch {
      return error
    }
    // Rotation needs a right that the file does not.
    if access(folder.path, W_OK) != 0 { return .folder(folder.path, code: errno) }
    return isFull(folder.path) ? .file(folder.file, code: ENOSPC) : nil
  }

  /// Why a missing folder could not be made.
  private static func faultOfMaking(_ path: FilePath) -> LogFault? {
    var folder = path
    while access(folder, F_OK) != 0, let parent = folder.parent { folder = parent }
    if access(folder, W_OK) != 0 { return .folder(folder, code: errno) }
    return isFull(folder) ? .folder(folder, code: ENOSPC) : nil
  }

  private static func access(_ path: FilePath, _ mode: Int32) -> Int32 {
    path.withCString { Glibc.access($0, mode) }
  }

  private static func isFull(_ path: FilePath) -> Bool {
    var status = statvfs()
    guard path.withCString({ statvfs($0, &status) }) == 0 else { return false }
    return Int(status.f_bavail) * Int(status.f_frsize) < least
  }
}
