import Foundation
import Music
import Sync

/// An sshd of a test's own on 127.0.0.1, with its own keys, which ends with this value.
final class SSHServer {
  private let folder: String
  private let process = Process()
  private let madeFolder: Bool

  var configuration: String { folder + "/ssh_config" }

  private static let program: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders.map(String.init) + ["/usr/sbin"]).map { $0 + "/sshd" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// As root, sshd needs the user of its privilege separation, which its package makes.
  static var isInstalled: Bool {
    program != nil && (geteuid() != 0 || getpwnam("sshd") != nil)
      && FileManager.default.isExecutableFile(atPath: "/usr/bin/ssh")
  }

  init() throws {
    folder = try Connected.newFolder().text
    for key in ["hostkey", "id", "other"] {
      try Self.run(
        "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", "\(folder)/\(key)"])
    }
    // Where sshd runs as root it wants this folder, which the start of its service makes.
    madeFolder = geteuid() == 0 && mkdir("/run/sshd", 0o755) == 0
    let port = try Self.freePort()
    try write("authorized_keys", try read("id.pub"))
    let name = "[127.0.0.1]:\(port) "
    try write("known_hosts", name + (try read("hostkey.pub")))
    try write("changed_hosts", name + (try read("other.pub")))
    try write("no_hosts", "")
    try write(
      "sshd_config",
      """
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(folder)/hostkey
      AuthorizedKeysFile \(folder)/authorized_keys
      PidFile none
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      PermitRootLogin prohibit-password
      PrintMotd no

      """)
    func host(_ name: String, _ key: String, _ hosts: String, _ port: Int) -> String {
      """
      Host \(name)
        HostName 127.0.0.1
        Port \(port)
        User \(NSUserName())
        IdentityFile \(folder)/\(key)
        IdentitiesOnly yes
        IdentityAgent none
        UserKnownHostsFile \(folder)/\(hosts)
        GlobalKnownHostsFile /dev/null
        StrictHostKeyChecking yes

      """
    }
    try write(
      "ssh_config",
      host("test", "id", "known_hosts", port) + host("unknown", "id", "no_hosts", port)
        + host("changed", "id", "changed_hosts", port) + host("nokey", "other", "known_hosts", port)
        + host("refused", "id", "known_hosts", try Self.freePort()))
    // because it is only made where it is installed
    process.executableURL = URL(fileURLWithPath: Self.program!)
    process.arguments = ["-D", "-f", folder + "/sshd_config", "-E", folder + "/sshd.log"]
    try process.run()
    while process.isRunning, !(try log().contains("Server listening")) { usleep(10_000) }
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    if madeFolder { rmdir("/run/sshd") }
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func log() throws -> String {
    FileManager.default.fileExists(atPath: folder + "/sshd.log") ? try read("sshd.log") : ""
  }

  private func write(_ name: String, _ text: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
  }

  private static func freePort() throws -> Int {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else { throw PeerError.gone }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
