internal import CLinux
import Glibc
package import Music
package import Sync

/// A folder that a device may be in, before it is opened.
package enum FolderDevice {
  /// The result of a look at a folder.
  package enum Look: Equatable, Sendable {
    /// No folder is there: the device is not plugged in, or not mounted.
    case absent
    /// A folder that cannot be read; the system's code.
    case unreadable(code: Int32)
    /// A file, or something else that is no folder.
    case notAFolder
    /// A folder that no player has synced with.
    case empty
    /// A device of RedShift, or one whose marker is lost: its database is there.
    case foreign
    /// A device of ours.
    ///
    /// - interruptedBy: The machine whose sync was cut, or still runs.
    case device(uuid: String, interruptedBy: String?)
    /// Nothing can be written there.
    case readOnly(uuid: String?)

    /// A sentence for the user.
    package var sentence: String {
      switch self {
      case .absent: "it is not there: plug it in, and mount it"
      case .notAFolder: "it is no folder"
      case .unreadable(let code): "it cannot be read: \(String(cString: strerror(code)))"
      case .empty: "it was never synced: folders for music, its database and playlists are made"
      case .foreign: "another player has synced with it: its database is kept"
      case .device(_, nil): "it is a device of Tritone"
      case .device(_, .some(let host)): "a sync by \(host) was not ended"
      case .readOnly: "it is read-only"
      }
    }
  }

  /// Looks at a folder, and changes nothing.
  ///
  /// - Parameter patience: After it a mount that hangs is unreadable, with `ETIMEDOUT`.
  package static func look(
    at path: FilePath, patience: Duration = .seconds(3),
    space: @escaping @Sendable (Int32) -> DeviceSpace? = DeviceSpace.current
  ) async -> Look {
    await within(patience) { look(at: path, space) } ?? .unreadable(code: ETIMEDOUT)
  }

  /// The space of a folder; nil where it cannot be told, or its mount hangs.
  package static func space(
    at path: FilePath, patience: Duration = .seconds(3)
  ) async -> DeviceSpace? {
    let found = await within(patience) { () -> DeviceSpace? in
      guard let root = try? DeviceFolder(path) else { return nil }
      return DeviceSpace.current(root.descriptor)
    }
    return found ?? nil
  }

  /// The result of a call that blocks; nil where it does not come in time.
  private static func within<Value: Sendable>(
    _ patience: Duration, _ body: @escaping @Sendable () -> Value
  ) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask {
        let found = await BlockingCall.run(patience: .zero) { _ throws(PeerError) in body() }
        return if case .success(let value) = found { value } else { nil }
      }
      group.addTask {
        // because a sleep that is cut short means that the call has ended
        try? await Task.sleep(for: patience)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }

  static func look(
    at path: FilePath, _ space: (Int32) -> DeviceSpace?
  ) -> Look {
    let root: DeviceFolder
    do throws(PeerError) { root = try DeviceFolder(path) } catch {
      guard case .unreadable(_, let code) = error else { return .absent }
      return code == ENOTDIR ? .notAFolder : .unreadable(code: code)
    }
    do throws(SystemFault) {
      let marker = try DeviceMarker.read(root)
      let isReadOnly =
        space(root.descriptor)?.isReadOnly == true
        || faccessat(root.descriptor, ".", W_OK, AT_EACCESS) != 0
      if case .marker(let marker) = marker {
        if isReadOnly { return .readOnly(uuid: marker.uuid) }
        return .device(uuid: marker.uuid, interruptedBy: marker.inProgress.map(host))
      }
      if isReadOnly { return .readOnly(uuid: nil) }
      if marker != .none { return .foreign }
      return try root.status(DeviceLayout.libraryPath) != nil ? .foreign : .empty
    } catch { return .unreadable(code: error.code) }
  }

  /// The machine of a note of a sync, cleaned: another machine has written it.
  private static func host(_ inProgress: String) -> String {
    let name = inProgress.prefix(64).split(separator: " ").first ?? "another machine"
    return String(
      String.UnicodeScalarView(name.unicodeScalars.map { $0.isASCII ? $0.displayable : "?" }))
  }

  /// Makes a folder a device, after the user was asked: the folders of the layout, and the marker.
  /// Databases and music that are there stay.
  ///
  /// - Throws: `.notTheDevice` for a device with another id.
  package static func create(
    at path: FilePath, _ device: DeviceIdentity, version: String
  ) async throws(PeerError) {
    try await BlockingCall.run { _ throws(PeerError) in
      try make(at: path, device, version)
    }.get()
  }

  private static func make(
    at path: FilePath, _ device: DeviceIdentity, _ version: String
  ) throws(PeerError) {
    let root = try DeviceFolder(path)
    var current = path
    do throws(SystemFault) {
      if case .marker(let found) = try DeviceMarker.read(root) {
        guard found.uuid == device.uuid else { throw SystemFault(code: EXDEV) }
        return
      }
      for folder in [DeviceLayout.music, DeviceLayout.database, DeviceLayout.lists] {
        current = folder
        try root.makeFolder(folder)
        // A link in its place would lead out.
        guard try root.isFolder(folder) else { throw SystemFault(code: ENOTDIR) }
      }
      current = DeviceLayout.markerPath
      let mount = DeviceMount.around(path)
      var marker = DeviceMarker(uuid: device.uuid, version: version)
      try marker.keepOthers(of: root)
      let abilities = try FileSystemProbe.abilities(of: root, on: mount)
      marker.abilities = abilities
      marker.mount = mount
      guard root.isInPlace else { throw SystemFault(code: ENODEV) }
      try marker.write(root, straight: !abilities.renamesOver || !abilities.renamesCheaply)
      let code = tritone_sync_file_system(root.descriptor)
      guard code == 0 || code == ENOSYS || code == EINVAL else { throw SystemFault(code: code) }
    } catch {
      throw error.code == EXDEV ? .notTheDevice : .writing(current, error.code)
    }
  }
}
