internal import Music

/// Roots of the library with their resolved paths: one folder may be given by several names, and is
/// one root.
struct RootSpelling: Sendable {
  private let roots: [(target: ScanTarget, real: FilePath)]

  /// Resolves each root that is a folder on the disk; not to be called in a transaction.
  init(_ targets: [ScanTarget]) {
    roots = targets.filter { !$0.isFile }.compactMap { target in
      target.path.resolved.map { (target, $0) }
    }
  }

  /// The root that contains a path with links resolved, or else by its name, and the path as that
  /// root names it: a link in one root may lead into another one.
  func target(of path: FilePath, real: FilePath?) -> (target: ScanTarget, path: FilePath)? {
    let named = roots.first { path.isInside($0.target.path) }
    if let real {
      let found = roots.filter { real.isFound(in: $0.real) }
      let root = found.first { $0.target.root == named?.target.root } ?? found.first
      if let root { return (root.target, root.target.path.inside(real.below(root.real))) }
    }
    return named.map { ($0.target, path) }
  }

  /// The name for a new root that preserves the names of roots inside it.
  func name(ofNew path: FilePath, real: FilePath?) -> FilePath {
    guard let real else { return path }
    for root in roots where root.real.isInside(real) && !root.target.path.isInside(path) {
      let below = root.real.below(real)
      let bytes = root.target.path.bytes
      guard !below.isEmpty, bytes.count > below.count + 1, bytes.suffix(below.count) == below[...]
      else { continue }
      let outer = FilePath(bytes: Array(bytes.dropLast(below.count + 1)))
      if outer.resolved == real { return outer }
    }
    return path
  }

  /// Roots that lie in another one by another name, each with that name.
  var doubled: [(root: ScanTarget, within: ScanTarget, path: FilePath)] {
    // The widest first, then the oldest: an inner root is looked for among those before.
    let sorted = roots.sorted {
      ($0.real.bytes.count, $0.target.root) < ($1.real.bytes.count, $1.target.root)
    }
    return sorted.indices.compactMap { index in
      let (target, real) = sorted[index]
      guard
        let outer = sorted[..<index].first(where: { outer in
          real.isFound(in: outer.real) && !target.path.isInside(outer.target.path)
        })
      else { return nil }
      return (target, outer.target, outer.target.path.inside(real.below(outer.real)))
    }
  }
}

extension FilePath {
  /// Whether a walk of the outer folder reaches this one: it skips hidden folders.
  fileprivate func isFound(in folder: FilePath) -> Bool {
    guard isInside(folder) else { return false }
    let parts = below(folder).split(separator: UInt8(ascii: "/"))
    return !parts.contains { $0.first == UInt8(ascii: ".") }
  }

  fileprivate func inside(_ below: [UInt8]) -> FilePath { below.isEmpty ? self : appending(below) }

  /// The rest of a path below a folder; empty for the folder itself.
  fileprivate func below(_ folder: FilePath) -> [UInt8] {
    Array(bytes.dropFirst(folder.bytes.count).drop { $0 == UInt8(ascii: "/") })
  }
}
