internal import Bus
internal import Glibc

extension Keyring {
  /// The name of the service's program, such as `gnome-keyring`; nil if unknown.
  func program() async -> String? {
    // Only for display.
    guard
      let values = try? await bus.call(
        .bus("GetConnectionUnixProcessID", [.string(owner)]), within: .seconds(2)),
      let id = values.first?.uint32
    else { return nil }
    return Self.program(of: id)
  }

  private static func program(of id: UInt32) -> String? {
    let descriptor = open("/proc/\(id)/cmdline", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let path = bytes.prefix(count).prefix { $0 != 0 }
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    let marks = Array("-_.".utf8)
    let isPlain = name.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: marks.contains(byte)
      }
    }
    guard isPlain, !name.isEmpty else { return nil }
    let text = String(decoding: name.prefix(32), as: UTF8.self)
    return text.hasSuffix("-daemon") ? String(text.dropLast(7)) : text
  }
}
