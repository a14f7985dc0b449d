internal import HTTP

/// The version of a file on a server: its size and its validator (RFC 9110, section 8.8).
struct FileVersion: Equatable {
  /// Nil while a server that sends it without a length has not come to its end.
  var size: Int64?
  /// The ETag, or the date of the last change; nil where the server names none.
  var validator: String?

  private static let longest = 512

  init(size: Int64?, validator: String?) {
    self.size = size
    self.validator = validator
  }

  init(_ head: HTTPHead, size: Int64?) {
    let text = head.value(of: "ETag") ?? head.value(of: "Last-Modified")
    let isPlain = text.map { $0.utf8.count <= Self.longest && !$0.utf8.contains(10) } ?? false
    self.init(size: size, validator: isPlain ? text : nil)
  }

  /// The value of If-Range; nil for a weak validator, which that header forbids.
  var condition: String? { validator.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

  /// Whether an answer is of this version; it may leave out what it does not know.
  func holds(for other: FileVersion) -> Bool {
    if let size, let theirs = other.size, size != theirs { return false }
    guard let validator, let theirs = other.validator else { return true }
    // A date in place of a tag says nothing.
    return validator == theirs || Self.isTag(validator) != Self.isTag(theirs)
  }

  private static func isTag(_ text: String) -> Bool { text.hasPrefix("\"") || text.hasPrefix("W/") }
}
