import Foundation

/// Compatibility decomposition (NFKD, Unicode Standard Annex 15) without combining marks.
///
/// All of Foundation is imported for the decomposition alone, whose tables are in Core Foundation.
enum AccentStripping {
  static func stripped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var stripped = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars
    where scalar.properties.canonicalCombiningClass == .notReordered {
      stripped.append(scalar)
    }
    return String(stripped)
  }
}
