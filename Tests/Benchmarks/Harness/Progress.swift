internal import Foundation
internal import Glibc

/// What is going on, for whoever waits.
package enum Progress {
  package static func show(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
