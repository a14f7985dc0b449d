import Glibc
internal import Music

/// The mounted file systems.
struct MountTable {
  struct Mount: Hashable {
    var path: FilePath
    var type: String
    /// The id of the mount, unique among present ones.
    var id: String
  }

  private(set) var mounts: Set<Mount> = []

  /// Others write to these without notifications to our system.
  private static let networks: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "coda", "ncpfs", "vboxsf",
    "virtiofs", "glusterfs", "lustre", "davfs",
  ]

  /// Reads /proc/self/mountinfo (proc_pid_mountinfo(5)); none where there is no such file.
  init() {
    guard let file = fopen("/proc/self/mountinfo", "r") else { return }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while true {
      let length = getline(&line, &capacity, file)
      guard length > 0, let line else { break }
      let bytes = UnsafeRawBufferPointer(start: line, count: length)
      if let mount = MountTable.mount([UInt8](bytes)) { mounts.insert(mount) }
    }
  }

  /// Reads a line: "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw".
  static func mount(_ line: [UInt8]) -> Mount? {
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count > 6,
      let dash = words.dropFirst(6).firstIndex(where: { $0.elementsEqual([0x2D]) }),
      dash + 1 < words.count
    else { return nil }
    return Mount(
      path: FilePath(bytes: unescaped(words[4])),
      type: String(decoding: words[dash + 1], as: UTF8.self),
      id: String(decoding: words[0], as: UTF8.self))
  }

  /// Spaces and backslashes are octal there: "\040".
  private static func unescaped(_ word: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = word
    while let byte = rest.first {
      rest = rest.dropFirst()
      let digits = rest.prefix(3)
      guard byte == UInt8(ascii: "\\"), digits.count == 3,
        digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x37 })
      else {
        result.append(byte)
        continue
      }
      result.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 0x30) })
      rest = rest.dropFirst(3)
    }
    return result
  }

  /// Whether others may write below a folder without notifications.
  func isShared(_ folder: FilePath) -> Bool {
    let real = folder.resolved ?? folder
    let around = mounts.filter { real.isInside($0.path) }.max {
      $0.path.bytes.count < $1.path.bytes.count
    }
    let inside = mounts.filter { $0.path != real && $0.path.isInside(real) }
    return (inside + (around.map { [$0] } ?? [])).contains { mount in
      MountTable.networks.contains(mount.type) || mount.type.hasPrefix("fuse.")
    }
  }
}
