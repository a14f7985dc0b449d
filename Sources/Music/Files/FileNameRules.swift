/// Makes names of files from texts of tags, which are untrusted.
package struct FileNameRules: Equatable, Sendable {
  /// Whether names are made that FAT, exFAT and Windows take, too.
  package var isPortable: Bool

  /// The bytes of a name on all common file systems, and its UTF-16 units on those of Windows.
  package static let maximumLength = 255
  /// Bytes left free for the number behind a name that is taken.
  private static let reserve = 8
  /// Bytes of the longest extension that is taken over.
  private static let maximumExtension = 16

  package init(isPortable: Bool) { self.isPortable = isPortable }

  /// A name of a folder or a file: no separator, no control character, no dot at its start, and not
  /// too long.
  ///
  /// - Parameters:
  ///   - fileExtension: without its dot; "" for none.
  ///   - number: put behind the name in brackets, from 2 on.
  package func name(_ text: String, fileExtension: String = "", number: Int = 1) -> String {
    var ending = fileExtension.isEmpty ? "" : "." + cleaned(fileExtension)
    if ending.utf8.count > FileNameRules.maximumExtension { ending = "" }
    let limit = FileNameRules.maximumLength - FileNameRules.reserve - ending.utf8.count
    var name = trimmed(cleaned(text))
    while name.utf8.count > limit { name.removeLast() }
    name = trimmed(name)
    if name.isEmpty { name = "_" }
    if isPortable, FileNameRules.isReserved(name) { name = "_" + name }
    return name + (number > 1 ? " (\(number))" : "") + ending
  }

  private func cleaned(_ text: String) -> String {
    // Most names are plain, and Unicode's categories cost time.
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte < 0x7F && byte != 0x2F
        && !(isPortable && FileNameRules.isRefused(byte))
    }
    if isPlain { return text }
    var name = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: name.append("_")
      // Marks of direction and other invisible signs make two names look alike.
      case .format where scalar != "\u{200D}" && scalar != "\u{200C}": break
      default:
        let isUnsafe = scalar == "/" || isPortable && "\"*:<>?\\|".unicodeScalars.contains(scalar)
        name.append(isUnsafe ? "_" : scalar)
      }
    }
    return String(name)
  }

  /// Whether FAT and Windows take no such sign: `"*:<>?\|`.
  private static func isRefused(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x2A, 0x3A, 0x3C, 0x3E, 0x3F, 0x5C, 0x7C: true
    default: false
    }
  }

  private func trimmed(_ text: String) -> String {
    func isInner(_ byte: UInt8?) -> Bool {
      byte.map { $0 > 0x20 && $0 < 0x7F && $0 != 0x2E } ?? true
    }
    if isInner(text.utf8.first), isInner(text.utf8.last) { return text }
    var name = text[...]
    while let first = name.first, first == "." || first.isWhitespace { name.removeFirst() }
    while let last = name.last, last.isWhitespace || isPortable && last == "." {
      name.removeLast()
    }
    return String(name)
  }

  /// Names of devices, which Windows refuses with any extension.
  private static func isReserved(_ name: String) -> Bool {
    guard name.utf8.prefix(8).contains(0x2E) || name.utf8.count <= 8 else { return false }
    // Their first letters, and all that might become one in upper case.
    guard let first = name.utf8.first, first >= 0x80 || "CPANLcpanl".utf8.contains(first) else {
      return false
    }
    let base = name.prefix { $0 != "." }.uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CLOCK$", "CONIN$", "CONOUT$"].contains(base) { return true }
    guard base.hasPrefix("COM") || base.hasPrefix("LPT"), base.count == 4 else { return false }
    return base.last.map { "0123456789¹²³".contains($0) } ?? false
  }

  /// Names that are one on a file system that ignores case are equal by this.
  package static func folded(_ name: String) -> String { name.lowercased() }
}
