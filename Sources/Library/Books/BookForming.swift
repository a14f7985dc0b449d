/// The numbers of books that forming them from tracks has changed.
package struct BookForming: Equatable, Sendable {
  /// Books that are new, or have returned.
  package var formed = 0
  /// Books with other parts, chapters or details.
  package var changed = 0
  /// Books whose tracks have left the library.
  package var gone = 0

  package init(formed: Int = 0, changed: Int = 0, gone: Int = 0) {
    self.formed = formed
    self.changed = changed
    self.gone = gone
  }

  package var isEmpty: Bool { formed == 0 && changed == 0 && gone == 0 }
}
