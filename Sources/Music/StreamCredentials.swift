/// The name and password that an address of a stream was given with. They belong to one server,
/// are never stored, and show in no text that is made of them.
package struct StreamCredentials: Hashable, Sendable {
  /// The scheme, host and port they are for.
  package let origin: String
  private let text: String

  init(_ text: String, for origin: String) {
    self.origin = origin
    self.text = text
  }

  /// The address as its server wants it; as it was where that is another server, or where it has
  /// others.
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
