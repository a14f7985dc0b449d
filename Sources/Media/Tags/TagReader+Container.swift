internal import CFFmpeg
import Glibc
internal import Music

extension TagReader {
  /// A file opened by a demuxer.
  ///
  /// Must be closed before its source is.
  struct Container {
    let format: UnsafeMutablePointer<AVFormatContext>
    private let io: UnsafeMutablePointer<AVIOContext>

    /// Bytes per read: most tags fit, and unneeded bytes cost little.
    private static let bufferSize: Int32 = 16_384
    /// The limits of probing, in bytes and microseconds.
    private static let probeSize: Int64 = 1 << 20
    private static let probeDuration: Int64 = 2_000_000

    /// Opens with a named demuxer, or with the probed one.
    init(_ source: Source, _ path: FilePath, demuxer: String?) throws(MediaError) {
      let userdata = Unmanaged.passUnretained(source).toOpaque()
      guard let buffer = av_malloc(Int(Container.bufferSize)),
        let io = avio_alloc_context(
          buffer.assumingMemoryBound(to: UInt8.self), Container.bufferSize, 0, userdata,
          tagReaderRead, nil, tagReaderSeek),
        let format = avformat_alloc_context()
      else { throw .unreadable(path, code: tritone_averror(12)) }
      format.pointee.pb = io
      format.pointee.interrupt_callback = AVIOInterruptCB(
        callback: tagReaderInterrupt, opaque: userdata)
      format.pointee.probesize = Container.probeSize
      format.pointee.max_analyze_duration = Container.probeDuration
      // A file that refers to others (a playlist in disguise) gets none of them.
      format.pointee.protocol_whitelist = av_strdup("none")
      AllowedFormats.restrict(format, to: AllowedFormats.containers)
      var opened: UnsafeMutablePointer<AVFormatContext>? = format
      let name = demuxer == nil ? path.fileExtension.isEmpty ? "" : "x.\(path.fileExtension)" : ""
      let code = avformat_open_input(
        &opened, name, demuxer.flatMap { av_find_input_format($0) }, nil)
      guard code >= 0, let opened else {
        Container.free(io)
        if source.isLate { throw .timedOut(.file(path)) }
        throw .noAudio(.file(path), code: code)
      }
      self.format = opened
      self.io = io
    }

    func close() {
      var closing: UnsafeMutablePointer<AVFormatContext>? = format
      avformat_close_input(&closing)
      Container.free(io)
    }

    private static func free(_ io: UnsafeMutablePointer<AVIOContext>) {
      // FFmpeg may have replaced the buffer.
      av_freep(&io.pointee.buffer)
      var freeing: UnsafeMutablePointer<AVIOContext>? = io
      avio_context_free(&freeing)
    }

    /// Reads packets until the streams are known; FFmpeg's code, negative for a failure.
    func findStreams() -> Int32 {
      AllowedFormats.hidePictures(format)
      return avformat_find_stream_info(format, nil)
    }

    private var streams: [UnsafeMutablePointer<AVStream>] {
      (0..<Int(format.pointee.nb_streams)).compactMap { format.pointee.streams[$0] }
    }

    var audioStream: UnsafeMutablePointer<AVStream>? {
      streams.first { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
    }

    var hasDecoder: Bool {
      audioStream.map { avcodec_find_decoder($0.pointee.codecpar.pointee.codec_id) != nil } ?? false
    }

    /// The tags of the container, then of the audio stream, as in Ogg. Tags already in `fields`
    /// take precedence.
    func tags(after fields: TagFields) -> Tags {
      var fields = fields
      fields.startBlock()
      fields.read(format.pointee.metadata)
      if let audioStream {
        fields.startBlock()
        fields.read(audioStream.pointee.metadata)
      }
      return fields.tags(
        isOpus: audioStream?.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_OPUS)
    }

    /// The most bytes and packets hashed.
    private static let hashed = 32_768
    private static let maximumPackets = 4_096

    /// The hash of the audio stream's first packets; reads on in the file.
    func audioHash() -> Int64? {
      guard let audioStream, let packet = av_packet_alloc() else { return nil }
      var freeing: UnsafeMutablePointer<AVPacket>? = packet
      defer { av_packet_free(&freeing) }
      var hash = AudioHash(seed: 3)
      var left = Container.hashed
      for _ in 0..<Container.maximumPackets {
        guard left > 0, av_read_frame(format, packet) >= 0 else { break }
        defer { av_packet_unref(packet) }
        guard packet.pointee.stream_index == audioStream.pointee.index,
          let data = packet.pointee.data
        else { continue }
        let count = min(left, Int(max(0, packet.pointee.size)))
        hash.add(ByteView(data, count: count))
        left -= count
      }
      return left < Container.hashed ? hash.value : nil
    }

    /// The properties in the headers, or nil without an audio stream.
    func audioProperties(size: Int64) -> AudioProperties? {
      guard let stream = audioStream, let parameters = stream.pointee.codecpar else { return nil }
      let codec = parameters.pointee
      var audio = AudioProperties()
      if codec.codec_id != AV_CODEC_ID_NONE {
        audio.codec = String(cString: avcodec_get_name(codec.codec_id))
      }
      audio.container =
        String(cString: format.pointee.iformat.pointee.name)
        .prefix { $0 != "," }.description
      audio.sampleRate = Int(max(0, codec.sample_rate))
      audio.channels = Int(max(0, codec.ch_layout.nb_channels))
      audio.bitDepth = bitDepth(codec)
      let header = StreamHeader(codec)
      if let header {
        audio.sampleRate = header.sampleRate
        audio.channels = header.channels
        audio.bitDepth = header.bitDepth
      }
      if audio.codec.hasPrefix("dsd_") {
        // FFmpeg counts bytes of eight samples.
        audio.sampleRate *= 8
        audio.bitDepth = 1
      }
      audio.duration = duration(stream, size: size)
      audio.bitRate = bitRate(codec, duration: audio.duration, size: size)
      audio.hasArt = streams.contains {
        $0.pointee.disposition & Int32(AV_DISPOSITION_ATTACHED_PIC) != 0
      }
      return audio
    }

    private func duration(_ stream: UnsafeMutablePointer<AVStream>, size: Int64) -> Duration? {
      let unknown = tritone_no_pts()
      var microseconds = format.pointee.duration
      let base = stream.pointee.time_base
      if microseconds == unknown || microseconds <= 0 {
        guard stream.pointee.duration != unknown, stream.pointee.duration > 0, base.den > 0 else {
          return nil
        }
        microseconds = av_rescale_q(
          stream.pointee.duration, base, AVRational(num: 1, den: 1_000_000))
      }
      guard microseconds > 0 else { return nil }
      guard PlausibleRange.isLength(seconds: microseconds / 1_000_000, size: size) else {
        return nil
      }
      return .microseconds(microseconds)
    }

    private func bitRate(_ codec: AVCodecParameters, duration: Duration?, size: Int64) -> Int? {
      if codec.bit_rate > 0 { return Int(codec.bit_rate) }
      guard let seconds = duration?.seconds, seconds > 0 else { return nil }
      return PlausibleRange.bitRate(size: size, seconds: seconds)
    }

    private func bitDepth(_ codec: AVCodecParameters) -> Int? {
      guard let properties = avcodec_descriptor_get(codec.codec_id)?.pointee.props,
        properties & Int32(AV_CODEC_PROP_LOSSLESS) != 0
      else { return nil }
      let bits =
        codec.bits_per_raw_sample > 0 ? codec.bits_per_raw_sample : codec.bits_per_coded_sample
      return bits > 0 ? Int(bits) : nil
    }
  }
}

/// The codec's private header, where FFmpeg would have to decode.
private struct StreamHeader {
  var sampleRate: Int
  var channels: Int
  var bitDepth: Int

  init?(_ codec: AVCodecParameters) {
    guard let data = codec.extradata else { return nil }
    let bytes = ByteView(data, count: Int(codec.extradata_size))
    switch codec.codec_id {
    case AV_CODEC_ID_FLAC where bytes.count >= 18:
      let info = FLACStreamInfo(bytes)
      (sampleRate, channels, bitDepth) = (info.sampleRate, info.channels, info.bitDepth)
    case AV_CODEC_ID_ALAC where bytes.count >= 36:
      // Behind the 12 bytes of its box.
      let config = ALACConfig(bytes.from(12))
      (sampleRate, channels, bitDepth) = (config.sampleRate, config.channels, config.bitDepth)
    default: return nil
    }
    guard sampleRate > 0, channels > 0 else { return nil }
  }
}

extension TagFields {
  private static let maximumEntries = 10_000

  /// Reads FFmpeg's dictionary, mostly with FFmpeg's own names.
  fileprivate mutating func read(_ dictionary: OpaquePointer?) {
    var previous: UnsafeMutablePointer<AVDictionaryEntry>?
    for _ in 0..<TagFields.maximumEntries {
      guard let entry = av_dict_get(dictionary, "", previous, Int32(AV_DICT_IGNORE_SUFFIX)) else {
        return
      }
      previous = entry
      guard let key = entry.pointee.key, let value = entry.pointee.value,
        let name = TagName(TagFields.view(key, longest: 64))
      else { continue }
      add(name, TagFields.view(value, longest: TagFields.maximumLength + 64))
    }
  }

  private static func view(_ text: UnsafePointer<CChar>, longest: Int) -> ByteView {
    let bytes = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
    return ByteView(bytes, count: strnlen(text, longest + 1))
  }
}
