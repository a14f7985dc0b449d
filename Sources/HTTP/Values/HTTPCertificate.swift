internal import FoundationEssentials
internal import Music

/// A server's certificate.
package struct HTTPCertificate: Equatable, Sendable {
  package let pem: String
  /// SHA-256 in lower hexadecimal digits.
  package let fingerprint: String

  private static let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")
  private static let longest = 65_536

  /// Nil for anything but one certificate.
  package init?(pem: String) {
    guard pem.utf8.count <= Self.longest, let start = pem.firstRange(of: Self.begin),
      let stop = pem[start.upperBound...].firstRange(of: Self.end)
    else { return nil }
    let text = pem[start.upperBound..<stop.lowerBound].filter { !$0.isWhitespace }
    guard let bytes = Data(base64Encoded: String(text)), !bytes.isEmpty else { return nil }
    self.pem = "\(Self.begin)\(pem[start.upperBound..<stop.lowerBound])\(Self.end)\n"
    fingerprint = SHA256.digest(of: Array(bytes))
  }
}
