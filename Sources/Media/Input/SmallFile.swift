internal import Glibc
internal import Music

/// Whole files of a bounded size.
enum SmallFile {
  /// The bytes of a file; nil for one that is empty, too large, unreadable or no file.
  static func bytes(of file: FilePath, atMost size: Int) -> [UInt8]? {
    // because such files are mostly not there.
    guard let source = try? TagReader.Source(file, patience: TagReader.patience) else { return nil }
    defer { source.close() }
    guard source.fileStamp.size <= Int64(size) else { return nil }
    return try? OpenedFile.bytes(source.descriptor, at: 0, count: Int(source.fileStamp.size))
  }

  /// The text of a file; nil for one that is not text.
  static func text(of file: FilePath, atMost size: Int) -> String? {
    // because a file that is not text has none.
    guard let bytes = bytes(of: file, atMost: size), let text = try? FileText(bytes) else {
      return nil
    }
    return String(decoding: text.utf8, as: UTF8.self)
  }
}
