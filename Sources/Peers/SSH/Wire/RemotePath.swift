internal import Music

/// Paths that come from the other side: relative, and never leading out of their folder.
enum RemotePath {
  private static let maximumLength = 4_095
  private static let maximumComponent = 255

  static func isSafe(_ path: FilePath) -> Bool {
    let bytes = path.bytes
    guard (1...maximumLength).contains(bytes.count), !bytes.contains(0) else { return false }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      (1...maximumComponent).contains($0.count) && !$0.elementsEqual(".".utf8)
        && !$0.elementsEqual("..".utf8)
    }
  }

  /// Whether this may name a part: letters, digits and `-`, 32 bytes at most.
  static func isPartName(_ name: String) -> Bool {
    (1...32).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
