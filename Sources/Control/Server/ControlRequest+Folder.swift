internal import Glibc
internal import Music

extension ControlRequest {
  /// The request with the folder of the process that has made it, where it names none.
  func inFolder(of process: Int32) -> ControlRequest {
    guard case .perform(.line(let line, folder: nil)) = self else { return self }
    return .perform(.line(line, folder: Self.folder(of: process)))
  }

  /// The kernel's mark of a folder that is gone.
  private static let deletionMark = Array(" (deleted)".utf8)

  /// Nil for a process that is gone, and for a folder that is gone or has a very long name. The
  /// folder itself is not asked: its disk may not answer.
  private static func folder(of process: Int32) -> FilePath? {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/\(process)/cwd", &name, name.count)
    guard count > 0, count < name.count else { return nil }
    let path = name.prefix(count).map { UInt8(bitPattern: $0) }
    return path.suffix(Self.deletionMark.count).elementsEqual(Self.deletionMark)
      ? nil : FilePath(bytes: path)
  }
}
