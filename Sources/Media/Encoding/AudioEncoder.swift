internal import CFFmpeg

/// Encodes interleaved stereo floats as packets of one codec. Belongs to one thread.
final class AudioEncoder {
  let format: AudioFileWriter.Format
  /// Encoded channels; samples to encode are stereo in any case.
  private let channels: Int32
  // because C frees these through a pointer to the variable, they are optional and var; all are
  // set once `init` has returned.
  private(set) var context: UnsafeMutablePointer<AVCodecContext>?
  private var converter: OpaquePointer?
  /// Converts samples that need no dither; nil if nothing is dithered. Neither converter buffers
  /// across calls, since dithered sound is not resampled.
  private var plainConverter: OpaquePointer?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var packet: UnsafeMutablePointer<AVPacket>?

  /// The capacity of `frame`, its fill, and the number of earlier frames.
  private var capacity = 4096
  private var filled = 0
  private var encoded: Int64 = 0
  /// The padding in the previous packet, in frames.
  private var paddingBefore: Int64 = 0

  /// - Parameters:
  ///   - bitRate: nil for the format's own.
  ///   - isMono: whether the mean of both channels is encoded as one.
  init(
    format: AudioFileWriter.Format, sampleRate: Int, isDithered: Bool, bitRate: BitRate? = nil,
    isMono: Bool = false
  ) throws(CodecFault) {
    self.format = format
    channels = isMono ? 1 : 2
    let rate = Int32(clamping: format.encodedRate(of: sampleRate))
    try openCodec(rate: rate, bitRate: bitRate ?? .average(Int(format.bitRate)))
    let bits = isDithered && rate == sampleRate ? format.roundedBits : nil
    converter = try converter(from: Int32(clamping: sampleRate), to: rate, ditheringTo: bits)
    if bits != nil {
      plainConverter = try converter(from: rate, to: rate, ditheringTo: nil)
    }
    try makeFrame(rate: rate)
  }

  deinit {
    avcodec_free_context(&context)
    swr_free(&converter)
    swr_free(&plainConverter)
    av_frame_free(&frame)
    av_packet_free(&packet)
  }

  /// Whether FFmpeg was built with the encoder.
  static func exists(for format: AudioFileWriter.Format) -> Bool {
    avcodec_find_encoder_by_name(format.encoderName) != nil
  }

  func encode(_ samples: UnsafeBufferPointer<Float>, into muxer: AudioMuxer) throws(CodecFault) {
    precondition(samples.count % 2 == 0, "stereo comes in pairs")
    guard let base = samples.baseAddress else { return }
    // In pieces, since the converter copies frames that do not fit.
    let total = samples.count / 2
    var done = 0
    while done < total {
      let count = min(4096, total - done)
      let rounded = roundedFrames(UnsafeBufferPointer(start: base + done * 2, count: count * 2))
      for (part, converter) in [
        (0..<rounded.lowerBound, plainConverter), (rounded, converter),
        (rounded.upperBound..<count, plainConverter),
      ] where !part.isEmpty {
        try convert(
          UnsafeRawPointer(base + (done + part.lowerBound) * 2), count: part.count, by: converter,
          into: muxer)
      }
      done += count
    }
  }

  /// Encodes the remaining frames; nothing may follow.
  func finish(into muxer: AudioMuxer) throws(CodecFault) {
    try convert(nil, count: 0, by: converter, into: muxer)
    if filled > 0 { try sendFrame(into: muxer) }
    try send(nil, into: muxer)
  }

  private func openCodec(rate: Int32, bitRate: BitRate) throws(CodecFault) {
    guard let codec = avcodec_find_encoder_by_name(format.encoderName) else {
      throw CodecFault(code: ENOSYS)
    }
    context = avcodec_alloc_context3(codec)
    guard let context else { throw .outOfMemory }
    context.pointee.sample_fmt = format.sampleFormat
    context.pointee.sample_rate = rate
    context.pointee.time_base = AVRational(num: 1, den: rate)
    switch bitRate {
    case .average(let rate): if rate > 0 { context.pointee.bit_rate = Int64(rate) }
    case .quality(let quality):
      context.pointee.flags |= AV_CODEC_FLAG_QSCALE
      context.pointee.global_quality = Int32(clamping: quality) * FF_QP2LAMBDA
    }
    if format == .flac24 || format == .wav24 { context.pointee.bits_per_raw_sample = 24 }
    // Bit-exact: no version numbers, so that the same sound gives the same bytes.
    context.pointee.flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER
    av_channel_layout_default(&context.pointee.ch_layout, channels)
    try CodecFault.check(avcodec_open2(context, codec, nil))
    if context.pointee.frame_size > 0 { capacity = Int(context.pointee.frame_size) }
  }

  /// The range from the first to the last frame that rounding changes. The others have the file's
  /// bits already, without an error for dither to hide; in filtered, faded or amplified sound
  /// hardly any frames but silence do.
  private func roundedFrames(_ samples: UnsafeBufferPointer<Float>) -> Range<Int> {
    guard plainConverter != nil, let bits = format.roundedBits else { return 0..<samples.count / 2 }
    let steps = Float(1 << (bits - 1))
    func isRounded(_ sample: Float) -> Bool {
      let step = sample * steps
      return !(step.rounded() == step && step >= -steps && step < steps)
    }
    guard let first = samples.firstIndex(where: isRounded),
      let last = samples.lastIndex(where: isRounded)
    else { return 0..<0 }
    return first / 2..<last / 2 + 1
  }

  private func converter(
    from sampleRate: Int32, to encodedRate: Int32, ditheringTo bits: Int64?
  ) throws(CodecFault) -> OpaquePointer? {
    var converter: OpaquePointer?
    var (from, to) = (AVChannelLayout(), AVChannelLayout())
    av_channel_layout_default(&from, 2)
    av_channel_layout_default(&to, channels)
    try CodecFault.check(
      swr_alloc_set_opts2(
        &converter, &to, format.sampleFormat, encodedRate, &from, AV_SAMPLE_FMT_FLT, sampleRate,
        0, nil))
    var isOpen = false
    defer { if !isOpen { swr_free(&converter) } }
    if let bits {
      // The sum of two uniform noises, one step high (triangular dither): replaces the distortion
      // of rounding by noise independent of the sound.
      let room = UnsafeMutableRawPointer(converter)
      try CodecFault.check(
        av_opt_set_int(room, "dither_method", Int64(SWR_DITHER_TRIANGULAR.rawValue), 0))
      try CodecFault.check(av_opt_set_int(room, "output_sample_bits", bits, 0))
    }
    try CodecFault.check(swr_init(converter))
    isOpen = true
    return converter
  }

  private func makeFrame(rate: Int32) throws(CodecFault) {
    frame = av_frame_alloc()
    packet = av_packet_alloc()
    guard let frame, packet != nil else { throw .outOfMemory }
    frame.pointee.format = format.sampleFormat.rawValue
    frame.pointee.sample_rate = rate
    frame.pointee.nb_samples = Int32(capacity)
    av_channel_layout_default(&frame.pointee.ch_layout, channels)
    try CodecFault.check(av_frame_get_buffer(frame, 0))
  }

  /// Converts `count` frames (nil drains the converter) and encodes each full frame.
  private func convert(
    _ samples: UnsafeRawPointer?, count: Int, by converter: OpaquePointer?, into muxer: AudioMuxer
  ) throws(CodecFault) {
    var remaining = Int32(count)
    while true {
      try CodecFault.check(av_frame_make_writable(frame))
      let wanted = capacity - filled
      let got = withUnsafeMutableRoom { output in
        // A pointer with a count of zero asks for buffered frames; no pointer means the end.
        var input = samples?.assumingMemoryBound(to: UInt8.self)
        guard samples != nil else { return swr_convert(converter, output, Int32(wanted), nil, 0) }
        return swr_convert(converter, output, Int32(wanted), &input, remaining)
      }
      remaining = 0
      filled += Int(try CodecFault.check(got))
      guard filled == capacity else { return }
      try sendFrame(into: muxer)
    }
  }

  /// Pointers to the frame's next free samples, for each plane.
  private func withUnsafeMutableRoom(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32
  ) -> Int32 {
    guard let planes = frame?.pointee.data else { return 0 }
    let isPlanar = av_sample_fmt_is_planar(format.sampleFormat) != 0
    let bytes =
      Int(av_get_bytes_per_sample(format.sampleFormat)) * (isPlanar ? 1 : Int(channels)) * filled
    var room = [planes.0.map { $0 + bytes }, planes.1.map { $0 + bytes }]
    return room.withUnsafeMutableBufferPointer { pointers in
      pointers.baseAddress.map(body) ?? 0
    }
  }

  private func sendFrame(into muxer: AudioMuxer) throws(CodecFault) {
    guard let frame else { return }
    if format.roundedBits == 24 { roundTo24Bits() }
    frame.pointee.nb_samples = Int32(filled)
    frame.pointee.pts = encoded
    encoded += Int64(filled)
    filled = 0
    try send(frame, into: muxer)
    frame.pointee.nb_samples = Int32(capacity)
  }

  /// Rounds to 24 bits: encoders truncate the lower eight of the 32 bits, an offset of half a step.
  private func roundTo24Bits() {
    guard let bytes = frame?.pointee.data.0 else { return }
    bytes.withMemoryRebound(to: Int32.self, capacity: filled * Int(channels)) { samples in
      for index in 0..<(filled * Int(channels)) {
        samples[index] = min(samples[index], .max - 255).advanced(by: 128) & ~255
      }
    }
  }

  /// Sends one frame (nil ends the stream) to the codec and its packets to the muxer.
  private func send(
    _ frame: UnsafeMutablePointer<AVFrame>?, into muxer: AudioMuxer
  ) throws(CodecFault) {
    try CodecFault.check(avcodec_send_frame(context, frame))
    guard let packet else { return }
    while true {
      let received = avcodec_receive_packet(context, packet)
      if received == tritone_averror(EAGAIN) || received == tritone_averror_eof() { return }
      try CodecFault.check(received)
      if isSuperfluous(packet.pointee) {
        av_packet_unref(packet)
      } else {
        try muxer.write(packet)
      }
    }
  }

  /// Whether an MP3 packet is pure padding behind a padded packet.
  ///
  /// LAME may flush such a packet, but FFmpeg's Xing header counts the padding of the last packet
  /// only: with two padded packets a decoder would play the padding of the first.
  private func isSuperfluous(_ packet: AVPacket) -> Bool {
    guard format == .mp3 else { return false }
    defer { paddingBefore = Int64(capacity) - packet.duration }
    return packet.duration == 0 && paddingBefore > 0
  }
}
