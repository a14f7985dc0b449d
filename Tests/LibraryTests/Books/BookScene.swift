import Library
import Music
import Synchronization

/// A library with books of tiny files, and a reader that knows what it is told of them.
final class BookScene: Sendable {
  let test: TestLibrary
  var library: Library { test.library }
  private let known = Mutex<[String: BookFileFacts]>([:])
  private let reads = Mutex<[String]>([])
  private let documents = Mutex<[String: BookFileFacts]>([:])
  private let documentReads = Mutex<[String]>([])

  init() throws { test = try TestLibrary() }

  /// Writes a file whose audio is that of a number.
  func write(
    _ name: String, audio: UInt8, title: String? = nil, album: String? = nil,
    genre: String? = "Audiobook", number: Int? = nil, disc: Int? = nil, seconds: Int = 100,
    more: [(String, String)] = []
  ) {
    let tags = [
      ("TITLE", title), ("ALBUM", album), ("GENRE", genre), ("TRACKNUMBER", number.map { "\($0)" }),
      ("DISCNUMBER", disc.map { "\($0)" }),
    ].compactMap { name, value in value.map { (name, $0) } }
    var bytes = FlacFile.bytes(tags + more, seconds: seconds)
    // The MD5 of the audio, in STREAMINFO.
    for index in 26..<42 { bytes[index] = audio }
    test.folder.write("music/\(name)", bytes)
  }

  /// Three parts of a hundred seconds each, in the folder "book".
  func writeBook() {
    for number in 1...3 {
      write(
        "book/\(number).flac", audio: UInt8(number), title: "Part \(number)", album: "The Book",
        number: number, more: [("ARTIST", "Ann")])
    }
  }

  /// A look at the documents beside books, which are known by name as those of `tell(beside:)`.
  func lookAtDocuments(_ stamps: [String: String]) async throws {
    try await library.lookAtBookDocuments { first, folder in stamps[folder?.name ?? first.name] }
  }

  func tell(_ name: String, _ facts: BookFileFacts) { known.withLock { $0[name] = facts } }

  /// The names of the files read since the last call.
  func filesRead() -> [String] {
    reads.withLock { reads in
      defer { reads = [] }
      return reads.sorted()
    }
  }

  /// What the files beside a book say; the name is that of its folder, or of its first file where
  /// others share that.
  func tell(beside name: String, _ facts: BookFileFacts) { documents.withLock { $0[name] = facts } }

  /// The names of the books whose documents were read since the last call.
  func documentsRead() -> [String] {
    documentReads.withLock { reads in
      defer { reads = [] }
      return reads.sorted()
    }
  }

  @discardableResult
  func form() async throws -> BookForming {
    try await library.formBooks { files, folder in
      let name = folder?.name ?? files[0].path.name
      self.documentReads.withLock { $0.append(name) }
      return self.documents.withLock { $0[name] } ?? BookFileFacts()
    } reading: { path, _ in
      self.reads.withLock { $0.append(path.name) }
      return self.known.withLock { $0[path.name] } ?? BookFileFacts()
    }
  }

  @discardableResult
  func scanAndForm() async throws -> BookForming {
    try await test.scan()
    return try await form()
  }

  func titles() async throws -> [String] { try await library.books().map(\.details.title) }

  /// The only book.
  func book() async throws -> Book? {
    guard let row = try await library.books().first else { return nil }
    return try await library.book(row.id)
  }

  func names(of book: Book?) async throws -> [String] {
    try await library.tracks(book?.parts.map(\.track) ?? []).map { track in
      guard case .file(let path) = track.source else { return "" }
      return path.name
    }
  }

  func track(_ name: String) async throws -> TrackID? {
    try await library.track(at: test.music.appending(name))?.id
  }
}
