import Glibc
internal import Music

/// A database's file and what SQLite keeps beside it.
struct DatabaseFiles {
  let main: FilePath

  init(_ main: FilePath) { self.main = main }

  var wal: FilePath { beside("-wal") }
  var sharedMemory: FilePath { beside("-shm") }
  var all: [FilePath] { [main, wal, sharedMemory, beside("-journal")] }
  /// A note that something in it was found broken, for the next start.
  var suspicion: FilePath { beside("-suspect") }
  /// What will take its place, until it is whole.
  var replacement: FilePath { beside("-replacement") }

  /// Leaves that note.
  func suspect() {
    let note = suspicion.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, PrivateFiles.file) }
    if note >= 0 { close(note) }
  }

  func beside(_ suffix: String) -> FilePath { FilePath(bytes: main.bytes + Array(suffix.utf8)) }
}
