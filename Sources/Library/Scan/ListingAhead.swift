internal import Music
internal import Threads

/// Lists the folders of a walk on two threads: that of the walk, and one that goes ahead of it, so
/// that the walk's can write meanwhile.
final class ListingAhead: @unchecked Sendable {
  // because all mutable state is accessed with `condition` locked only.
  private let condition = Condition()
  private let lister: WalkLister
  /// Folders that nobody has begun to list, the next one last; others may be among them.
  private var waiting: [WalkedFolder] = []
  /// Folders whose inner ones are waiting: a link may lead back to one of them.
  private var entered: Set<DirectoryListing.Identity> = []
  private var begun = 0
  private var isEnded = false
  /// Whether the second thread waits, and whether the walk does.
  private var isIdle = false
  private var isAwaited = false
  /// Listings that the walk has not come to, and their files.
  private var ahead = 0
  private var filesAhead = 0

  /// Folders listed before a second thread is worth its start.
  private static let few = 16
  /// Bounds of the memory for listings ahead.
  private static let maximumAhead = 1_024
  private static let maximumFiles = 8_192

  init(_ lister: WalkLister) { self.lister = lister }

  /// The listing of the next folder of the walk. While the other thread is at it, another folder is
  /// listed.
  func outcome(of folder: WalkedFolder) -> DirectoryListing.Outcome {
    while true {
      let (found, other) = condition.withLock {
        () -> (DirectoryListing.Outcome?, WalkedFolder?) in
        while true {
          switch folder.state {
          case .listed(let outcome):
            take(folder, outcome)
            return (outcome, nil)
          case .waiting, .done:
            folder.state = .running
            return (nil, folder)
          case .running:
            if let next = nextWaiting() { return (nil, next) }
            isAwaited = true
            condition.wait()
            isAwaited = false
          }
        }
      }
      if let found { return found }
      if let other { list(other) }
    }
  }

  /// Forgets what was listed below a folder that the walk leaves out.
  func drop(_ folder: WalkedFolder) {
    condition.withLock {
      var rest = folder.inner
      while let next = rest.popLast() {
        rest += next.inner
        if case .listed(let outcome) = next.state { take(next, outcome) }
        next.state = .done
      }
    }
  }

  /// The folders in a folder of the walk, which other threads may have begun to list.
  func inner(of folder: WalkedFolder) -> [WalkedFolder] {
    condition.withLock {
      defer { folder.inner = [] }
      return folder.inner
    }
  }

  /// Ends the second thread behind the folder that it lists.
  func end() {
    condition.withLock {
      isEnded = true
      condition.broadcast()
    }
  }

  private func list(_ folder: WalkedFolder) {
    let outcome = lister.list(folder)
    let isMany = condition.withLock {
      begun += 1
      // Left out by the walk meanwhile.
      guard case .running = folder.state else { return false }
      folder.state = .listed(outcome)
      ahead += 1
      if case .success(let listing) = outcome {
        filesAhead += listing.fileCount
        if entered.insert(listing.identity).inserted {
          folder.inner = listing.inner(of: folder)
          for inner in folder.inner { inner.isOffered = true }
          waiting += folder.inner.reversed()
        }
      }
      if isAwaited || isIdle && !waiting.isEmpty { condition.broadcast() }
      return begun == ListingAhead.few
    }
    if isMany { OwnThread.start(named: "lister") { self.work() } }
  }

  /// Hands a listing over to the walk.
  private func take(_ folder: WalkedFolder, _ outcome: DirectoryListing.Outcome) {
    folder.state = .done
    ahead -= 1
    if case .success(let listing) = outcome { filesAhead -= listing.fileCount }
    if isIdle, !waiting.isEmpty, ahead < ListingAhead.maximumAhead / 2,
      filesAhead < ListingAhead.maximumFiles / 2
    {
      condition.broadcast()
    }
  }

  /// A folder to list ahead, marked as begun; nil where there is none, or enough is there.
  private func nextWaiting() -> WalkedFolder? {
    guard ahead < ListingAhead.maximumAhead, filesAhead < ListingAhead.maximumFiles else {
      return nil
    }
    while let folder = waiting.popLast() {
      guard case .waiting = folder.state else { continue }
      folder.state = .running
      return folder
    }
    return nil
  }

  private func work() {
    while true {
      let folder = condition.withLock { () -> WalkedFolder? in
        while !isEnded {
          if let folder = nextWaiting() { return folder }
          isIdle = true
          condition.wait()
          isIdle = false
        }
        return nil
      }
      guard let folder else { return }
      list(folder)
    }
  }
}
