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

  private var stack: [WalkedFolder]
  private let top: FilePath
  private var visited: Set<DirectoryListing.Identity> = []
  private let lister: WalkLister
  /// Nil for a walk on one thread.
  private let ahead: ListingAhead?
  /// Called for each folder before it is listed, so that no change is missed in between.
  private let willList: ((FilePath) -> Void)?

  /// - Parameters:
  ///   - roots: the resolved paths of all roots of the library.
  ///   - skipsFiles: whether only folders are wanted.
  ///   - asksFiles: whether stat is called for all files, not only where it costs nothing more.
  ///   - quiet: takes note of listings; `top` is a root then.
  ///   - skipsQuiet: whether quiet folders are not listed.
  ///   - listsAhead: whether another thread takes part; `end` ends it.
  init(
    _ top: FilePath, roots: [FilePath], skipsFiles: Bool = false, asksFiles: Bool = true,
    kept: DirectoryCache? = nil, quiet: QuietFolders? = nil, skipsQuiet: Bool = false,
    listsAhead: Bool = false, willList: ((FilePath) -> Void)? = nil
  ) {
    self.top = top
    self.willList = willList
    lister = WalkLister(
      top: top, roots: roots, skipsFiles: skipsFiles, asksFiles: asksFiles, kept: kept,
      quiet: quiet, skipsQuiet: skipsQuiet)
    ahead = listsAhead ? ListingAhead(lister) : nil
    var (outer, status) = (stat(), stat())
    let isKnown = top.appending("..").withCString { stat($0, &status) } == 0
    // A link may lead to another root.
    for root in roots where root != top && root != top.resolved {
      guard root.withCString({ stat($0, &outer) }) == 0 else { continue }
      visited.insert(
        DirectoryListing.Identity(device: UInt64(outer.st_dev), node: UInt64(outer.st_ino)))
    }
    stack = [
      WalkedFolder(
        top, outerDevice: isKnown ? UInt64(status.st_dev) : nil, quiet: quiet?.root(top))
    ]
  }

  mutating func next() -> Step? {
    while let folder = stack.popLast() {
      let path = folder.path
      willList?(path)
      let listing: DirectoryListing
      switch outcome(of: folder) {
      case .success(let found): listing = found
      case .failure(let error):
        // Deleted since its parent was listed: then its tracks are, too.
        if path != top, error.isAbsence { continue }
        return .unlistable(path)
      }
      guard visited.insert(listing.identity).inserted else {
        ahead?.drop(folder)
        continue
      }
      // Those of a folder that was entered by another name are listed here.
      let inner = ahead?.inner(of: folder) ?? []
      stack += (inner.isEmpty ? listing.inner(of: folder) : inner).reversed()
      let isMount = folder.outerDevice.map { $0 != listing.identity.device } ?? false
      return .listed(Folder(path: path, isTop: path == top, isMount: isMount), listing)
    }
    return nil
  }

  private func outcome(of folder: WalkedFolder) -> DirectoryListing.Outcome {
    guard let ahead else { return lister.list(folder) }
    if !folder.isOffered, let listing = lister.quietListing(of: folder) {
      return .success(listing)
    }
    return ahead.outcome(of: folder)
  }

  /// The listing of a quiet folder after all, with its names of files.
  func listedAnew(_ folder: Folder) -> DirectoryListing.Outcome { lister.list(folder.path) }

  /// Ends the other thread.
  func end() { ahead?.end() }

  func isElsewhere(_ link: FilePath) -> Bool { lister.isElsewhere(link) }
}

/// Lists one folder of a walk, on any thread.
struct WalkLister: Sendable {
  let top: FilePath
  /// The resolved paths of all roots of the library.
  let roots: [FilePath]
  /// Whether only folders are wanted.
  let skipsFiles: Bool
  /// Whether stat is called for all files.
  let asksFiles: Bool
  let kept: DirectoryCache?
  let quiet: QuietFolders?
  let skipsQuiet: Bool

  func list(_ folder: WalkedFolder) -> DirectoryListing.Outcome {
    guard let quiet, let known = folder.quiet else { return list(folder.path) }
    if let listing = quietListing(of: folder) { return .success(listing) }
    quiet.willList(known, at: folder.path)
    return list(folder.path).map { listing in
      var listing = listing
      quiet.note(&listing, of: known, at: folder.path)
      return listing
    }
  }

  /// The listing of a quiet folder; nil for any other.
  func quietListing(of folder: WalkedFolder) -> DirectoryListing? {
    guard skipsQuiet, let known = folder.quiet else { return nil }
    return quiet?.quietListing(of: known, top: folder.path == top ? top : nil)
  }

  func list(_ path: FilePath) -> DirectoryListing.Outcome {
    do throws(SystemError) {
      return .success(
        try DirectoryListing(
          path, skipsFiles: skipsFiles, asksFiles: asksFiles, kept: kept, isElsewhere: isElsewhere))
    } catch {
      return .failure(error)
    }
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
