// An opened container: what every reader of media files starts from. Confined to one thread; only
// its cancellation may be used from others.
import CFFmpeg
import Glibc
package import Music

/// A regular file that FFmpeg has recognised, with its streams known.
package final class MediaFile {
  package let path: FilePath
  package let cancellation: Cancellation
  private let input: FileInput
  private(set) var format: UnsafeMutablePointer<AVFormatContext>

  /// How long opening may take before the file counts as unreachable.
  package static let openingTime = Duration.seconds(10)

  /// Opens and probes within bounded time and memory.
  package init(_ path: FilePath, cancellation: Cancellation = Cancellation()) throws(MediaError) {
    self.path = path
    self.cancellation = cancellation
    let input = try FileInput(path, cancellation: cancellation)
    self.input = input
    format = try cancellation.limited(to: Self.openingTime) { () throws(MediaError) in
      try Self.probe(path, input)
    }
  }

  deinit {
    var closing: UnsafeMutablePointer<AVFormatContext>? = format
    avformat_close_input(&closing)
  }

  private static func probe(
    _ path: FilePath, _ input: FileInput
  ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
    guard let allocated = avformat_alloc_context(), let reader = input.context else {
      throw .unreadable(path, code: ENOMEM)
    }
    allocated.pointee.pb = reader
    allocated.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    allocated.pointee.max_streams = 256
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
    let opened = avformat_open_input(&opening, path.text, nil, &options)
    guard opened >= 0, let opening else { throw failure(opened, path, input) }
    let found = avformat_find_stream_info(opening, nil)
    guard found >= 0 else {
      var closing: UnsafeMutablePointer<AVFormatContext>? = opening
      avformat_close_input(&closing)
      throw failure(found, path, input)
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
      throw best.map { .noDecoder(path, codec: $0) } ?? .noAudio(path, code: index)
    }
    guard let codec else {
      throw .noDecoder(
        path, codec: String(cString: avcodec_get_name(chosen.pointee.codecpar.pointee.codec_id)))
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
  func failure(_ code: Int32, otherwise: ((FilePath, Int32) -> MediaError)? = nil) -> MediaError {
    Self.failure(code, path, input, otherwise: otherwise)
  }

  private static func failure(
    _ code: Int32, _ path: FilePath, _ input: FileInput,
    otherwise: ((FilePath, Int32) -> MediaError)? = nil
  ) -> MediaError {
    if input.cancellation.isCancelled { return .cancelled }
    if code == tritone_averror_exit() || input.cancellation.isLate { return .timedOut(path) }
    if input.readError != 0 { return .unreadable(path, code: input.readError) }
    return otherwise?(path, code) ?? .noAudio(path, code: code)
  }
}

private func isInterrupted(_ cancellation: UnsafeMutableRawPointer?) -> Int32 {
  guard let cancellation else { return 0 }
  return Unmanaged<Cancellation>.fromOpaque(cancellation).takeUnretainedValue().isOver ? 1 : 0
}
