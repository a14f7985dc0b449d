internal import CLinux
import Glibc
import Music
import Sync

/// The lock that lets one player at a time write to a device: a file with the holder's name, and
/// flock(2) on it where the file system has it.
final class DeviceLock {
  /// Seconds without a touch after which another machine's lock is left over.
  private static let patience: Int64 = 600
  private static let touchEvery: Int64 = 30

  private struct Holder: Codable, Equatable {
    var host: String
    var process: Int32
    var boot: String
    /// Unix time in seconds of the last touch.
    var time: Int64
    var token: UInt64
  }

  private let root: DeviceFolder
  private let file: Int32
  private let now: @Sendable () -> Int64
  private var holder: Holder

  init(_ root: DeviceFolder, now: @escaping @Sendable () -> Int64) throws(PeerError) {
    self.root = root
    self.now = now
    holder = Holder(
      host: ThisMachine.name, process: getpid(), boot: ThisMachine.boot, time: now(),
      token: .random(in: 0 ... .max))
    do throws(SystemFault) {
      file = try DeviceLock.acquire(root, now())
      do throws(SystemFault) {
        try DeviceLock.write(holder, to: file)
      } catch {
        close(file)
        try? root.unlink(DeviceLayout.lockPath)
        throw error
      }
    } catch {
      if error.code == EBUSY { throw .busy(DeviceLock.sentence(root)) }
      throw .writing(DeviceLayout.lockPath, error.code)
    }
  }

  private static func acquire(_ root: DeviceFolder, _ now: Int64) throws(SystemFault) -> Int32 {
    for _ in 0..<3 {
      do throws(SystemFault) {
        let file = try root.open(DeviceLayout.lockPath, O_RDWR | O_CREAT | O_EXCL, mode: 0o666)
        // A file system without locks goes without: the file itself is the lock.
        flock(file, LOCK_EX | LOCK_NB)
        return file
      } catch {
        guard error.code == EEXIST else { throw error }
      }
      guard try isLeftOver(root, now) else { throw SystemFault(code: EBUSY) }
      do throws(SystemFault) {
        try root.unlink(DeviceLayout.lockPath)
      } catch {
        guard error.code == ENOENT else { throw error }
      }
    }
    throw SystemFault(code: EBUSY)
  }

  /// Whether the holder of the lock is gone.
  private static func isLeftOver(_ root: DeviceFolder, _ now: Int64) throws(SystemFault) -> Bool {
    let file: Int32
    do throws(SystemFault) {
      file = try root.open(DeviceLayout.lockPath, O_RDWR | O_NONBLOCK)
    } catch {
      if error.code == ENOENT { return true }
      throw error
    }
    defer { FileClosing.close(file) }
    // Held by a process of this machine.
    if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SystemFault(code: errno) }
    let age = { (time: Int64) in abs(now &- time) > patience }
    let written = age(Int64(status.st_mtim.tv_sec))
    guard let bytes = try root.bytes(of: DeviceLayout.lockPath, atMost: 4096),
      let holder = HostileJSON.value(bytes, Holder.self)
    else { return written }
    if holder.host == ThisMachine.name {
      if holder.boot != ThisMachine.boot { return true }
      if holder.process != getpid() { return kill(holder.process, 0) != 0 && errno == ESRCH }
    }
    // The clocks of two machines differ: both times have to be old.
    return written && age(holder.time)
  }

  private static func sentence(_ root: DeviceFolder) -> String {
    guard let bytes = try? root.bytes(of: DeviceLayout.lockPath, atMost: 4096),
      let holder = HostileJSON.value(bytes, Holder.self)
    else { return "another player syncs with it" }
    let host = holder.host.prefix(64).unicodeScalars.map { $0.isASCII ? $0.displayable : "?" }
    return holder.host == ThisMachine.name
      ? "another Tritone syncs with it (process \(holder.process))"
      : "a Tritone on \(String(String.UnicodeScalarView(host))) syncs with it"
  }

  private static func write(_ holder: Holder, to file: Int32) throws(SystemFault) {
    let bytes = HostileJSON.bytes(holder)
    guard pwrite(file, bytes, bytes.count, 0) == bytes.count else {
      throw SystemFault(code: errno == 0 ? ENOSPC : errno)
    }
    ftruncate(file, bytes.count)
  }

  /// Shows other machines that the holder is alive, and sees that the lock is still its own.
  func touch() throws(PeerError) {
    let time = now()
    guard abs(time &- holder.time) >= DeviceLock.touchEvery else { return }
    do throws(SystemFault) {
      guard let bytes = try root.bytes(of: DeviceLayout.lockPath, atMost: 4096),
        HostileJSON.value(bytes, Holder.self)?.token == holder.token
      else { throw SystemFault(code: EBUSY) }
      holder.time = time
      try DeviceLock.write(holder, to: file)
    } catch {
      if error.code == EBUSY { throw .busy(DeviceLock.sentence(root)) }
      // A full device keeps the lock's old time; writing files says so.
      if error.code != ENOSPC, error.code != EDQUOT {
        throw .writing(DeviceLayout.lockPath, error.code)
      }
    }
  }

  /// Removes the lock, if it is still this one.
  func release() {
    if let bytes = try? root.bytes(of: DeviceLayout.lockPath, atMost: 4096),
      HostileJSON.value(bytes, Holder.self)?.token == holder.token
    {
      try? root.unlink(DeviceLayout.lockPath)
    }
  }

  deinit { close(file) }
}

/// The names by which this machine is told from others.
enum ThisMachine {
  static var name: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// New at each start of the system.
  static var boot: String {
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(file, &buffer, buffer.count)
    return String(decoding: buffer[..<max(0, count)], as: UTF8.self).trimmed()
  }
}

/// `close` where a type has a function of that name.
enum FileClosing {
  static func close(_ file: Int32) { Glibc.close(file) }
}
