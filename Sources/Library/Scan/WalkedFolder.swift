internal import Music

/// A folder of a walk, with its listing once that is there.
final class WalkedFolder: @unchecked Sendable {
  // because it belongs to one walk; where that lists ahead, all of it is accessed with the lock of
  // `ListingAhead` locked only.
  enum State {
    case waiting
    case running
    case listed(DirectoryListing.Outcome)
    /// Nobody needs its listing any more.
    case done
  }

  let path: FilePath
  /// The device of the folder around it; nil where that is unknown.
  let outerDevice: UInt64?
  var state = State.waiting
  /// The folders in it that a thread may list ahead.
  var inner: [WalkedFolder] = []
  /// Nil where stat is called for its files in any case.
  let quiet: QuietFolder?
  /// Whether another thread may list it.
  var isOffered = false

  init(_ path: FilePath, outerDevice: UInt64?, quiet: QuietFolder? = nil) {
    self.path = path
    self.outerDevice = outerDevice
    self.quiet = quiet
  }
}

extension DirectoryListing {
  typealias Outcome = Result<DirectoryListing, SystemError>

  /// The folders in a listed folder, in order.
  func inner(of folder: WalkedFolder) -> [WalkedFolder] {
    guard inner.isEmpty else {
      return inner.map {
        WalkedFolder(
          folder.path.appending($0.name), outerDevice: identity.device, quiet: $0.folder)
      }
    }
    return folders.map { WalkedFolder(folder.path.appending($0), outerDevice: identity.device) }
  }
}
