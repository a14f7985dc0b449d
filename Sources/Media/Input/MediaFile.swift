// An opened container: what every reader of media files starts from. Confined to one thread; only
// its cancellation may be used from others.
import CFFmpeg
import Glibc
internal import Music

/// A regular file, or a stream from the network, that FFmpeg has recognised, with its parts known.
final class MediaFile {
  let source: MediaSource
  let cancellation: Cancellation
  private let bytes: Bytes
  let format: UnsafeMutablePointer<AVFormatContext>
  /// Whether a stream's server told its size; asked once, since it is forgotten with a connection.
  private let hasLength: Bool
  /// FFmpeg's name of the container, the first where it has several: "mp3", "mov".
  let demuxer: String

  /// Where the bytes come from.
  private enum Bytes {
    case file(FileInput)
    /// FFmpeg fetches the bytes itself.
    case stream(StreamOpening)
  }

  /// How long opening may take before the file counts as unreachable.
  static let openingTime = Duration.seconds(10)

  /// Opens and probes within bounded time and memory.
  ///
  /// `reading` is how the bytes of a file are read, `lookUp` how the hosts of streams are found.
  init(
    _ source: MediaSource, cancellation: Cancellation, lookUp: @escaping HostLookup,
    reading: @escaping FileReading
  ) throws(MediaError) {
    self.source = source
    self.cancellation = cancellation
    switch source {
    case .stream(let address):
      let opening = StreamOpening(address, StreamGuard(cancellation, lookUp: lookUp))
      bytes = .stream(opening)
      format = try cancellation.limited(to: Self.openingTime) { () throws(MediaError) in
        try opening.open()
      }
    case .file(let path):
      let input = try FileInput(path, cancellation: cancellation, reading: reading)
      bytes = .file(input)
      format = try cancellation.limited(to: Self.openingTime) { () throws(MediaError) in
        try Self.probeBehindGarbage(input)
      }
      input.forgetReadError()
    }
    demuxer = Self.demuxer(format)
    hasLength = format.pointee.pb.map { avio_size($0) > 0 } ?? false
  }

  deinit {
    var reader: UnsafeMutablePointer<AVIOContext>?
    if case .stream(let opening) = bytes {
      opening.watcher.release()
      reader = format.pointee.pb
    }
    var closing: UnsafeMutablePointer<AVFormatContext>? = format
    avformat_close_input(&closing)
    avio_closep(&reader)
  }

  /// Nil for a stream.
  private var input: FileInput? {
    if case .file(let input) = bytes { input } else { nil }
  }

  var isStream: Bool { source.isStream }

  /// Whether work on it has to give up.
  var isOver: Bool {
    switch bytes {
    case .file: cancellation.isOver
    case .stream(let opening): opening.watcher.isOver
    }
  }

  /// The file as it was when it was opened.
  var fileStamp: FileStamp? { input?.fileStamp }

  /// Where FFmpeg's first byte is in the file.
  var hidden: Int64 { input?.hidden ?? 0 }

  func forgetReadError() { input?.forgetReadError() }

  /// Whether a station sends this, without an end.
  private var isLive: Bool {
    demuxer == "hls"
      || StreamOpening.option("icy_metadata_headers", of: format.pointee.pb) != nil
  }

  /// Whether any place can be gone to.
  var isSeekable: Bool {
    guard isStream else { return true }
    guard let reader = format.pointee.pb, demuxer != "hls" else { return false }
    return reader.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 && hasLength
  }

  /// Whether stamps are exact, so that they tell how much damage has swallowed: not where they are
  /// rounded to milliseconds or made up by FFmpeg, nor where they start anew as they like.
  var hasReliableStamps: Bool {
    let exact = [
      "mp3", "aac", "flac", "wav", "w64", "ogg", "mov", "aiff", "wv", "tta", "caf", "au", "ape",
    ]
    return isSeekable && exact.contains(demuxer)
  }

  private static func demuxer(_ format: UnsafeMutablePointer<AVFormatContext>) -> String {
    let names = format.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
    return String(names.prefix { $0 != "," })
  }

  /// Opens a file without what is in front of its first frame, where its format has no header:
  /// FFmpeg would decode some of that, and count it, and miss the header of the encoder.
  private static func probeBehindGarbage(
    _ input: FileInput
  ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
    let format = try probe(input)
    guard ["mp3", "aac"].contains(demuxer(format)) else { return format }
    var walker = FrameWalker(input, input.path, capacity: FileInput.bufferSize)
    // Not read is not wrong: the file is open, and where it ends will be seen.
    guard let garbage = try? walker.leadingGarbage(), garbage > 0 else { return format }
    var closing: UnsafeMutablePointer<AVFormatContext>? = format
    avformat_close_input(&closing)
    input.hide(garbage)
    return try probe(input)
  }

  private static func probe(
    _ input: FileInput
  ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
    try FFmpegLibraries.load()
    guard let allocated = avformat_alloc_context(), let reader = input.context else {
      throw .unreadable(input.path, code: ENOMEM)
    }
    allocated.pointee.pb = reader
    allocated.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    allocated.pointee.max_streams = 256
    AllowedFormats.restrict(allocated, to: AllowedFormats.containers)
    // A file that names others (a playlist in disguise) gets none of them.
    allocated.pointee.protocol_whitelist = av_strdup("none")
    // Set before opening: probing already asks it.
    allocated.pointee.interrupt_callback = AVIOInterruptCB(
      callback: isInterrupted, opaque: Unmanaged.passUnretained(input.cancellation).toOpaque())
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    av_dict_set(&options, "probesize", "1048576", 0)
    av_dict_set(&options, "analyzeduration", "1000000", 0)
    av_dict_set(&options, "indexmem", "67108864", 0)
    var opening: UnsafeMutablePointer<AVFormatContext>? = allocated
    // The name only lets its extension help; FFmpeg closes and frees the context if this fails.
    let opened = avformat_open_input(&opening, input.path.text, nil, &options)
    guard opened >= 0, let opening else { throw failure(opened, input) }
    AllowedFormats.hidePictures(opening)
    let found = avformat_find_stream_info(opening, nil)
    guard found >= 0 else {
      var closing: UnsafeMutablePointer<AVFormatContext>? = opening
      avformat_close_input(&closing)
      throw failure(found, input)
    }
    return opening
  }

  /// The best audio stream with the decoder for it; every other stream is read no more.
  func selectAudio() throws(MediaError) -> (
    stream: UnsafeMutablePointer<AVStream>, codec: UnsafePointer<AVCodec>
  ) {
    var codec: UnsafePointer<AVCodec>?
    let index = av_find_best_stream(format, AVMEDIA_TYPE_AUDIO, -1, -1, &codec, 0)
    guard index >= 0, let chosen = format.pointee.streams[Int(index)] else {
      let best = bestUndecodable()
      throw best.map { .noDecoder(source, codec: $0) } ?? .noAudio(source, code: index)
    }
    guard let codec, AllowedFormats.includes(codec) else {
      throw .noDecoder(
        source, codec: String(cString: avcodec_get_name(chosen.pointee.codecpar.pointee.codec_id)))
    }
    for other in 0..<Int(format.pointee.nb_streams) where other != Int(index) {
      format.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
    }
    return (chosen, codec)
  }

  /// The codec of the first audio stream that FFmpeg has no decoder for.
  private func bestUndecodable() -> String? {
    for index in 0..<Int(format.pointee.nb_streams) {
      guard let codec = format.pointee.streams[index]?.pointee.codecpar else { continue }
      if codec.pointee.codec_type == AVMEDIA_TYPE_AUDIO,
        avcodec_find_decoder(codec.pointee.codec_id) == nil
      {
        return String(cString: avcodec_get_name(codec.pointee.codec_id))
      }
    }
    return nil
  }

  /// What a failed call of FFmpeg's means, seen with what happened below it.
  func failure(_ code: Int32) -> MediaError {
    switch bytes {
    case .file(let input): Self.failure(code, input)
    case .stream(let opening): opening.failure(code)
    }
  }

  /// The fault below FFmpeg that made reading end, nil where it was the end, or mere damage.
  func readFailure(_ code: Int32) -> MediaError? {
    if let input {
      return input.readError == 0 ? nil : .unreadable(input.path, code: input.readError)
    }
    let below = format.pointee.pb?.pointee.error ?? 0
    let fault = below < 0 && below != tritone_averror_eof() ? below : code
    // FFmpeg cannot tell the end of what has no length from a connection that was lost.
    if fault == tritone_averror(EIO), !isLive, !hasLength { return nil }
    return StreamOpening.isOfNetwork(fault) ? failure(fault) : nil
  }

  private static func failure(_ code: Int32, _ input: FileInput) -> MediaError {
    let source = MediaSource.file(input.path)
    if input.cancellation.isCancelled { return .cancelled }
    if code == tritone_averror_exit() || input.cancellation.isLate { return .timedOut(source) }
    if input.readError != 0 { return .unreadable(input.path, code: input.readError) }
    return .noAudio(source, code: code)
  }
}

/// FFmpeg's interrupt callback, whose argument is a `Cancellation`: 1 stops it.
func isInterrupted(_ cancellation: UnsafeMutableRawPointer?) -> Int32 {
  guard let cancellation else { return 0 }
  return Unmanaged<Cancellation>.fromOpaque(cancellation).takeUnretainedValue().isOver ? 1 : 0
}
