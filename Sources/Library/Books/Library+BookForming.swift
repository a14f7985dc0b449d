internal import GRDB
package import Music
import Synchronization

/// Reads a file of a book: nil for one that cannot be read. The duration is that of the library.
package typealias BookFileReading = @Sendable (FilePath, Duration?) -> BookFileFacts?

/// Reads what files beside a book say of it. The folder is that of the book; nil where others are
/// in it.
package typealias BookFolderReading =
  @Sendable (_ files: [(path: FilePath, duration: Duration?)], _ folder: FilePath?) -> BookFileFacts

/// Up to which change there was nothing to form in this run of the program.
struct UneventfulChanges {
  var last: Int64 = 0
  /// Whether one such number is in the database, so that the next run begins there.
  var isStored = false
}

extension Library {
  /// Forms books from the tracks of the folders that have changed since the last time, as after a
  /// scan or a choice of the user.
  ///
  /// A book keeps its id, its progress and its bookmarks as long as one of its tracks is the same.
  ///
  /// - Parameters:
  ///   - documents: Reads what is beside the files of a book with a new or changed file.
  ///   - reading: Reads a file whose size or time has changed, on a thread of its own.
  /// - Throws: `.cancelled`; what was read until then is kept.
  package func formBooks(
    documents: @escaping BookFolderReading = { _, _ in BookFileFacts() },
    reading: @escaping BookFileReading
  ) async throws(LibraryError) -> BookForming {
    for attempt in 1...Self.mostPlans {
      guard let plan = try await bookPlan() else { return BookForming() }
      guard !plan.isEmpty else {
        try await note(uneventful: plan.changes)
        return BookForming()
      }
      let unread = try await read { db in try db.unreadFiles(of: plan.groups) }
      try await readFiles(unread, reading)
      let described = await BookReading.read(plan.groups) { group in
        let isReachable = group.tracks.contains(where: \.isReachable)
        return DescribedGroup(
          group, isReachable ? documents(group.files, group.folder) : nil)
      }
      guard !Task.isCancelled else { throw .cancelled }
      let isLast = attempt == Self.mostPlans
      guard let forming = try await form(plan, described, even: isLast) else { continue }
      if !forming.isEmpty { notifier.signal() }
      return forming
    }
    return BookForming()
  }

  /// While tracks change all the time, a plan may be outdated once its files are read.
  private static let mostPlans = 3
  private static let filesAtOnce = 50

  /// Nil where nothing has changed since the last time.
  private func bookPlan() async throws(LibraryError) -> BookPlan? {
    let seen = bookChanges.withLock(\.last)
    let changes = try await read { db in try db.bookChanges(after: seen) }
    guard changes.last != changes.now else { return nil }
    if try await read({ db in try !db.movedBookChoices().isEmpty }) {
      try await write(changing: .nothing) { db in try db.moveBookChoices() }
    }
    return try await read { db in try db.bookPlan(for: try db.bookChanges(after: seen)) }
  }

  /// The analysis changes tracks all the time: numbers of such changes are not written.
  private func note(uneventful changes: BookChanges) async throws(LibraryError) {
    let isStored = bookChanges.withLock { noted in
      noted.last = changes.now
      defer { noted.isStored = true }
      return noted.isStored
    }
    guard !isStored else { return }
    try await write(changing: .nothing) { db in
      try db.execute(sql: "UPDATE book_state SET change = ?", arguments: [changes.now])
    }
  }

  private func readFiles(
    _ files: [UnreadBookFile], _ reading: @escaping BookFileReading
  ) async throws(LibraryError) {
    var rest = files[...]
    while !rest.isEmpty {
      let slice = Array(rest.prefix(Self.filesAtOnce))
      rest = rest.dropFirst(slice.count)
      let read = await BookReading.read(slice) { file in
        let duration = file.duration > .zero ? file.duration : nil
        return reading(file.path, duration).map { ReadBookFile(file: file, facts: $0) }
      }
      // Kept slice by slice: the rest may be cancelled.
      if !read.isEmpty { try await write(changing: .nothing) { db in try db.keep(read) } }
      guard !Task.isCancelled else { throw .cancelled }
    }
  }

  /// Nil where tracks have changed since the plan was made.
  ///
  /// - Parameter isLast: Whether the books are formed nevertheless, by a new plan, and looked at
  ///   again the next time.
  private func form(
    _ plan: BookPlan, _ described: [DescribedGroup], even isLast: Bool
  ) async throws(LibraryError) -> BookForming? {
    let seen = bookChanges.withLock(\.last)
    return try await write(changing: .nothing) { db in
      let changes = try db.bookChanges(after: seen)
      let isCurrent = changes == plan.changes
      guard isCurrent || isLast else { return nil }
      try db.forgetBookFiles()
      var writer = BookWriter(
        db, isCurrent ? plan : try db.bookPlan(for: changes), described, isCurrent: isCurrent)
      try writer.run()
      if !writer.forming.isEmpty { try db.bumpRevision(.lists) }
      return writer.forming
    }
  }
}
