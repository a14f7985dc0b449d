import Foundation

enum FileText {
  /// Contents of a file as text; nil if missing.
  static func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
