import Foundation

enum FileText {
  /// What a file holds; nil where there is none.
  static func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
