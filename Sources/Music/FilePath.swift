/// The path of a file as the file system has it: bytes, which need not be UTF-8.
///
/// Byte-exact, so that every listed file can be opened.
package struct FilePath: Hashable, Sendable, Comparable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(_ string: String) { bytes = Array(string.utf8) }

  private static let slash = UInt8(ascii: "/")

  // All bytes at once: an array feeds the hash byte by byte.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(bytes.count)
  }

  /// The path for display, with invalid UTF-8 replaced; never use it to open a file.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The last component, for display.
  package var name: String { String(decoding: nameBytes, as: UTF8.self) }

  private var nameBytes: ArraySlice<UInt8> {
    bytes[(bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)...]
  }

  /// The containing folder, or nil for the root of the file system and for a bare name.
  package var parent: FilePath? {
    guard bytes.count > 1, let cut = bytes.lastIndex(of: Self.slash) else { return nil }
    return FilePath(bytes: cut == 0 ? [Self.slash] : Array(bytes[..<cut]))
  }

  /// The part of the name after its last dot, in lower case, or "" for none.
  package var fileExtension: String {
    let name = nameBytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The name without its extension, for display.
  package var stem: String {
    let name = nameBytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return self.name
    }
    return String(decoding: name[..<dot], as: UTF8.self)
  }

  /// The path without the extension of the file.
  package var withoutExtension: FilePath {
    let name = nameBytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return self
    }
    return FilePath(bytes: Array(bytes[..<dot]))
  }

  package func appending(_ component: [UInt8]) -> FilePath {
    FilePath(bytes: bytes.last == Self.slash ? bytes + component : bytes + [Self.slash] + component)
  }

  package func appending(_ component: String) -> FilePath { appending(Array(component.utf8)) }

  /// Whether this is `folder` itself or below it.
  package func isInside(_ folder: FilePath) -> Bool {
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || folder.bytes.last == Self.slash
      || bytes[folder.bytes.count] == Self.slash
  }

  /// Calls `body` with the bytes as a C string; a path that holds a zero byte ends there.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        // because the zero byte makes the buffer non-empty, it has an address.
        body(characters.baseAddress!)
      }
    }
  }

  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
