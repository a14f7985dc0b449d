/// A value whose description, debug description and mirror show the same, which holds no secret.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{}

extension Redacted {
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A text that no log and no error shows: a token, a password.
package struct Secret: Hashable, Sendable, Redacted {
  /// The text itself, for the request alone.
  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { "(secret)" }
}
