package import Music

/// Reads the files that other programs put beside an audiobook.
package enum BookDocumentReader {
  /// - Throws: for a file that is not of the format, or too large.
  package static func read(
    _ bytes: [UInt8], as format: BookDocumentFormat
  ) throws(DocumentProblem) -> BookDocument {
    guard bytes.count <= BookDocumentFormat.maximumBytes else {
      throw DocumentProblem(reason: "larger than a description of a book can be")
    }
    switch format {
    case .json: return try BookJSON.read(bytes)
    case .opf: return try BookOPF.read(bytes)
    }
  }
}
