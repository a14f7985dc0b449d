internal import CFFmpeg
package import Music

extension AudioHash {
  /// The audio hash of a FLAC file with this file's samples: decodes the whole file.
  ///
  /// For lossless integer samples of up to 32 bits; nil for everything else, and for files that
  /// cannot be decoded to their end. Blocks while decoding, some seconds for an album side;
  /// `isCancelled` is called between packets.
  package static func ofSamples(
    _ path: FilePath, isCancelled: () -> Bool = { false }
  ) throws(MediaError) -> Int64? {
    let source = try TagReader.Source(path, patience: 3_600)
    defer { source.close() }
    source.allowDecoding()
    let header = HeaderFile()
    header.use(source.descriptor, size: source.fileStamp.size)
    source.patch = FLACHeader.correction(header)
    let container = try TagReader.Container(source, path, demuxer: nil)
    defer { container.close() }
    guard container.findStreams() >= 0, let stream = container.audioStream,
      let summing = SampleSum(stream)
    else { return nil }
    return summing.run(container.format, stream.pointee.index, isCancelled: isCancelled)
  }
}

/// Decodes a stream and computes FLAC's MD5 of its samples.
private final class SampleSum {
  // because C frees these through a pointer to the variable, they are optional and var; all are
  // set once `init` has returned, and have a value before, so that a failing one frees them.
  private var codec: UnsafeMutablePointer<AVCodecContext>?
  private var packet = av_packet_alloc()
  private var frame = av_frame_alloc()
  private let sum = av_md5_alloc()
  private var bits = 0
  private var bytes: [UInt8] = []
  private var isWhole = true

  /// Nil for lossy codecs and for samples that are not integers.
  init?(_ stream: UnsafeMutablePointer<AVStream>) {
    guard let parameters = stream.pointee.codecpar,
      let properties = avcodec_descriptor_get(parameters.pointee.codec_id)?.pointee.props,
      properties & Int32(AV_CODEC_PROP_LOSSLESS) != 0,
      let decoder = avcodec_find_decoder(parameters.pointee.codec_id),
      AllowedFormats.includes(decoder)
    else { return nil }
    let raw = parameters.pointee.bits_per_raw_sample
    let coded = parameters.pointee.bits_per_coded_sample
    bits = Int(raw > 0 ? raw : coded)
    codec = avcodec_alloc_context3(decoder)
    guard (1...32).contains(bits), codec != nil, packet != nil, frame != nil, sum != nil,
      avcodec_parameters_to_context(codec, parameters) >= 0, avcodec_open2(codec, decoder, nil) >= 0
    else { return nil }
    av_md5_init(sum)
  }

  deinit {
    avcodec_free_context(&codec)
    av_packet_free(&packet)
    av_frame_free(&frame)
    av_free(UnsafeMutableRawPointer(sum))
  }

  func run(
    _ format: UnsafeMutablePointer<AVFormatContext>, _ index: Int32, isCancelled: () -> Bool
  ) -> Int64? {
    guard let packet else { return nil }
    while isWhole, !isCancelled() {
      let code = av_read_frame(format, packet)
      guard code >= 0 else {
        guard code == tritone_averror_eof(), avcodec_send_packet(codec, nil) >= 0, drain() else {
          return nil
        }
        return digest()
      }
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == index else { continue }
      guard avcodec_send_packet(codec, packet) >= 0, drain() else { return nil }
    }
    return nil
  }

  private func digest() -> Int64? {
    var digest = [UInt8](repeating: 0, count: 16)
    av_md5_final(sum, &digest)
    return digest.withUnsafeBufferPointer { ByteView($0).flatMap(AudioHash.ofSamples(md5:)) }
  }

  /// Drains the decoder; false if it fails.
  private func drain() -> Bool {
    while true {
      let code = avcodec_receive_frame(codec, frame)
      if code == tritone_averror(EAGAIN) || code == tritone_averror_eof() { return isWhole }
      guard code >= 0, let frame else { return false }
      update(frame.pointee)
      guard isWhole else { return false }
    }
  }

  private func update(_ frame: AVFrame) {
    let channels = Int(frame.ch_layout.nb_channels)
    let count = Int(frame.nb_samples)
    let format = AVSampleFormat(rawValue: frame.format)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let width = Int(av_get_bytes_per_sample(format))
    let whole = [AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S32]
    guard channels > 0, count >= 0, let planes = frame.extended_data,
      whole.contains(av_get_packed_sample_fmt(format)), bits <= width * 8
    else { return isWhole = false }
    let stored = (bits + 7) / 8
    bytes.removeAll(keepingCapacity: true)
    bytes.reserveCapacity(channels * count * stored)
    for index in 0..<count {
      for channel in 0..<channels {
        let offset = isPlanar ? index : index * channels + channel
        guard let plane = planes[isPlanar ? channel : 0] else { return isWhole = false }
        let sample = Self.sample(UnsafeRawPointer(plane) + offset * width, width: width)
        // Decoders align fewer bits at the top of the sample.
        let value = sample >> Int32(width * 8 - bits)
        for byte in 0..<stored { bytes.append(UInt8(truncatingIfNeeded: value >> Int32(8 * byte))) }
      }
    }
    av_md5_update(sum, bytes, bytes.count)
  }

  private static func sample(_ offset: UnsafeRawPointer, width: Int) -> Int32 {
    switch width {
    case 1: Int32(offset.load(as: UInt8.self)) - 128
    case 2: Int32(offset.loadUnaligned(as: Int16.self))
    default: offset.loadUnaligned(as: Int32.self)
    }
  }
}
