import Glibc
internal import Music

/// A database's file and its companions.
struct DatabaseFiles {
  let main: FilePath

  init(_ main: FilePath) { self.main = main }

  var wal: FilePath { beside("-wal") }
  var sharedMemory: FilePath { beside("-shm") }
  var journal: FilePath { beside("-journal") }
  var all: [FilePath] { [main, wal, sharedMemory, journal] }
  /// A marker for the next start that the database may be damaged.
  var suspicion: FilePath { beside("-suspect") }
  /// The path of a replacement until it is complete.
  var replacement: FilePath { beside("-replacement") }

  /// Creates the marker.
  func suspect() {
    let note = suspicion.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, PrivateFiles.file) }
    if note >= 0 { close(note) }
  }

  func beside(_ suffix: String) -> FilePath { FilePath(bytes: main.bytes + Array(suffix.utf8)) }
}
