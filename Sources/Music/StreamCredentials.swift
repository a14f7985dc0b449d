/// The name and password typed with an address of a stream. They belong to one server, are never
/// stored, and appear in no text derived from them.
package struct StreamCredentials: Hashable, Sendable {
  /// The scheme, host and port they are for.
  package let origin: String
  private let text: String

  init(_ text: String, for origin: String) {
    self.origin = origin
    self.text = text
  }

  /// The address with these; unchanged where its server is another one, or where it has
  /// credentials.
  package func added(to address: String) -> String {
    guard let known = StreamAddress(address), known.credentials == nil, known.origin == origin,
      let mark = known.text.firstRange(of: "://")
    else { return address }
    var full = known.text
    full.insert(contentsOf: text + "@", at: mark.upperBound)
    return full
  }
}

extension StreamCredentials: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  package var description: String { "credentials" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
