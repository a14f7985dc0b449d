/// Why a text is no address of a device, in words for the user.
package struct DeviceAddressMistake: Error, Hashable, Sendable {
  package var reason: String

  package init(_ reason: String) { self.reason = reason }
}

extension DeviceAddress {
  private static let scheme = "ssh://"
  /// More than any path or address has.
  private static let maximumText = 4_096

  /// Reads the path of a folder, which may begin with `~`, or an `ssh://` address.
  package init(parsing text: String) throws(DeviceAddressMistake) {
    guard text.utf8.count <= Self.maximumText else {
      throw DeviceAddressMistake("At most \(Self.maximumText.grouped) bytes")
    }
    guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      throw DeviceAddressMistake("An address has no control characters")
    }
    let text = text.trimmed()
    if text.lowercased().hasPrefix(Self.scheme) {
      do throws(SSHAddressMistake) {
        self = .ssh(try SSHAddress(text))
      } catch {
        throw DeviceAddressMistake(error.message)
      }
    } else if text.hasPrefix("/") || text.hasPrefix("~") {
      self = .folder(FilePath(text))
    } else if text.contains("://") {
      throw DeviceAddressMistake("A folder, or ssh://HOST")
    } else {
      throw DeviceAddressMistake("The whole path of a folder, from / or ~ on, or ssh://HOST")
    }
  }

  /// The address as it is typed.
  package var text: String {
    switch self {
    case .folder(let path): path.text
    case .ssh(let address): address.text
    }
  }
}
