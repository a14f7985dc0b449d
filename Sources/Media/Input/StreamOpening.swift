// Opens network streams: bounds the protocols, redirections and time of a server.
import CFFmpeg
import Glibc
import Music

/// Opens an http or https address, or the first one in a playlist there.
struct StreamOpening {
  private let address: StreamAddress
  let watcher: StreamGuard
  /// The number of playlists followed so far.
  private let depth: Int

  private static let maximumPlaylists = 3
  private static let maximumPlaylist = 1 << 16

  /// The allowed protocols: never a local file.
  private static let protocols = "http,https,tcp,tls"
  /// The options of each connection, FFmpeg's own included.
  private static let connectionOptions = [
    // Microseconds.
    ("rw_timeout", "10000000"), ("user_agent", "Tritone"), ("tls_verify", "1"),
  ]

  init(_ address: StreamAddress, _ watcher: StreamGuard, depth: Int = 0) {
    self.address = address
    self.watcher = watcher
    self.depth = depth
  }

  func open() throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
    var reader = try connect()
    guard StreamPlaylist.isAnnounced(address, mime: Self.option("mime_type", of: reader)) else {
      return try recognise(reader)
    }
    let text = Self.text(reader)
    let location = Self.option("location", of: reader) ?? address.text
    close(&reader)
    guard StreamPlaylist.isPlain(text) else { return try recognise(try connect()) }
    guard depth < Self.maximumPlaylists, let next = StreamPlaylist.firstAddress(text) else {
      throw .noAudio(.stream(address), code: 0)
    }
    guard watcher.mayLead(from: location, to: next.request, keepsTLS: false) else {
      throw watcher.cancellation.isOver ? failure(0) : .unreachable(next, code: EACCES)
    }
    return try StreamOpening(next, watcher, depth: depth + 1).open()
  }

  private func connect() throws(MediaError) -> UnsafeMutablePointer<AVIOContext>? {
    let format = context()
    defer { avformat_free_context(format) }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (name, value) in [
      ("reconnect", "1"), ("reconnect_streamed", "1"), ("icy", "1"),
      // Seconds.
      ("reconnect_delay_max", "4"),
    ] {
      av_dict_set(&options, name, value, 0)
    }
    var reader: UnsafeMutablePointer<AVIOContext>?
    // A playlist may contain another password for its target.
    watcher.credentials = address.credentials ?? watcher.credentials
    let opened = Self.open(format, &reader, address.text, AVIO_FLAG_READ, &options, watcher)
    guard opened >= 0, reader != nil else { throw failure(opened) }
    // Another server has no say over where the password goes.
    if let known = watcher.credentials, let location = Self.option("location", of: reader),
      StreamAddress(location)?.origin != known.origin
    {
      watcher.credentials = nil
    }
    watcher.watch(reader)
    return reader
  }

  private func close(_ reader: inout UnsafeMutablePointer<AVIOContext>?) {
    watcher.release()
    avio_closep(&reader)
  }

  private func context() -> UnsafeMutablePointer<AVFormatContext>? {
    guard let format = avformat_alloc_context() else { return nil }
    // FFmpeg compares later addresses with it.
    format.pointee.url = av_strdup(address.text)
    format.pointee.protocol_whitelist = av_strdup(Self.protocols)
    AllowedFormats.restrict(format, to: AllowedFormats.streamContainers)
    format.pointee.max_streams = 64
    format.pointee.io_open = openPiece
    // Small, so that a 128 kbit/s station that sends in real time starts at once.
    format.pointee.probesize = 65536
    format.pointee.max_analyze_duration = 500_000
    format.pointee.interrupt_callback = AVIOInterruptCB(
      callback: isStreamInterrupted, opaque: Unmanaged.passUnretained(watcher).toOpaque())
    return format
  }

  private func recognise(
    _ reader: UnsafeMutablePointer<AVIOContext>?
  ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
    var reader = reader
    var format = context()
    guard format != nil else {
      close(&reader)
      throw .unreachable(address, code: ENOMEM)
    }
    format?.pointee.pb = reader
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    // HLS segments would otherwise reuse connections, bypassing `openPiece`.
    for name in ["http_persistent", "http_multiple"] { av_dict_set(&options, name, "0", 0) }
    var result = avformat_open_input(&format, address.text, nil, &options)
    if result >= 0, let format {
      AllowedFormats.hidePictures(format)
      result = avformat_find_stream_info(format, nil)
    }
    guard result >= 0, let format else {
      let below = reader?.pointee.error ?? 0
      avformat_close_input(&format)
      close(&reader)
      throw failure(Self.isOfNetwork(below) ? below : result)
    }
    let isLive = Self.option("icy_metadata_headers", of: reader) != nil
    if !isLive, reader?.pointee.seekable ?? 0 == 0 {
      // FFmpeg would take its end for a lost connection and reconnect for ever.
      av_opt_set(reader, "reconnect_streamed", "0", AV_OPT_SEARCH_CHILDREN)
    }
    return format
  }

  /// Opens one connection with our options and the stream's password, and closes it after a
  /// forbidden redirection.
  fileprivate static func open(
    _ format: UnsafeMutablePointer<AVFormatContext>?,
    _ reader: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>,
    _ address: UnsafePointer<CChar>, _ flags: Int32, _ options: inout OpaquePointer?,
    _ watcher: StreamGuard
  ) -> Int32 {
    // A new context has FFmpeg's own function.
    let plain = avformat_alloc_context()
    defer { avformat_free_context(plain) }
    guard let opening = plain?.pointee.io_open else { return tritone_averror(ENOMEM) }
    for (name, value) in connectionOptions { av_dict_set(&options, name, value, 0) }
    let text = String(cString: address)
    let request = watcher.request(for: text)
    // Unchanged addresses stay byte for byte, whatever their encoding.
    let code =
      request == text
      ? opening(format, reader, address, flags, &options)
      : opening(format, reader, request, flags, &options)
    guard code >= 0, let location = option("location", of: reader.pointee) else { return code }
    guard watcher.mayLead(from: text, to: location, keepsTLS: true) else {
      avio_closep(reader)
      return tritone_averror(EACCES)
    }
    return code
  }

  /// A property of the connection, nil if unset.
  static func option(_ name: String, of reader: UnsafeMutablePointer<AVIOContext>?) -> String? {
    var value: UnsafeMutablePointer<UInt8>?
    guard let reader, av_opt_get(reader, name, AV_OPT_SEARCH_CHILDREN, &value) >= 0, let value
    else { return nil }
    defer { av_free(value) }
    let text = TagValue.lines(value, longest: 16384)
    return text.isEmpty ? nil : text
  }

  private static func text(_ reader: UnsafeMutablePointer<AVIOContext>?) -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: maximumPlaylist) { buffer, count in
      count = Int(max(0, avio_read(reader, buffer.baseAddress, Int32(maximumPlaylist))))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether an FFmpeg error concerns the connection and not its content.
  static func isOfNetwork(_ code: Int32) -> Bool {
    // FFmpeg's own codes are four characters and thus far larger than an errno.
    (-4095..<0).contains(code) && code != tritone_averror(EAGAIN)
      && code != tritone_averror(ENOMEM) && code != tritone_averror(EINVAL)
      || status(code) != nil || code == tritone_averror_exit()
  }

  /// The HTTP status of an FFmpeg code.
  private static func status(_ code: Int32) -> Int? {
    let tag = UInt32(bitPattern: 0 &- code)
    guard tag & 0xFF == 0xF8 else { return nil }
    return [8, 16, 24].reduce(0) { sum, shift in
      let digit = Int(tag >> UInt32(shift) & 0xFF) - 48
      return sum * 10 + ((0...9).contains(digit) ? digit : 0)
    }
  }

  /// The error of a stream behind an FFmpeg code.
  func failure(_ code: Int32) -> MediaError {
    if watcher.cancellation.isCancelled { return .cancelled }
    if watcher.isRefused { return .unreachable(address, code: EACCES) }
    if watcher.cancellation.isLate || code == tritone_averror_exit()
      || code == tritone_averror(ETIMEDOUT)
    {
      return .timedOut(.stream(address))
    }
    if let status = Self.status(code) { return .httpStatus(address, status: status) }
    guard Self.isOfNetwork(code) else { return .noAudio(.stream(address), code: code) }
    // Debian's FFmpeg reports failed handshakes and unknown names only as EIO.
    if code == tritone_averror(EIO), let origin = StreamOrigin(address.text), origin.isSecure,
      watcher.reaches(origin.host)?.isEmpty == false
    {
      return .insecure(address)
    }
    return .unreachable(address, code: -code)
  }
}

/// FFmpeg's io_open callback for HLS: segments, their keys and further playlists. FFmpeg does not
/// pass on the option to verify certificates.
private func openPiece(
  _ format: UnsafeMutablePointer<AVFormatContext>?,
  _ reader: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
  _ address: UnsafePointer<CChar>?, _ flags: Int32,
  _ options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let format, let reader, let address, let list = format.pointee.url,
    let owner = format.pointee.interrupt_callback.opaque
  else { return tritone_averror(EINVAL) }
  let watcher = Unmanaged<StreamGuard>.fromOpaque(owner).takeUnretainedValue()
  guard
    watcher.mayLead(from: String(cString: list), to: String(cString: address), keepsTLS: true)
  else { return tritone_averror(EACCES) }
  var own: OpaquePointer?
  defer { av_dict_free(&own) }
  if let options {
    return StreamOpening.open(format, reader, address, flags, &options.pointee, watcher)
  }
  return StreamOpening.open(format, reader, address, flags, &own, watcher)
}
