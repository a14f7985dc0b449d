/// What becomes of files that are added to the library's folder.
package enum AddingMode: String, Equatable, Sendable { case copy, move }

/// A request to copy or move music files into a folder of the library.
package struct AddingRequest: Equatable, Sendable {
  /// Files, and folders with all that is in them.
  package var sources: [FilePath]
  package var folder: FilePath
  package var mode: AddingMode
  package var layout: FileLayout
  package var names: FileNameRules
  /// Whether files are added whose audio the library has already.
  package var takesDuplicates: Bool
  package var isDryRun: Bool

  package init(
    _ sources: [FilePath], into folder: FilePath, mode: AddingMode, layout: FileLayout,
    names: FileNameRules = FileNameRules(isPortable: false), takesDuplicates: Bool = false,
    isDryRun: Bool = false
  ) {
    self.sources = sources
    self.folder = folder
    self.mode = mode
    self.layout = layout
    self.names = names
    self.takesDuplicates = takesDuplicates
    self.isDryRun = isDryRun
  }
}

/// One file of a request, and what became of it.
package struct AddedFile: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    /// In its new place, and in the library.
    case added
    /// A cover, lyrics or a CUE sheet that came along.
    case accompanied
    /// The same file was in its new place before.
    case alreadyThere
    /// The library has this audio in another file.
    case duplicate(of: FilePath)
    case skipped(reason: String)
    case failed(reason: String)
  }

  package var from: FilePath
  /// Nil where the file was left where it is.
  package var to: FilePath?
  package var outcome: Outcome

  package init(from: FilePath, to: FilePath? = nil, _ outcome: Outcome) {
    self.from = from
    self.to = to
    self.outcome = outcome
  }
}

/// The result of a request.
package struct AddingReport: Equatable, Sendable {
  package var mode: AddingMode
  package var folder: FilePath
  package var files: [AddedFile] = []
  /// Why it ended early; nil if all files had their turn.
  package var stop: AddingStop?

  package init(mode: AddingMode, folder: FilePath) {
    self.mode = mode
    self.folder = folder
  }

  package var added: Int { files.count { $0.outcome == .added } }
  package var accompanied: Int { files.count { $0.outcome == .accompanied } }
  package var alreadyThere: Int { files.count { $0.outcome == .alreadyThere } }
  package var duplicates: Int {
    files.count { if case .duplicate = $0.outcome { true } else { false } }
  }
  package var skipped: Int {
    files.count { if case .skipped = $0.outcome { true } else { false } }
  }
  package var failed: Int {
    files.count { if case .failed = $0.outcome { true } else { false } }
  }
}

extension AddingReport {
  /// The sums: "12 copied, 3 with them (covers, lyrics, CUE sheets), 1 duplicate".
  package var summary: String {
    var parts = ["\(added) \(mode == .copy ? "copied" : "moved")"]
    if accompanied > 0 { parts.append("\(accompanied) with them (covers, lyrics, CUE sheets)") }
    if alreadyThere > 0 { parts.append("\(alreadyThere) there already") }
    if duplicates > 0 { parts.append(duplicates.counted("duplicate", .plain)) }
    if skipped > 0 { parts.append("\(skipped) skipped") }
    if failed > 0 { parts.append("\(failed) failed") }
    return parts.joined(separator: ", ")
  }
}

/// Why a request ended early; the files until then are in their places.
package enum AddingStop: Error, Equatable, Sendable {
  case cancelled
  case diskFull(FilePath)
  /// `reason` is the system's.
  case unwritable(FilePath, reason: String)
  /// The disk of the folder, or the folder of the library, is not there at present.
  case absent(FilePath)
  /// The library could not be written to.
  case notStored(reason: String)

  /// The reason in one line.
  package var message: String {
    switch self {
    case .cancelled: "stopped; the same command goes on"
    case .diskFull(let path):
      "no space is left in \(path.text); what was added until then is in the library"
    case .unwritable(let path, let reason):
      "cannot write \(path.text): \(reason); what was added until then is in the library"
    case .absent(let path): "\(path.text) is not there: connect its disk, or name another folder"
    case .notStored(let reason):
      "the library was not written: \(reason); no original was deleted since, and the same command "
        + "goes on"
    }
  }
}

package struct AddingProgress: Equatable, Sendable {
  package var done: Int
  package var total: Int

  package init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }
}
