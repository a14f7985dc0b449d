import Glibc
import Music
import Sync

extension FolderSession {
  /// The path of a file in the music folder, relative to the root.
  func checkedPath(_ path: FilePath) throws(PeerError) -> FilePath {
    guard DevicePath.isSafe(path) else { throw .unwritable(path, code: EINVAL) }
    return DeviceLayout.musicPath(path)
  }

  /// Makes the folders of a file in the music folder.
  ///
  /// - Returns: the file's path as the device spells its folders: names that differ only in case
  ///   from those that are there are one on most devices.
  func makeFolders(for path: FilePath) throws(PeerError) -> FilePath {
    guard let folder = path.parent else { return path }
    return try made(folder).appending(path.lastName)
  }

  private func made(_ folder: FilePath) throws(PeerError) -> FilePath {
    if let known = spellings[folder] { return known }
    let parent = try folder.parent.map { parent throws(PeerError) in try made(parent) }
    var spelled = parent.map { $0.appending(folder.lastName) } ?? folder
    do throws(SystemFault) {
      let path = DeviceLayout.musicPath(spelled)
      if try root.status(path) != nil {
        guard try root.isFolder(path) else { throw SystemFault(code: ENOTDIR) }
        if abilities.letterCase != .distinct {
          spelled = try spelling(of: folder.lastName, in: parent) ?? spelled
        }
      } else {
        try root.makeFolder(path)
      }
    } catch {
      throw writing(folder, error.code)
    }
    spellings[folder] = spelled
    return spelled
  }

  private func spelling(of name: [UInt8], in parent: FilePath?) throws(SystemFault) -> FilePath? {
    let names = try root.names(
      in: parent.map(DeviceLayout.musicPath) ?? DeviceLayout.music, atMost: 100_000)
    if names.contains(name) { return nil }
    let folded = FileNameRules.folded(String(decoding: name, as: UTF8.self))
    guard
      let found = names.first(where: {
        FileNameRules.folded(String(decoding: $0, as: UTF8.self)) == folded
      })
    else { return nil }
    return parent?.appending(found) ?? FilePath(bytes: found)
  }

  /// Removes the folders of a file that is gone, as far as they are empty.
  func removeEmptyFolders(of path: FilePath) {
    root.removeEmptyFolders(from: DeviceLayout.musicPath(path).parent, upTo: DeviceLayout.music)
    spellings = [:]
  }

  /// Sees that a file is still as it was: its size, and its time to what the device keeps of it.
  func expect(_ file: DeviceFile) throws(PeerError) -> stat {
    let path = try checkedPath(file.path)
    do throws(SystemFault) {
      guard let status = try root.status(path), isSame(status, file) else {
        throw SystemFault(code: ENOENT)
      }
      return status
    } catch {
      throw error.code == ENOENT || error.code == ELOOP
        ? .changed(file.path) : reading(file.path, error.code)
    }
  }

  private func isSame(_ status: stat, _ file: DeviceFile) -> Bool {
    let difference = status.modified.subtractingReportingOverflow(file.modified)
    return status.st_mode & S_IFMT == S_IFREG && Int64(status.st_size) == file.size
      && !difference.overflow && difference.partialValue.magnitude <= UInt64(abilities.timeStep)
  }

  /// Whether two paths in the music folder name one file here.
  ///
  /// Drivers that are programs give a file another number under each spelling of its name.
  func isOneFile(
    _ path: FilePath, _ status: stat, _ other: FilePath, _ otherStatus: stat
  ) -> Bool {
    if status.st_ino == otherStatus.st_ino, status.st_dev == otherStatus.st_dev {
      return status.st_nlink <= 1
    }
    guard Int64(status.st_size) == Int64(otherStatus.st_size) else { return false }
    return switch abilities.letterCase {
    case .distinct: false
    case .ascii: path.bytes.map(\.lowercasedASCII) == other.bytes.map(\.lowercasedASCII)
    case .unicode: FileNameRules.folded(path.text) == FileNameRules.folded(other.text)
    }
  }

  /// A file as the device tells it.
  func told(_ path: FilePath) throws(PeerError) -> DeviceFile {
    do throws(SystemFault) {
      guard let status = try root.status(DeviceLayout.musicPath(path)),
        status.st_mode & S_IFMT == S_IFREG
      else { throw SystemFault(code: ENOENT) }
      return DeviceFile(path: path, size: Int64(status.st_size), modified: status.modified)
    } catch {
      throw reading(path, error.code)
    }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
