// The options of libcurl for one transfer, and its callbacks. All of it on the transfer thread.
internal import CCurl
internal import Glibc
internal import Music
internal import Synchronization

extension Transfer {
  /// Makes libcurl's handle; false where it lacks an option that safety depends on.
  func prepare(_ settings: CurlSettings) -> Bool {
    handle = tritone_curl_new()
    guard let handle else { return false }
    let url = request.url
    var codes = [
      tritone_curl_set_string(handle, CURLOPT_URL, url.requestText),
      tritone_curl_set_protocols(handle),
      tritone_curl_set_callbacks(
        handle, Unmanaged.passUnretained(self).toOpaque(), headerReceived, bodyReceived,
        progressMade),
      tritone_curl_set_error_buffer(handle, reason),
      tritone_curl_set_string(handle, CURLOPT_USERAGENT, settings.userAgent),
      long(CURLOPT_NOSIGNAL, 1),
      long(CURLOPT_FOLLOWLOCATION, 0),
      long(CURLOPT_SSL_VERIFYPEER, options.trust == .looking ? 0 : 1),
      long(CURLOPT_SSL_VERIFYHOST, options.trust == .authorities ? 2 : 0),
      long(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2),
      long(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(options.limits.connectTime)),
      long(CURLOPT_NETRC, 0),
    ]
    // Without these it works, too.
    _ = long(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    _ = long(CURLOPT_HTTP09_ALLOWED, 0)
    _ = long(CURLOPT_PATH_AS_IS, 1)
    _ = long(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    _ = long(CURLOPT_BUFFERSIZE, 65536)
    // A cancelled transfer does not wait for the resolver.
    _ = long(CURLOPT_QUICK_EXIT, 1)
    if !settings.usesProxies { codes.append(tritone_curl_set_string(handle, CURLOPT_PROXY, "")) }
    if options.decompresses {
      codes.append(tritone_curl_set_string(handle, CURLOPT_ACCEPT_ENCODING, "gzip, deflate"))
    }
    if url.isSecure { codes.append(prepareCertificates(handle, settings)) }
    codes += prepareMethod(handle)
    return prepareHeaders(handle) && codes.allSatisfy { $0 == CURLE_OK }
  }

  private func prepareCertificates(_ handle: CurlHandle, _ settings: CurlSettings) -> CURLcode {
    switch options.trust {
    case .authorities: break
    case .only(let certificate):
      // Without the system's folder, whose certificates count as well otherwise.
      let code = tritone_curl_set_string(handle, CURLOPT_CAPATH, nil)
      guard code == CURLE_OK else { return code }
      return tritone_curl_set_blob(handle, CURLOPT_CAINFO_BLOB, certificate, certificate.count)
    case .looking:
      let code = long(CURLOPT_CERTINFO, 1)
      return code == CURLE_OK ? long(CURLOPT_CONNECT_ONLY, 1) : code
    }
    guard let bundle = settings.certificates, let file = settings.certificateFile else {
      return CURLE_OK
    }
    let code = tritone_curl_set_blob(handle, CURLOPT_CAINFO_BLOB, bundle, bundle.count)
    guard code != CURLE_OK else { return code }
    // With GnuTLS. The file takes the place of the system's; its folder of them holds all the same.
    return file.withCString { tritone_curl_set_string(handle, CURLOPT_CAINFO, $0) }
  }

  private func long(_ option: CURLoption, _ value: Int) -> CURLcode {
    tritone_curl_set_long(handle, option, value)
  }

  private static func milliseconds(_ time: Duration) -> Int {
    Int(max(1, min(time / .milliseconds(1), 1e9)))
  }

  private func prepareMethod(_ handle: CurlHandle) -> [CURLcode] {
    let name = tritone_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    switch request.method {
    case .get: return [long(CURLOPT_HTTPGET, 1)]
    case .head: return [long(CURLOPT_NOBODY, 1)]
    case .delete where request.body == nil: return [long(CURLOPT_HTTPGET, 1), name]
    case .post, .put, .patch, .delete:
      let bytes = request.body?.bytes ?? []
      return [tritone_curl_set_body(handle, bytes, bytes.count), name]
    }
  }

  private func prepareHeaders(_ handle: CurlHandle) -> Bool {
    var lines = request.headers.map { header in
      // libcurl's form of an empty value.
      header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
    }
    let hasType = request.headers.contains { $0.isNamed("Content-Type") }
    if !hasType { lines.append("Content-Type:" + (request.body.map { " \($0.type)" } ?? "")) }
    // An empty value removes a header that libcurl adds by itself.
    lines.append("Expect:")
    if !options.decompresses { lines.append("Accept-Encoding: identity") }
    for line in lines {
      guard let list = tritone_curl_append(headerList, line) else { return false }
      headerList = list
    }
    return tritone_curl_set_headers(handle, headerList) == CURLE_OK
  }

  func release() {
    tritone_curl_free(handle)
    tritone_curl_free_list(headerList)
    handle = nil
    headerList = nil
  }
}

private func headerReceived(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let count = size * count
  return transfer.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
}

private func bodyReceived(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let count = size * count
  // A number that is neither the count nor libcurl's sign for a pause ends the transfer.
  return transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
}

private func progressMade(
  _ context: UnsafeMutableRawPointer?, _ toReceive: curl_off_t, _ received: curl_off_t,
  _ toSend: curl_off_t, _ sent: curl_off_t
) -> Int32 {
  guard let context else { return 1 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  transfer.deadlines.moved(sent: Int64(sent))
  return transfer.isCancelled.load(ordering: .relaxed) ? 1 : 0
}
