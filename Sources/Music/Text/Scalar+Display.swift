extension Unicode.Scalar {
  /// The scalar as text of a file is stored and displayed: a space for control characters that
  /// separate, U+FFFD for the others.
  package var displayable: Unicode.Scalar {
    switch value {
    case 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: " "
    case 0..<0x20, 0x7F...0x9F: "\u{FFFD}"
    default: self
    }
  }
}
