internal import Glibc
internal import Music

extension ControlRequest {
  /// The request with the folder of the process that has made it, where it names none.
  func inFolder(of process: Int32) -> ControlRequest {
    guard case .perform(.line(let line, folder: nil)) = self else { return self }
    return .perform(.line(line, folder: Self.folder(of: process)))
  }

  /// Nil for a process that is gone.
  private static func folder(of process: Int32) -> FilePath? {
    guard let name = realpath("/proc/\(process)/cwd", nil) else { return nil }
    defer { free(name) }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
  }
}
