// The faults that libcurl's codes stand for.
internal import CCurl
internal import Glibc
internal import Synchronization

extension Transfer {
  /// The error of a finished transfer; nil where it has what was wanted.
  func error(_ code: CURLcode) -> HTTPError? {
    if isCancelled.load(ordering: .relaxed) { return .cancelled }
    if let fault { return fault }
    if hasEnough { return nil }
    if options.trust == .looking, code == CURLE_OK {
      certificate = tritone_curl_get_certificate(handle).map { String(cString: $0) }
      return certificate == nil ? .certificate(place, reason: "it shows none") : nil
    }
    switch code {
    case CURLE_OK: return head == nil ? .badResponse(place, reason: "it is empty") : nil
    case CURLE_COULDNT_RESOLVE_HOST:
      return Self.hasNetwork ? .nameNotFound(place) : .offline(place)
    case CURLE_COULDNT_RESOLVE_PROXY:
      return Self.hasNetwork
        ? .unreachable(place, reason: "the name of the proxy is not known") : .offline(place)
    case CURLE_COULDNT_CONNECT: return connectFault
    case CURLE_OPERATION_TIMEDOUT: return .timedOut(place, .connecting)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      return .certificate(place, reason: message)
    case CURLE_SSL_CONNECT_ERROR:
      return .unreachable(place, reason: "no secure connection: \(message)")
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return .connectionLost(place)
    case CURLE_RECV_ERROR:
      // libcurl has one code for a lost connection and for chunks that are none.
      let isChunk = message.lowercased().contains("chunk")
      return isChunk ? .badResponse(place, reason: "damaged chunks") : .connectionLost(place)
    case CURLE_BAD_CONTENT_ENCODING:
      return .badResponse(place, reason: "damaged compression")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_CHUNK_FAILED:
      return .badResponse(place, reason: "no HTTP")
    case CURLE_OUT_OF_MEMORY:
      // Also of a header line beyond libcurl's own limit.
      return .headerTooLarge(place)
    default: return .unreachable(place, reason: "libcurl's code \(code.rawValue)")
    }
  }

  private var connectFault: HTTPError {
    switch Int32(tritone_curl_get_long(handle, CURLINFO_OS_ERRNO)) {
    case ECONNREFUSED: .refused(place)
    case ENETUNREACH, ENETDOWN:
      Self.hasNetwork ? .unreachable(place, reason: "no way there") : .offline(place)
    case EHOSTUNREACH: .unreachable(place, reason: "no way there")
    case ETIMEDOUT: .timedOut(place, .connecting)
    default: .unreachable(place, reason: "no connection")
    }
  }

  /// libcurl's message about TLS, which names hosts and never the address; bounded.
  private var message: String {
    let text = String(cString: reason).unicodeScalars.filter { $0.value >= 0x20 && $0 != "\u{7F}" }
    return String(String.UnicodeScalarView(text.prefix(200)))
  }

  /// Whether an interface other than the loopback is up and has an address.
  private static var hasNetwork: Bool {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return true }
    defer { freeifaddrs(list) }
    var next = list
    while let interface = next?.pointee {
      next = interface.ifa_next
      let flags = interface.ifa_flags
      let family = interface.ifa_addr.map { Int32($0.pointee.sa_family) }
      if flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0,
        family == AF_INET || family == AF_INET6
      {
        return true
      }
    }
    return false
  }

  var metrics: HTTPMetrics {
    func time(_ info: CURLINFO) -> Duration {
      .microseconds(tritone_curl_get_offset(handle, info))
    }
    let version =
      switch tritone_curl_get_long(handle, CURLINFO_HTTP_VERSION) {
      case CURL_HTTP_VERSION_1_0: "1.0"
      case CURL_HTTP_VERSION_1_1: "1.1"
      case CURL_HTTP_VERSION_2_0: "2"
      default: ""
      }
    return HTTPMetrics(
      host: request.url.origin.authority, method: request.method, status: head?.status ?? 0,
      version: version,
      received: Int64(tritone_curl_get_offset(handle, CURLINFO_SIZE_DOWNLOAD_T)),
      sent: Int64(tritone_curl_get_offset(handle, CURLINFO_SIZE_UPLOAD_T)),
      nameLookup: time(CURLINFO_NAMELOOKUP_TIME_T), connect: time(CURLINFO_CONNECT_TIME_T),
      tls: time(CURLINFO_APPCONNECT_TIME_T), firstByte: time(CURLINFO_STARTTRANSFER_TIME_T),
      total: time(CURLINFO_TOTAL_TIME_T), redirects: options.redirects,
      isConnectionReused: head != nil
        && tritone_curl_get_long(handle, CURLINFO_NUM_CONNECTS) == 0)
  }
}
