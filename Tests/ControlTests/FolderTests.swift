import CLinux
import Control
import Foundation
import Glibc
import Music
import Testing

/// The folder of the socket, the lock beside it, and what is found in their places.
@Suite("Control folder", .serialized)
struct FolderTests {
  private func mode(_ path: FilePath) -> mode_t {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("a lock makes a private folder, and a server a private socket")
  func modes() throws {
    let runtime = Runtime()
    let socket = try runtime.socket
    let host = try TestHost(runtime)
    #expect(mode(socket.folder) == 0o700)
    #expect(mode(socket.path) == 0o600)
    #expect(mode(socket.lockFile) == 0o600)
    #expect(try ControlClient(socket).process == getpid())
    host.end()
    #expect(runtime.names() == [socket.lockFile.name])
  }

  @Test("a folder that is a link, a file, open to others or another user's is refused")
  func refusals() throws {
    let runtime = Runtime()
    let socket = try runtime.socket
    let path = socket.folder
    func expect(_ error: ControlError) {
      #expect(throws: error) { try HostLock(socket) }
      #expect(throws: error) { try ControlClient(socket) }
    }
    let elsewhere = runtime.folder.appending("elsewhere").text
    try FileManager.default.createDirectory(
      atPath: elsewhere, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    symlink(elsewhere, path.text)
    expect(.notAFolder(path))
    unlink(path.text)
    #expect(FileManager.default.createFile(atPath: path.text, contents: nil))
    expect(.notAFolder(path))
    unlink(path.text)
    for open in [0o755, 0o710, 0o702] as [mode_t] {
      mkdir(path.text, 0o700)
      chmod(path.text, open)
      expect(.openToOthers(path))
      rmdir(path.text)
    }
    guard geteuid() == 0 else { return }
    mkdir(path.text, 0o700)
    chown(path.text, 65534, 65534)
    expect(.ofAnotherUser(path))
  }

  @Test("without a runtime folder the one in /tmp has the user's number, and the same checks")
  func fallback() throws {
    let runtime = Runtime()
    for environment in [[:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "run/user"]] {
      let socket = try ControlSocket(
        library: FilePath("/a"), environment: environment, fallback: runtime.folder)
      #expect(socket.folder == runtime.folder.appending("tritone-\(geteuid())"))
      mkdir(socket.folder.text, 0o755)
      chmod(socket.folder.text, 0o755)
      #expect(throws: ControlError.openToOthers(socket.folder)) { try HostLock(socket) }
      rmdir(socket.folder.text)
    }
  }

  @Test("a runtime folder that is missing is said, and no player is found there")
  func missing() throws {
    let runtime = Runtime()
    let socket = try ControlSocket(
      library: FilePath("/a"),
      environment: ["XDG_RUNTIME_DIR": runtime.folder.appending("gone").text])
    #expect(throws: ControlError.system(socket.folder, code: ENOENT)) { try HostLock(socket) }
    #expect(throws: ControlError.noHost) { try ControlClient(socket) }
  }

  @Test(
    "each library has its own socket, under all of its names, and a long name makes no longer one")
  func names() throws {
    let runtime = Runtime()
    let environment = runtime.environment
    let folder = runtime.folder.appending("music")
    mkdir(folder.text, 0o700)
    symlink(folder.text, runtime.folder.appending("link").text)
    func path(_ library: String) throws -> FilePath {
      try ControlSocket(
        library: runtime.folder.appending(library), environment: environment
      ).path
    }
    #expect(try path("music/a.db") == path("link/a.db"))
    #expect(try path("music/a.db") != path("music/b.db"))
    let long = String(repeating: "x", count: 250)
    #expect(try path(long).bytes.count == path("a").bytes.count)
    // Once it is there, too.
    #expect(FileManager.default.createFile(atPath: folder.appending("a.db").text, contents: nil))
    #expect(try path("music/a.db") == path("link/a.db"))
  }

  @Test("a runtime folder too long for the address of a socket is refused")
  func tooLong() throws {
    func bytes(_ length: Int) throws -> Int {
      let folder = "/" + String(repeating: "x", count: length - 1)
      return try ControlSocket(
        library: FilePath("/a"), environment: ["XDG_RUNTIME_DIR": folder]
      ).path.bytes.count
    }
    // "/tritone/", 16 digits and ".sock" behind it, and a zero byte.
    #expect(try bytes(77) == 107)
    #expect(throws: ControlError.self) { try bytes(78) }
  }

  @Test("a socket that a killed player left behind is replaced")
  func stale() throws {
    let runtime = Runtime()
    let socket = try runtime.socket
    mkdir(socket.folder.text, 0o700)
    let left = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.path.bytes) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(code == 0)
    close(left)
    #expect(throws: ControlError.noHost) { try ControlClient(socket) }
    let host = try TestHost(runtime)
    #expect(try ControlClient(socket).hello() == ControlHello())
    withExtendedLifetime(host) {}
  }

  @Test("the second player of a library is refused, with the process of the first")
  func lock() throws {
    let runtime = Runtime()
    let socket = try runtime.socket
    let first = try HostLock(socket)
    #expect(throws: ControlError.hostRuns(process: getpid())) { try HostLock(socket) }
    let other = try ControlSocket(
      library: FilePath("/other.db"), environment: runtime.environment)
    #expect(throws: Never.self) { try HostLock(other) }
    withExtendedLifetime(first) {}
  }

  @Test("of players that start at the same moment one plays, whatever the order")
  func race() throws {
    let runtime = Runtime()
    let socket = try runtime.socket
    for _ in 0..<50 {
      let locks = Log<HostLock>()
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        if let lock = try? HostLock(socket) { locks.note(lock) }
      }
      #expect(locks.all.count == 1)
    }
  }

  @Test("a lock whose file was cleared away does not let a second player in")
  func clearedLock() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let socket = try runtime.socket
    unlink(socket.lockFile.text)
    let second = try HostLock(socket)
    #expect(throws: ControlError.hostRuns(process: getpid())) {
      try ControlServer(
        second, status: .sample,
        handlers: ControlServer.Handlers(request: { _, _ in }, attach: { _, _ in { _ in } }))
    }
    // The socket of the first is still there.
    #expect(try ControlClient(socket).hello() == ControlHello())
    withExtendedLifetime(host) {}
  }

  @Test(
    "another user is not let in",
    .enabled(if: geteuid() == 0 && access("/usr/bin/perl", X_OK) == 0))
  func otherUser() throws {
    let runtime = Runtime()
    let host = try TestHost(runtime)
    let socket = try runtime.socket
    // As if the folder's mode had failed.
    for path in [runtime.folder, socket.folder] { chmod(path.text, 0o755) }
    chmod(socket.path.text, 0o666)
    let program = """
      use Socket; $SIG{PIPE} = "IGNORE"; socket(S, PF_UNIX, SOCK_STREAM, 0) or die;
      connect(S, sockaddr_un($ARGV[0])) or die "no connection: $!";
      syswrite(S, "{\\"get\\":\\"status\\"}\\n"); alarm 20;
      my $n = sysread(S, my $b, 4096); print defined $n ? "got $n" : "error";
      """
    func answer(_ user: String) throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/setpriv")
      process.arguments = [
        "--reuid", user, "--clear-groups", "/usr/bin/perl", "-e", program, socket.path.text,
      ]
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      process.waitUntilExit()
      let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
      return String(decoding: bytes, as: UTF8.self)
    }
    let refused = try answer("65534")
    #expect(refused == "got 0" || refused == "error")
    #expect(try answer("0").hasPrefix("got "))
    #expect(try answer("0") != "got 0")
    withExtendedLifetime(host) {}
  }
}
