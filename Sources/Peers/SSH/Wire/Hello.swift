package import Music

/// The client's first frame. Whatever a later version writes behind these values is ignored.
package struct SyncHello: Equatable, Sendable {
  /// The protocols that this program speaks.
  static let protocols: ClosedRange<UInt32> = 2...2

  /// Of the greeting.
  var session: String
  var protocols = SyncHello.protocols
  package var programVersion = ProgramVersion.text
  /// The library on the server's side, nil for its default one.
  package var library: FilePath?
  /// The client's own library; its name is what the server calls it.
  package var client: RemoteIdentity

  init(
    session: String, library: FilePath? = nil,
    client: RemoteIdentity = RemoteIdentity(uuid: "", name: "")
  ) {
    self.session = session
    self.client = client
    self.library = library
  }

  var encoded: [UInt8] {
    var writer = WireWriter()
    writer.write(session)
    writer.write(protocols.lowerBound)
    writer.write(protocols.upperBound)
    writer.write(programVersion)
    writer.write(library) { $0.write($1) }
    writer.write(client.uuid)
    writer.write(client.name)
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws(WireFault) {
    var reader = WireReader(bytes)
    session = try reader.text()
    let (low, high) = (try reader.word(), try reader.word())
    guard low <= high else { throw .invalid }
    protocols = low...high
    programVersion = CleanText.line(try reader.text(), to: 64)
    library = try reader.bool() ? try reader.path() : nil
    let uuid = try reader.text()
    guard uuid.utf8.count <= 64 else { throw .tooLong }
    client = RemoteIdentity(
      uuid: uuid, name: CleanText.line(try reader.text(), to: 200),
      programVersion: programVersion)
  }

  /// The newest protocol that both sides speak.
  func chosenProtocol() -> UInt32? {
    let chosen = min(protocols.upperBound, Self.protocols.upperBound)
    return chosen >= max(protocols.lowerBound, Self.protocols.lowerBound) ? chosen : nil
  }
}

/// The library that a server has opened.
package struct RemoteIdentity: Equatable, Sendable {
  /// The id of the library, the same for all time.
  package var uuid: String
  package var name: String
  package var programVersion: String

  package init(uuid: String, name: String, programVersion: String = ProgramVersion.text) {
    self.uuid = uuid
    self.name = name
    self.programVersion = programVersion
  }
}

/// The answer to the hello.
struct SyncWelcome: Equatable, Sendable {
  /// 0 where none fits.
  var chosenProtocol: UInt32
  var protocols = SyncHello.protocols
  var identity: RemoteIdentity

  var encoded: [UInt8] {
    var writer = WireWriter()
    writer.write(chosenProtocol)
    writer.write(protocols.lowerBound)
    writer.write(protocols.upperBound)
    writer.write(identity.programVersion)
    writer.write(identity.uuid)
    writer.write(identity.name)
    return writer.bytes
  }

  init(chosenProtocol: UInt32, identity: RemoteIdentity) {
    self.chosenProtocol = chosenProtocol
    self.identity = identity
  }

  init(_ bytes: [UInt8]) throws(WireFault) {
    var reader = WireReader(bytes)
    chosenProtocol = try reader.word()
    let (low, high) = (try reader.word(), try reader.word())
    guard low <= high else { throw .invalid }
    protocols = low...high
    let version = CleanText.line(try reader.text(), to: 64)
    let uuid = try reader.text()
    guard uuid.utf8.count <= 64 else { throw .tooLong }
    identity = RemoteIdentity(
      uuid: uuid, name: CleanText.line(try reader.text(), to: 200), programVersion: version)
  }
}
