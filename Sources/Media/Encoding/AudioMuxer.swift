internal import CFFmpeg
internal import Music

/// One open audio file: a container with an audio stream and perhaps a picture.
///
/// Belongs to one thread.
final class AudioMuxer {
  private var container: UnsafeMutablePointer<AVFormatContext>?
  private var sound: UnsafeMutablePointer<AVStream>?
  private let sink: FileSink
  /// The time base of incoming packets.
  private let packetTimeBase: AVRational

  /// Writes the headers; `target` is the file's final name.
  init(
    to file: NewFile, named target: FilePath, format: AudioFileWriter.Format,
    encoder: AudioEncoder,
    pairs: [(name: String, value: String)], cover: CoverPicture?
  ) throws(CodecFault) {
    packetTimeBase = encoder.context?.pointee.time_base ?? AVRational(num: 1, den: 1)
    sink = try FileSink(file)
    // Some muxers check the extension; the temporary name would fail.
    let allocated = target.withCString {
      avformat_alloc_output_context2(&container, nil, format.muxerName, $0)
    }
    try CodecFault.check(allocated)
    guard let container else { throw .outOfMemory }
    container.pointee.flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO
    container.pointee.pb = sink.context
    try addSound(to: container, encoder: encoder)
    try addTags(pairs, to: container, format: format, cover: cover)
    let picture = format.holdsPictureStream && cover != nil ? try addPicture(to: container) : nil
    if let picture, let cover { try describe(picture, as: cover) }
    try writeHeader(of: container, format: format, isTagged: !pairs.isEmpty || cover != nil)
    if let picture, let cover { try write(cover, into: picture) }
  }

  deinit { close() }

  /// Writes one audio packet and leaves it empty.
  func write(_ packet: UnsafeMutablePointer<AVPacket>) throws(CodecFault) {
    guard let sound else { return }
    packet.pointee.stream_index = sound.pointee.index
    av_packet_rescale_ts(packet, packetTimeBase, sound.pointee.time_base)
    try CodecFault.check(av_interleaved_write_frame(container, packet))
  }

  /// Completes the headers.
  func finish() throws(CodecFault) {
    guard let container else { return }
    try CodecFault.check(av_write_trailer(container))
    try sink.flush()
    close()
  }

  /// Closes the file, finished or not.
  func close() {
    guard let container else { return }
    avformat_free_context(container)
    self.container = nil
    sound = nil
  }

  private func addSound(
    to container: UnsafeMutablePointer<AVFormatContext>, encoder: AudioEncoder
  ) throws(CodecFault) {
    guard let stream = avformat_new_stream(container, nil) else { throw .outOfMemory }
    sound = stream
    stream.pointee.time_base = packetTimeBase
    try CodecFault.check(avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context))
  }

  private func addTags(
    _ pairs: [(name: String, value: String)], to container: UnsafeMutablePointer<AVFormatContext>,
    format: AudioFileWriter.Format, cover: CoverPicture?
  ) throws(CodecFault) {
    guard format.keepsTagsOnStream, let sound else {
      for (name, value) in pairs {
        try CodecFault.check(av_dict_set(&container.pointee.metadata, name, value, 0))
      }
      return
    }
    for (name, value) in pairs {
      try CodecFault.check(av_dict_set(&sound.pointee.metadata, name, value, 0))
    }
    if let comment = cover?.vorbisComment {
      let name = "METADATA_BLOCK_PICTURE"
      try CodecFault.check(av_dict_set(&sound.pointee.metadata, name, comment, 0))
    }
  }

  private func addPicture(
    to container: UnsafeMutablePointer<AVFormatContext>
  ) throws(CodecFault) -> UnsafeMutablePointer<AVStream> {
    guard let stream = avformat_new_stream(container, nil) else { throw .outOfMemory }
    stream.pointee.disposition = AV_DISPOSITION_ATTACHED_PIC
    stream.pointee.time_base = AVRational(num: 1, den: 90_000)
    // The muxers take the picture type from the stream's comment.
    try CodecFault.check(av_dict_set(&stream.pointee.metadata, "comment", "Cover (front)", 0))
    return stream
  }

  private func describe(
    _ stream: UnsafeMutablePointer<AVStream>, as cover: CoverPicture
  ) throws(CodecFault) {
    guard let parameters = stream.pointee.codecpar else { throw .outOfMemory }
    parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    parameters.pointee.codec_id = cover.codec
    parameters.pointee.width = Int32(clamping: cover.width)
    parameters.pointee.height = Int32(clamping: cover.height)
  }

  private func writeHeader(
    of container: UnsafeMutablePointer<AVFormatContext>, format: AudioFileWriter.Format,
    isTagged: Bool
  ) throws(CodecFault) {
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    if format == .aiff { try CodecFault.check(av_dict_set(&options, "write_id3v2", "1", 0)) }
    // Without tags there is no empty tag either.
    if format == .mp3, !isTagged {
      try CodecFault.check(av_dict_set(&options, "id3v2_version", "0", 0))
    }
    // Beyond 4 GB, and only then, the lengths have 64 bits (EBU Tech 3306).
    if format.muxerName == "wav" { try CodecFault.check(av_dict_set(&options, "rf64", "auto", 0)) }
    try CodecFault.check(avformat_write_header(container, &options))
  }

  private func write(
    _ cover: CoverPicture, into stream: UnsafeMutablePointer<AVStream>
  ) throws(CodecFault) {
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    guard let picture = packet else { throw .outOfMemory }
    try CodecFault.check(av_new_packet(picture, Int32(clamping: cover.bytes.count)))
    picture.pointee.data.update(from: cover.bytes, count: cover.bytes.count)
    picture.pointee.stream_index = stream.pointee.index
    picture.pointee.flags |= AV_PKT_FLAG_KEY
    picture.pointee.pts = 0
    picture.pointee.dts = 0
    try CodecFault.check(av_interleaved_write_frame(container, picture))
  }
}
