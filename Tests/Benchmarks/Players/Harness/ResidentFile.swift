import Foundation
import Glibc

/// Keeps a file in the page cache: some machines evict pages after half a minute without access,
/// and the measurement would be one of their disk.
final class ResidentFile {
  private let start: UnsafeMutableRawPointer
  private let bytes: Int

  /// Nil if the file is missing, empty or cannot be mapped.
  init?(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0,
      let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_SHARED, file, 0),
      start != MAP_FAILED
    else { return nil }
    (self.start, bytes) = (start, Int(status.st_size))
    mlock(start, bytes)
  }

  deinit { munmap(start, bytes) }
}

/// Files that stay in the page cache during the lifetime of this object.
final class ResidentFiles {
  private var files: [String: ResidentFile] = [:]

  /// Keeps the current version of a file; releases an older one by that name.
  func keep(_ path: String) { files[path] = ResidentFile(path) }

  /// Keeps the program and the libraries of a process.
  func keep(of process: pid_t) {
    // The maps of an ended process are gone.
    guard let file = FileHandle(forReadingAtPath: "/proc/\(process)/maps"),
      let maps = try? file.readToEnd()
    else { return }
    let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
    for line in lines where line.contains(" r-xp ") {
      guard let start = line.firstIndex(of: "/") else { continue }
      let path = String(line[start...])
      if files[path] == nil { keep(path) }
    }
  }
}
