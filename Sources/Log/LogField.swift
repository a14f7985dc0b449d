package import Music

/// A named value of a log entry.
package struct LogField: Sendable {
  enum Value: Sendable {
    case number(Int64)
    case text(String)
    /// Left out where private values are.
    case personal(String)
    case path(FilePath)
    /// Ends before the first name or path where private values are left out.
    case sentence(String)
  }

  let name: StaticString
  let value: Value

  package init(_ name: StaticString, _ number: some BinaryInteger) {
    self.init(name, .number(Int64(clamping: number)))
  }

  /// A text of the program or the system, never of the user.
  package init(_ name: StaticString, _ text: String) { self.init(name, .text(text)) }

  package init(_ name: StaticString, private text: String) { self.init(name, .personal(text)) }

  package init(_ name: StaticString, private path: FilePath) { self.init(name, .path(path)) }

  /// A file, or a stream's address without query and user info.
  package init(_ name: StaticString, private source: MediaSource) {
    switch source {
    case .file(let path): self.init(name, .path(path))
    case .stream(let address): self.init(name, .personal(address.text))
    case .server(let address): self.init(name, .personal(address.text))
    }
  }

  /// A reason in words, which may name a file.
  package init(_ name: StaticString, sentence: String) { self.init(name, .sentence(sentence)) }

  private init(_ name: StaticString, _ value: Value) { (self.name, self.value) = (name, value) }

  /// The memory that the value takes in the queue, about.
  var size: Int {
    switch value {
    case .number: 16
    case .text(let text), .personal(let text), .sentence(let text): 48 + text.utf8.count
    case .path(let path): 48 + path.bytes.count
    }
  }
}
