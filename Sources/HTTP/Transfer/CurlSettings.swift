internal import CCurl
internal import Glibc
internal import Music

/// One of libcurl's handles: of a transfer, or of all.
typealias CurlHandle = UnsafeMutableRawPointer

/// Settings that all transfers of a client share, as libcurl wants them.
struct CurlSettings: Sendable {
  let userAgent: String
  let usesProxies: Bool
  /// PEM: the system's certificates and further ones; nil for libcurl's own choice.
  let certificates: [UInt8]?
  /// The file of the further ones, for a libcurl that takes no bytes.
  let certificateFile: FilePath?

  private static let maximumCertificates = 16 << 20

  init(_ configuration: HTTPConfiguration) throws(HTTPError) {
    if let reason = tritone_load_curl() { throw .noLibrary(reason: String(cString: reason)) }
    try HTTPHeader("User-Agent", configuration.userAgent).check()
    userAgent = configuration.userAgent
    usesProxies = configuration.usesProxies
    certificateFile = configuration.furtherCertificates
    guard let further = configuration.furtherCertificates else {
      certificates = nil
      return
    }
    guard let added = Self.contents(further) else {
      throw .certificate("the program", reason: "\(further.text) cannot be read")
    }
    let known = tritone_curl_certificates().map { FilePath(String(cString: $0)) }
    // No such file on systems that have a folder of certificates, which libcurl reads anyway.
    certificates = (known.flatMap(Self.contents) ?? []) + [10] + added
  }

  private static func contents(_ path: FilePath) -> [UInt8]? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= maximumCertificates
    else { return nil }
    let size = Int(status.st_size)
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < size {
      let got = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress.map { $0 + count }, size - count)
      }
      guard got > 0 else { break }
      count += got
    }
    return Array(bytes.prefix(count))
  }
}
