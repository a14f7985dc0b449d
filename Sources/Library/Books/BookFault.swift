/// Why something cannot be done to a book.
package enum BookFault: Equatable, Sendable {
  case gone
  case tooManyBookmarks

  var message: String {
    switch self {
    case .gone: "That book is no longer in the library"
    case .tooManyBookmarks: "The book has as many bookmarks as there can be; remove some"
    }
  }
}
