import Foundation

/// The package of the program under test, and a root of its own to install it into.
final class DebianPackage {
  static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  let folder = URL(fileURLWithPath: "/tmp/tt-deb-\(UUID().uuidString.prefix(8))")
  let file: String
  var root: URL { folder.appendingPathComponent("root") }
  var binary: String { root.appendingPathComponent("usr/bin/tritone").path }

  /// The environment of packing. Fast, since nobody downloads it.
  private static let environment = [
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8",
    "SOURCE_DATE_EPOCH": "1700000000", "COMPRESSION": "-Zgzip -z1",
  ]

  static func isThere(_ program: String) -> Bool {
    ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// The package of this process: the binary does not change, and packing reads all of it.
  private static let packed = Result {
    let folder = URL(fileURLWithPath: "/tmp/tt-deb-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = URL(fileURLWithPath: try pack(into: folder))
    return (name: file.lastPathComponent, bytes: try Data(contentsOf: file))
  }

  init() throws {
    let packed = try DebianPackage.packed.get()
    let out = folder.appendingPathComponent("out")
    try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
    file = out.appendingPathComponent(packed.name).path
    try packed.bytes.write(to: URL(fileURLWithPath: file))
    // What dpkg wants of a root.
    for name in ["updates", "info"] {
      try FileManager.default.createDirectory(
        at: root.appendingPathComponent("var/lib/dpkg/\(name)"), withIntermediateDirectories: true)
    }
    try Data().write(to: root.appendingPathComponent("var/lib/dpkg/status"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Packs the binary; returns the path of the package.
  static func pack(into folder: URL) throws -> String {
    try Program.check(
      checkout.appendingPathComponent("Packaging/deb").path, [Sandbox.binary, folder.path],
      environment: environment
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @discardableResult
  func run(_ program: String, _ arguments: String...) throws -> String {
    try Program.check(program, arguments, environment: DebianPackage.environment)
  }

  /// The libraries of this machine's packages are not in the root's.
  func dpkg(_ arguments: String...) throws {
    try Program.check(
      "dpkg", ["--root=\(root.path)", "--force-depends", "--log=/dev/null"] + arguments,
      environment: DebianPackage.environment)
  }

  /// The same package with another version.
  func versioned(_ version: String) throws -> String {
    let tree = folder.appendingPathComponent("tree-\(version)")
    try run("dpkg-deb", "-R", file, tree.path)
    let control = tree.appendingPathComponent("DEBIAN/control")
    let text = try String(contentsOf: control, encoding: .utf8)
    try text.replacing(#/Version: .*/#, with: "Version: \(version)")
      .write(to: control, atomically: true, encoding: .utf8)
    let package = folder.appendingPathComponent("tritone-\(version).deb").path
    try run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "-b", tree.path, package)
    return package
  }

  /// The files that are installed, without those of dpkg.
  var files: [String] {
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { path in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: root.path + "/" + path, isDirectory: &isFolder)
      return !isFolder.boolValue && !path.hasPrefix("var/")
    }.sorted()
  }
}
