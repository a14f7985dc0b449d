internal import Foundation
internal import Glibc

/// Progress messages for the user.
package enum Progress {
  package static func show(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
