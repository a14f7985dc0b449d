import Glibc
import Music
import Synchronization

@testable import Playback

/// A disk that hangs or is pulled, from an offset of one file on, at the test's command.
final class Gate: Sendable {
  enum Manner: Int { case open, hanging, pulled }

  private let file: UInt64
  private let offset: Atomic<Int>
  private let manner: Atomic<Int>
  /// Reads that met the closed gate.
  var reads: Int { shut.load(ordering: .relaxed) }
  private let shut = Atomic<Int>(0)

  /// - Parameter offset: bytes of the file that are read in any case.
  init(_ path: FilePath, from offset: Int = 0, _ manner: Manner) {
    var status = stat()
    // because the tests have just written it
    precondition(stat(path.text, &status) == 0)
    file = UInt64(status.st_ino)
    self.offset = Atomic(offset)
    self.manner = Atomic(manner.rawValue)
  }

  func set(_ manner: Manner) { self.manner.store(manner.rawValue, ordering: .relaxed) }

  func move(to offset: Int) { self.offset.store(offset, ordering: .relaxed) }

  /// File access through the gate. Only the gate's opening ends a read that hangs.
  func access(patience: Duration, grace: Duration = .milliseconds(300)) -> FileAccess {
    FileAccess(reading: { self.read($0, $1, $2, $3) }, patience: patience, grace: grace)
  }

  func read(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ position: Int
  ) -> Int {
    var status = stat()
    if fstat(descriptor, &status) == 0, UInt64(status.st_ino) == file,
      position + count > offset.load(ordering: .relaxed)
    {
      if manner.load(ordering: .relaxed) != Manner.open.rawValue {
        shut.add(1, ordering: .relaxed)
      }
      while manner.load(ordering: .relaxed) == Manner.hanging.rawValue { usleep(2_000) }
      if manner.load(ordering: .relaxed) == Manner.pulled.rawValue {
        errno = EIO
        return -1
      }
    }
    return pread(descriptor, buffer, count, position)
  }
}
