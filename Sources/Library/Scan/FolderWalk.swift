import Glibc
internal import CLinux
internal import Music

/// Walks down from a folder, visiting each folder once however many links lead to it.
struct FolderWalk {
  /// A visited folder.
  enum Step {
    case listed(Folder, DirectoryListing)
    /// The folder exists, but cannot be listed: nothing may be concluded from it.
    case unlistable(FilePath)
  }

  struct Folder {
    var path: FilePath
    var isTop: Bool
    /// Whether the folder is a mount point.
    var isMount: Bool
  }

  private var stack: [(path: FilePath, device: UInt64?)]
  private let top: FilePath
  private var visited: Set<DirectoryListing.Identity> = []
  /// The resolved paths of all roots of the library.
  private let roots: [FilePath]

  /// Whether only folders are wanted.
  private let skipsFiles: Bool
  private let kept: DirectoryCache?
  /// Called for each folder before it is listed, so that no change is missed in between.
  private let willList: ((FilePath) -> Void)?

  init(
    _ top: FilePath, roots: [FilePath], skipsFiles: Bool = false, kept: DirectoryCache? = nil,
    willList: ((FilePath) -> Void)? = nil
  ) {
    self.top = top
    self.roots = roots
    self.skipsFiles = skipsFiles
    self.kept = kept
    self.willList = willList
    var (outer, status) = (stat(), stat())
    let isKnown = top.appending("..").withCString { stat($0, &status) } == 0
    // A link may lead to another root.
    for root in roots where root != top && root != top.resolved {
      guard root.withCString({ stat($0, &outer) }) == 0 else { continue }
      visited.insert(
        DirectoryListing.Identity(device: UInt64(outer.st_dev), node: UInt64(outer.st_ino)))
    }
    stack = [(top, isKnown ? UInt64(status.st_dev) : nil)]
  }

  mutating func next() -> Step? {
    while let (path, outer) = stack.popLast() {
      let listing: DirectoryListing
      do {
        willList?(path)
        listing = try DirectoryListing(
          path, skipsFiles: skipsFiles, kept: kept, isElsewhere: isElsewhere)
      } catch {
        // Deleted since its parent was listed: then its tracks are, too.
        if path != top, error.code == ENOENT || error.code == ENOTDIR { continue }
        return .unlistable(path)
      }
      guard visited.insert(listing.identity).inserted else { continue }
      for name in listing.folders.reversed() {
        stack.append((path.appending(name), listing.identity.device))
      }
      let isMount = outer.map { $0 != listing.identity.device } ?? false
      return .listed(Folder(path: path, isTop: path == top, isMount: isMount), listing)
    }
    return nil
  }

  /// Whether a link leads out of all roots, so that its target has no other name.
  func isElsewhere(_ link: FilePath) -> Bool {
    guard let target = link.resolved else { return false }
    return !roots.contains { root in
      guard target.isInside(root) else { return false }
      let below = target.bytes.dropFirst(root.bytes.count).split(separator: UInt8(ascii: "/"))
      // A walk skips hidden folders.
      return !below.contains { $0.first == UInt8(ascii: ".") }
    }
  }
}
