import Glibc
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
    documents(beside: files.first?.path, in: folder).compactMap { path, format in
      SmallFile.bytes(of: path, atMost: BookDocumentFormat.maximumBytes)
        .flatMap { reading(format, $0) }
    }
  }

  /// Where documents may be, the one that counts most first.
  private static func documents(
    beside first: FilePath?, in folder: FilePath?
  ) -> [(FilePath, BookDocumentFormat)] {
    var names: [(FilePath, BookDocumentFormat)] = []
    if let folder {
      names = [
        (folder.appending("metadata.json"), .json), (folder.appending("metadata.opf"), .opf),
        (folder.appending("\(folder.name).opf"), .opf),
      ]
    }
    if let first = first?.withoutExtension {
      names.append((FilePath(bytes: first.bytes + Array(".opf".utf8)), .opf))
    }
    return names
  }

  private static let (narrator, description) = ("reader.txt", "desc.txt")

  /// The files that Audiobookshelf reads: the description, and the narrator.
  private static func texts(in folder: FilePath) -> BookFileFacts {
    func text(_ name: String) -> String? {
      SmallFile.text(of: folder.appending(name), atMost: maximumText)
    }
    return BookFileFacts(
      narrators: text(narrator).map { BookNames.names(in: $0) } ?? [],
      description: text(description).flatMap { FactText.description($0) })
  }

  /// A hash of names, sizes and times of the files that `facts` would read; nil for none.
  ///
  /// - Parameters:
  ///   - first: the first file of the book.
  ///   - folder: that of the book alone; nil where others are in it.
  package static func stamp(beside first: FilePath, in folder: FilePath?) -> String? {
    var paths = documents(beside: first, in: folder).map(\.0)
    if let folder { paths += [narrator, description].map { folder.appending($0) } }
    let files = paths.compactMap { path -> String? in
      var status = stat()
      guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
      return "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec) \(path.text)"
    }
    guard !files.isEmpty else { return nil }
    return String(SHA256.digest(of: Array(files.joined(separator: "\n").utf8)).prefix(16))
  }
}
