import FoundationEssentials
import Glibc
import Library
import Media
import Music
import Peers
import Sync

/// Opens devices for syncs.
struct DevicePeers: Sendable {
  private let library: Library
  private let directories: Directories
  /// Whether ssh may ask for a password on the terminal.
  private let mayAsk: Bool

  init(_ library: Library, _ directories: Directories, mayAsk: Bool = false) {
    self.library = library
    self.directories = directories
    self.mayAsk = mayAsk
  }

  /// A password takes its time to be typed.
  private var limits: ChannelLimits {
    mayAsk ? ChannelLimits(greeting: .seconds(120)) : ChannelLimits()
  }

  static var now: Int64 { Int64(Date.now.timeIntervalSince1970) }

  func peer(for device: Device) async throws -> any Peer {
    switch device.address {
    case .folder(let path):
      var setup = FolderPeer.Setup(
        root: directories.absolute(path),
        device: DeviceIdentity(uuid: device.uuid, name: device.name),
        folder: directories.deviceFolder(device.uuid), database: LibraryDeviceDatabase(),
        version: ProgramVersion.text, now: { DevicePeers.now }, facts: DeviceFileFacts.read)
      if let text = try await library.deviceNote(.logs, of: device.id) {
        setup.logs = DeviceLogState(text: text)
      }
      setup.verifies = device.options.verify
      return FolderPeer(setup)
    case .ssh(let address):
      let identity = RemoteIdentity(
        uuid: try await library.libraryUUID().text, name: Self.hostName)
      var options = SSHOptions(remoteCommand: device.options.remoteCommand)
      options.mayAsk = mayAsk
      return RemotePeer(
        SSHConnection(address, options), library: address.library, uuid: device.uuid,
        client: identity, limits: limits)
    }
  }

  /// The id of the library that an address leads to.
  func remoteIdentity(_ address: SSHAddress, command: String?) async throws -> RemoteIdentity {
    let identity = RemoteIdentity(uuid: try await library.libraryUUID().text, name: Self.hostName)
    var options = SSHOptions(remoteCommand: command)
    options.mayAsk = mayAsk
    let peer = RemotePeer(
      SSHConnection(address, options), library: address.library, client: identity,
      limits: limits)
    do throws(PeerError) {
      try await peer.open()
    } catch {
      await peer.close()
      throw Failure(reason: error.message)
    }
    let remote = peer.identity
    await peer.close()
    guard let remote, !remote.uuid.isEmpty else {
      throw Failure(reason: "\(address.host) did not say which library it has")
    }
    return remote
  }

  /// This machine's name on others.
  static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "another machine" }
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "another machine" : name
  }
}

extension Directories {
  /// The folder here for a device: a copy of its database, and its playlists as written.
  func deviceFolder(_ uuid: String) -> FilePath {
    // The id comes from the device: only signs of a UUID become part of a path.
    let name = String(uuid.prefix(64).map { $0.isHexDigit || $0 == "-" ? $0 : "_" })
    return data.appending("devices").appending(name)
  }

  /// Converted files, which can be made again.
  var conversions: FilePath { cache.appending("devices") }
}

extension DeviceFileFacts {
  /// Facts of a file, as the library would read them; nil where it is no audio that can be read.
  static func read(_ path: FilePath) -> DeviceFileFacts? {
    let facts: MediaFacts
    do throws(MediaError) {
      try FFmpegLibraries.load()
      facts = try TagReader.read(path)
    } catch { return nil }
    return DeviceFileFacts(
      audioHash: facts.audioHash, title: facts.tags.title, artist: facts.tags.artist,
      duration: facts.audio.duration.map { $0 / .seconds(1) })
  }
}

/// The database of a device, as the library module reads and writes it.
struct LibraryDeviceDatabase: DeviceDatabase {
  func read(_ file: FilePath) throws(PeerError) -> DeviceContents {
    do throws(LibraryError) {
      return try DeviceDatabaseFile.read(file)
    } catch {
      throw .database(error.message)
    }
  }

  func apply(
    _ commit: DeviceCommit, to file: FilePath, device: DeviceIdentity
  ) throws(PeerError) {
    do throws(LibraryError) {
      try DeviceDatabaseFile.apply(
        commit, to: file, deviceID: device.uuid, time: DevicePeers.now)
    } catch {
      throw .database(error.message)
    }
  }
}

extension PeerError {
  /// The line that the user reads.
  var message: String {
    switch self {
    case .cancelled: "stopped"
    case .gone: "the device is gone: it was unplugged, or the connection was lost"
    case .notTheDevice: "something else is in the device's place"
    case .readOnly: "the device is read-only"
    case .full: "the device is full"
    case .busy(let who): "another sync is going on: \(who)"
    case .changed(let path): "\(path.text) was changed on the device meanwhile; sync again"
    case .exists(let path): "there is already something at \(path.text) on the device"
    case .unreadable(let path, let code):
      "\(path.text) on the device cannot be read: \(PeerError.words(of: code))"
    case .unwritable(let path, let code):
      "\(path.text) on the device cannot be written: \(PeerError.words(of: code))"
    case .damaged(let path): "\(path.text) was damaged on its way to the device; sync again"
    case .source(let path, let code):
      "\(path.text) cannot be read: \(PeerError.words(of: code))"
    case .database(let reason): "the device's database cannot be used: \(reason)"
    case .remote(let reason): reason
    }
  }
}

extension SyncError {
  var message: String {
    switch self {
    case .cancelled: "stopped"
    case .peer(let error): error.message
    case .library(let reason), .source(let reason): reason
    }
  }
}
