/// A question on the terminal.
enum Confirmation {
  /// Whether the user answers with yes; anything else is a no.
  static func isGiven(_ question: String) -> Bool {
    StandardError.write("\(question) [y/N] ")
    return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
  }
}
