/// Search for bytes in others.
package enum Occurrence {
  package static func of(_ part: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = part.first else { return true }
    guard text.count >= part.count else { return false }
    return part.withUnsafeBufferPointer { part in
      for start in 0...(text.count - part.count) where text[start] == first {
        var length = 1
        while length < part.count, text[start + length] == part[length] { length += 1 }
        if length == part.count { return true }
      }
      return false
    }
  }

  static func isEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>)
    -> Bool
  {
    guard left.count == right.count else { return false }
    // Paths differ at their ends.
    for index in left.indices.reversed() where left[index] != right[index] { return false }
    return true
  }
}
