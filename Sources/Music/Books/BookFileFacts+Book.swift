extension BookFileFacts {
  /// The facts of a book of several sources: each is the first of documents, the tags of its files,
  /// its tags in the library, and a name.
  ///
  /// - Parameters:
  ///   - documents: With the chapters of the whole book.
  ///   - files: In the order in which they play, of those that could be read.
  ///   - name: That of its folder or file.
  package init(
    ofBook documents: BookFileFacts, files: [BookFileFacts], tags: BookFileFacts = BookFileFacts(),
    name: String?
  ) {
    self = documents
    if var first = files.first {
      // Several files share a title only where it is the book's.
      if files.count > 1, let other = files[1].title, other != first.title {
        (first.title, first.subtitle) = (nil, nil)
      }
      self = filled(from: first)
    }
    self = filled(from: tags)
    if let name { self = filled(from: BookFileFacts(name: name)) }
  }
}
