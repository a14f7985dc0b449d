package import Music

/// Reads what the files beside an audiobook say of it.
///
/// Blocks on the file system, on the caller's thread.
package enum BookFolder {
  /// A file of a book, in the order in which they play.
  package struct File: Sendable {
    package var path: FilePath
    /// Nil is read from the file.
    package var duration: Duration?

    package init(path: FilePath, duration: Duration? = nil) {
      self.path = path
      self.duration = duration
    }
  }

  private static let maximumText = 256 << 10

  /// The facts in files beside a book, each the first of `metadata.json`, OPF, `desc.txt` and
  /// `reader.txt`. The chapters are those of `metadata.json`, on the timeline of all files.
  ///
  /// - Parameters:
  ///   - folder: that of the book alone; nil where others are in it.
  ///   - documents: reads `metadata.json` and OPF.
  package static func facts(
    beside files: [File], in folder: FilePath?, documents: BookDocumentReading
  ) -> BookFileFacts {
    var book = BookFileFacts()
    for document in Self.documents(for: files, in: folder, documents) {
      book = book.filled(from: document.facts)
      if book.chapters.isEmpty {
        book.chapters = document.chapters.chapters(within: duration(of: files))
      }
    }
    if let folder { book = book.filled(from: texts(in: folder)) }
    return book
  }

  /// Nil where a file's is unknown.
  private static func duration(of files: [File]) -> Duration? {
    files.reduce(Optional(Duration.zero)) { sum, file in
      guard let sum, let duration = file.duration, duration > .zero else { return nil }
      return sum + duration
    }
  }

  private static func documents(
    for files: [File], in folder: FilePath?, _ reading: BookDocumentReading
  ) -> [BookDocument] {
    var names: [(FilePath, BookDocumentFormat)] = []
    if let folder {
      names = [
        (folder.appending("metadata.json"), .json), (folder.appending("metadata.opf"), .opf),
        (folder.appending("\(folder.name).opf"), .opf),
      ]
    }
    if let first = files.first?.path.withoutExtension {
      names.append((FilePath(bytes: first.bytes + Array(".opf".utf8)), .opf))
    }
    return names.compactMap { path, format in
      SmallFile.bytes(of: path, atMost: BookDocumentFormat.maximumBytes)
        .flatMap { reading(format, $0) }
    }
  }

  /// The files that Audiobookshelf reads: the description, and the narrator.
  private static func texts(in folder: FilePath) -> BookFileFacts {
    func text(_ name: String) -> String? {
      SmallFile.text(of: folder.appending(name), atMost: maximumText)
    }
    return BookFileFacts(
      narrators: text("reader.txt").map { BookNames.names(in: $0) } ?? [],
      description: text("desc.txt").flatMap { FactText.description($0) })
  }
}
