/// A version of the server, as in "2.26.1".
package struct AudiobookshelfVersion: Comparable, Sendable, CustomStringConvertible {
  package let major: Int
  package let minor: Int
  package let patch: Int

  /// The first with all calls that are made.
  package static let oldest = AudiobookshelfVersion(2, 0, 0)

  package init(_ major: Int, _ minor: Int, _ patch: Int) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Nil for anything else than two or three numbers; what follows them, as "-beta", is left out.
  package init?(_ text: String) {
    guard text.utf8.count <= 40 else { return nil }
    let numbers = text.prefix { $0 != "-" && $0 != "+" }
      .split(separator: ".", omittingEmptySubsequences: false)
    guard (2...3).contains(numbers.count) else { return nil }
    var parts: [Int] = []
    for number in numbers {
      guard (1...5).contains(number.utf8.count), number.utf8.allSatisfy({ (48...57).contains($0) }),
        let part = Int(number)
      else { return nil }
      parts.append(part)
    }
    self.init(parts[0], parts[1], parts.count > 2 ? parts[2] : 0)
  }

  package static func < (a: AudiobookshelfVersion, b: AudiobookshelfVersion) -> Bool {
    (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
  }

  package var description: String { "\(major).\(minor).\(patch)" }
}
