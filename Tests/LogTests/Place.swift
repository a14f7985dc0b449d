import Glibc
import Log
import Music
import Testing

/// A folder of a test, removed at its end.
struct Place: ~Copyable {
  let path: FilePath

  init() {
    var name = Array("/tmp/tritone-log-XXXXXX".utf8CString)
    mkdtemp(&name)
    path = FilePath(bytes: name.dropLast().map { UInt8(bitPattern: $0) })
  }

  deinit { Place.remove(path.text) }

  /// The folder of the log, which does not exist at first.
  var log: LogFolder { LogFolder(path.appending("state").appending("tritone")) }

  private static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      chmod(path, 0o700)
      for name in names(in: path) { remove("\(path)/\(name)") }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

func contents(of path: FilePath) -> [UInt8]? {
  let file = path.withCString { open($0, O_RDONLY | O_NONBLOCK) }
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes: [UInt8] = []
  while true {
    let part = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(0, read(file, buffer.baseAddress, 65_536))
    }
    if part.isEmpty { return bytes }
    bytes += part
  }
}

func mode(of path: FilePath) -> mode_t {
  var status = stat()
  return path.withCString { lstat($0, &status) } == 0 ? status.st_mode & 0o7777 : 0
}

/// The last word of each line, from all files, the oldest first.
func messages(_ folder: LogFolder, _ field: String = "n") throws -> [String] {
  try LogTail.records(.max, of: folder).map { record in
    record.fields.first { $0.name == field }?.value ?? record.message
  }
}
