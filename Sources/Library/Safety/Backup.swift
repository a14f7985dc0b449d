package import Music

/// A backup of the library: a whole database in one file.
package struct Backup: Equatable, Sendable {
  package var path: FilePath
  /// Unix seconds.
  package var created: Int64
  /// Bytes.
  package var size: Int64
}
