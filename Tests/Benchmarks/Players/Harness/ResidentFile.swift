import Foundation
import Glibc

/// Keeps a file in the page cache: some machines take pages away that nobody has looked at for half a
/// minute, and what would be measured then is their disk.
final class ResidentFile {
  private let start: UnsafeMutableRawPointer
  private let bytes: Int

  /// Nil where there is no such file, or it cannot be kept.
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

/// Files that stay in the page cache as long as this does.
final class ResidentFiles {
  private var files: [String: ResidentFile] = [:]

  /// Keeps a file as it is now; lets go of an older one by that name.
  func keep(_ path: String) { files[path] = ResidentFile(path) }

  /// Keeps the program and the libraries that a process consists of.
  func keep(of process: pid_t) {
    // Of a process that has ended nothing is known any more.
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
