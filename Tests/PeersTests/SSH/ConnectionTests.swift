import Foundation
import Music
import Sync
import Testing

@testable import Peers

/// Connections through a script in place of ssh.
@Suite("Connections by ssh")
struct ConnectionTests {
  private let address = SSHAddress(user: "me", host: "pi", port: 2_222)

  private func said(_ script: String, options: SSHOptions = SSHOptions()) async throws -> PeerError?
  {
    let bridge = try Bridge()
    let connection = SSHConnection(
      address, options, environment: try bridge.environment(script: script))
    let client = RemotePeer(connection)
    let error = await callFault { try await client.open() }
    await client.close()
    #expect(connection.processNumber == nil)
    return error
  }

  @Test("the words of ssh hold nothing but the address and fixed settings")
  func words() {
    let words = SSHOptions().words(for: address)
    #expect(words.prefix(4) == ["ssh", "-T", "-x", "-a"])
    #expect(words.suffix(5) == ["-p", "2222", "--", "me@pi", "tritone sync --serve"])
    #expect(words.contains("BatchMode=yes"))
    var asking = SSHOptions(remoteCommand: "/opt/tritone")
    asking.mayAsk = true
    asking.readProgram(from: ["TRITONE_SSH": " ssh  -F file "])
    let others = asking.words(for: SSHAddress(host: "::1"))
    #expect(others.prefix(3) == ["ssh", "-F", "file"])
    #expect(others.suffix(3) == ["--", "::1", "/opt/tritone sync --serve"])
    #expect(!others.contains("BatchMode=yes"))
    // Only the command line lets a client choose: a key that is bound to a command keeps it out.
    let chosen = SSHOptions().words(for: SSHAddress(host: "b", library: FilePath("/m/l.db")))
    #expect(chosen.last == "tritone sync --serve --any-library")
  }

  @Test("a sync runs through the program's standard streams, behind what its start files print")
  func whole() async throws {
    let bridge = try Bridge()
    let server = bridge.serve()
    let environment = try bridge.environment(
      script: "echo Welcome; printf '$ '; echo oops >&2; exec \(bridge.command)")
    let connection = SSHConnection(address, environment: environment)
    let client = RemotePeer(connection)
    try await client.open()
    let process = connection.processNumber
    #expect(process != nil)
    let source = bridge.folder.appending("source")
    try Data([1, 2]).write(to: URL(fileURLWithPath: source.text))
    let transfer = PeerTransfer(source: source, size: 2, target: FilePath("x"), part: "p")
    _ = try await client.send(transfer) { _ in }
    #expect(bridge.peer.with { $0.files[FilePath("x")] } == [1, 2])
    await client.close()
    #expect(await server.value == .closed)
    #expect(connection.processNumber == nil)
    // It has been waited for.
    #expect(process.map { kill($0, 0) } == -1)
  }

  @Test("a program that is killed in the middle is a lost connection, here and there")
  func killed() async throws {
    let bridge = try Bridge()
    let server = bridge.serve()
    let connection = SSHConnection(
      address, environment: try bridge.environment(script: "exec \(bridge.command)"))
    let client = RemotePeer(connection)
    try await client.open()
    if let process = connection.processNumber { kill(process, SIGKILL) }
    #expect(await callFault { try await client.flush() } == .gone)
    #expect(await server.value == .lost)
    await client.close()
  }

  @Test("a program that does not end with its pipes is ended")
  func stubborn() async throws {
    let bridge = try Bridge()
    let script = "exec sleep 1000 </dev/null >/dev/null 2>&1"
    let connection = SSHConnection(address, environment: try bridge.environment(script: script))
    let client = RemotePeer(connection)
    #expect(await callFault { try await client.open() } != nil)
    await client.close()
    #expect(connection.processNumber == nil)
  }

  @Test("without ssh, that is said")
  func noProgram() async {
    let connection = SSHConnection(address, environment: ["TRITONE_SSH": "/nowhere/ssh"])
    let error = await callFault { try await RemotePeer(connection).open() }
    #expect(
      error == .remote("there is no program /nowhere/ssh here: install OpenSSH’s client"))
  }

  @Test("a stored address that would be an option of ssh starts nothing")
  func option() async {
    let connection = SSHConnection(
      SSHAddress(host: "-oProxyCommand=touch x"), environment: ["TRITONE_SSH": "/nowhere/ssh"])
    let error = await callFault { try await RemotePeer(connection).open() }
    #expect(
      error == .remote(SSHAddressMistake.host("-oProxyCommand=touch x").message))
  }

  @Test(
    "what ssh says becomes a sentence with what to do",
    arguments: [
      (
        "echo 'ssh: connect to host pi port 2222: Connection refused' >&2; exit 255",
        "pi refuses the connection: check that its SSH server runs at port 2222"
      ),
      (
        "echo 'me@pi: Permission denied (publickey).' >&2; exit 255",
        "pi takes none of the keys here: run ssh-copy-id -p 2222 me@pi, or check the name of the "
          + "user"
      ),
      (
        "echo 'No ED25519 host key is known for [pi]:2222 and you have requested strict checking.' "
          + ">&2; echo 'Host key verification failed.' >&2; exit 255",
        "the host key of pi is not known here yet: run ssh -p 2222 me@pi once and compare it"
      ),
      (
        "echo '@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @' >&2; "
          + "echo 'Host key verification failed.' >&2; exit 255",
        "the host key of pi has changed: somebody may be in between. If the machine was set up "
          + "anew, run ssh-keygen -R [pi]:2222"
      ),
      (
        "echo 'ssh: Could not resolve hostname pi: Name or service not known' >&2; exit 255",
        "there is no host pi: check its name and the network"
      ),
      (
        "echo 'ssh: connect to host pi port 22: Connection timed out' >&2; exit 255",
        "pi does not answer: check that it is on, and on the network"
      ),
      (
        "echo 'bash: tritone: command not found' >&2; exit 127",
        "pi does not find “tritone”: install Tritone there, or set the device’s remote command to "
          + "the path of the program"
      ),
      ("exit 126", "“tritone” on pi cannot be run: no permission"),
      ("printf 'a\\033[2Jb\\n' >&2; exit 255", "no connection to pi: a[2Jb"),
      ("exit 255", "no connection to pi: ssh gives no reason"),
      ("echo 'Unknown option' >&2; exit 64", "“tritone” on pi ended with 64: Unknown option"),
      (
        "echo Good morning; exit 0",
        "“tritone” on pi ended with 0; the start files of its shell may print text: “Good morning”"
      ),
      ("kill -9 $$", "ssh to pi was ended by signal 9"),
      ("head -c 200000 /dev/zero | tr '\\0' x >&2; exit 255", "no connection to pi: "),
    ])
  func sentences(script: String, sentence: String) async throws {
    guard case .remote(let text) = try await said(script) else {
      Issue.record("no sentence")
      return
    }
    #expect(text == sentence || sentence.hasSuffix(": ") && text.hasPrefix(sentence))
    #expect(text.count < 300)
  }
}
