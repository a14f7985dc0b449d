import Foundation
import Glibc

/// What is going on, for whoever waits.
enum Progress {
  static func show(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
