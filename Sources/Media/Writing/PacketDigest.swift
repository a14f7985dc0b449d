internal import CFFmpeg
internal import Music

/// A digest of everything that FFmpeg finds in a file but its tags: equal digests mean the same
/// sound, packet by packet, the same pictures and the same chapters.
struct PacketDigest: Equatable {
  private var streams: [Stream] = []
  private var chapters: [Chapter] = []
  /// The other tags, with names in lower case.
  private(set) var metadata: Set<String> = []

  private struct Stream: Equatable {
    var codec: UInt32
    var sampleRate: Int32
    var channels: Int32
    /// A hash of the codec's header.
    var header: Int
    var disposition: Int32
    var packets = 0
    var bytes = 0
    /// The chained hash of sizes, times and content.
    var hash = 0
  }

  private struct Chapter: Equatable {
    var start, end: Int64
    var base: Int32
    var title: String?
  }

  /// Reads a whole file with a named demuxer.
  ///
  /// - Parameter names: the tags that may differ, in lower case.
  init(
    descriptor: Int32, demuxer: String, without names: Set<String>, cancellation: Cancellation
  ) throws(MediaError) {
    // The open file, whatever its name is by now.
    let path = FilePath("/proc/self/fd/\(descriptor)")
    let input = try FileInput(path, cancellation: cancellation)
    guard let allocated = avformat_alloc_context() else { throw .undecodable(.file(path), code: 0) }
    allocated.pointee.pb = input.context
    // A file that refers to others gets none of them.
    allocated.pointee.protocol_whitelist = av_strdup("none")
    AllowedFormats.restrict(allocated, to: AllowedFormats.containers)
    var opened: UnsafeMutablePointer<AVFormatContext>? = allocated
    let code = avformat_open_input(&opened, "", av_find_input_format(demuxer), nil)
    guard code >= 0, let format = opened else { throw .noAudio(.file(path), code: code) }
    defer { withExtendedLifetime(input) { avformat_close_input(&opened) } }
    guard let packet = av_packet_alloc() else { throw .undecodable(.file(path), code: 0) }
    defer {
      var freed: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&freed)
    }
    // Attached pictures arrive as packets of their own streams.
    while true {
      let code = av_read_frame(format, packet)
      if cancellation.isOver { throw .cancelled }
      if code < 0 {
        guard code == tritone_averror_eof(), input.readError == 0 else {
          throw .unreadable(path, code: input.readError)
        }
        break
      }
      add(packet)
      av_packet_unref(packet)
    }
    for index in 0..<Int(format.pointee.nb_streams) {
      guard let stream = format.pointee.streams[index] else { continue }
      describe(stream)
      update(stream.pointee.metadata, "\(index)", without: names)
    }
    update(format.pointee.metadata, "", without: names)
    for index in 0..<Int(format.pointee.nb_chapters) {
      guard let chapter = format.pointee.chapters[index]?.pointee else { continue }
      chapters.append(
        Chapter(
          start: chapter.start, end: chapter.end, base: chapter.time_base.den,
          title: TagValue.text(chapter.metadata, "title")))
    }
  }

  /// Whether there is anything to compare.
  var hasPackets: Bool { streams.contains { $0.packets > 0 } }

  func hasSameSound(as other: PacketDigest) -> Bool {
    streams == other.streams && chapters == other.chapters
  }

  private mutating func grow(to index: Int) {
    while streams.count <= index {
      streams.append(Stream(codec: 0, sampleRate: 0, channels: 0, header: 0, disposition: 0))
    }
  }

  private mutating func add(_ packet: UnsafeMutablePointer<AVPacket>) {
    let index = Int(packet.pointee.stream_index)
    grow(to: index)
    let size = Int(packet.pointee.size)
    var hasher = Hasher()
    hasher.combine(streams[index].hash)
    hasher.combine(size)
    hasher.combine(packet.pointee.pts)
    hasher.combine(packet.pointee.duration)
    hasher.combine(bytes: UnsafeRawBufferPointer(start: packet.pointee.data, count: size))
    streams[index].hash = hasher.finalize()
    streams[index].packets += 1
    streams[index].bytes += size
  }

  private mutating func describe(_ stream: UnsafeMutablePointer<AVStream>) {
    let index = Int(stream.pointee.index)
    grow(to: index)
    let codec = stream.pointee.codecpar.pointee
    streams[index].codec = codec.codec_id.rawValue
    streams[index].sampleRate = codec.sample_rate
    streams[index].channels = codec.ch_layout.nb_channels
    streams[index].disposition = stream.pointee.disposition
    var hasher = Hasher()
    let header = UnsafeBufferPointer(
      start: codec.extradata, count: codec.extradata == nil ? 0 : Int(codec.extradata_size))
    for part in Self.parts(of: header, codec.codec_id) {
      hasher.combine(bytes: UnsafeRawBufferPointer(part))
    }
    streams[index].header = hasher.finalize()
  }

  /// The header without the tags, which in Vorbis are the second of its three packets.
  private static func parts(of header: UnsafeBufferPointer<UInt8>, _ codec: AVCodecID)
    -> [UnsafeBufferPointer<UInt8>]
  {
    guard codec == AV_CODEC_ID_VORBIS, header.first == 2 else { return [header] }
    // Xiph lacing: the sizes of all but the last, each in bytes of which 255 is not the last.
    var offset = 1
    var sizes: [Int] = []
    while sizes.count < 2 {
      var size = 0
      while offset < header.count, header[offset] == 255 {
        (size, offset) = (size + 255, offset + 1)
      }
      guard offset < header.count else { return [header] }
      sizes.append(size + Int(header[offset]))
      offset += 1
    }
    guard offset + sizes[0] + sizes[1] <= header.count else { return [header] }
    return [
      UnsafeBufferPointer(rebasing: header[offset..<offset + sizes[0]]),
      UnsafeBufferPointer(rebasing: header[(offset + sizes[0] + sizes[1])...]),
    ]
  }

  private mutating func update(_ tags: OpaquePointer?, _ offset: String, without names: Set<String>)
  {
    var previous: UnsafeMutablePointer<AVDictionaryEntry>?
    while let entry = av_dict_get(tags, "", previous, Int32(AV_DICT_IGNORE_SUFFIX)) {
      previous = entry
      let name = String(cString: entry.pointee.key).lowercased()
      guard !names.contains(name) else { continue }
      metadata.insert("\(offset):\(name)=" + String(cString: entry.pointee.value))
    }
  }
}
