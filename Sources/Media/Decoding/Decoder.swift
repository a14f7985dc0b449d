// One file's audio as blocks of PCM, head and tail trimmed, on a timeline of counted frames.
// Confined to one thread; only its cancellation may be used from others.
import CFFmpeg
import Glibc
package import Music

/// Decodes a file from any frame to its end, or a stream as it arrives.
package final class Decoder {
  package var source: MediaSource { file.source }
  package var cancellation: Cancellation { file.cancellation }
  /// Hz, of the file.
  package private(set) var rate = 0
  /// The next frame of `decode`, in frames of the file's rate.
  ///
  /// Counted, and corrected where timestamps show that damage has swallowed sound.
  package internal(set) var position: Int64 = 0
  /// The frame before which `decode` stops, at the file's rate; may be moved on without a gap.
  package var endFrame: Int64?
  /// Whether `decode` has returned the last frame of the file.
  package internal(set) var isAtEnd = false

  let file: MediaFile
  let stream: UnsafeMutablePointer<AVStream>
  var codec: UnsafeMutablePointer<AVCodecContext>
  var packet: UnsafeMutablePointer<AVPacket>?
  var frame: UnsafeMutablePointer<AVFrame>?
  /// Packets read but not decoded, in order.
  var waiting: [UnsafeMutablePointer<AVPacket>] = []
  /// The frames trimmed here and not by FFmpeg.
  private(set) var trimming: Trimming
  /// Whether FFmpeg trims by the encoder's tag.
  private(set) var isTrimmedByTag = false
  /// The timestamp of the file's first frame, the origin of seeking.
  private(set) var firstTimestamp: Int64 = 0
  /// The file's seek index, anchored to its timestamps.
  var anchor: IndexAnchor?
  /// An index that waits for a packet to be anchored at.
  var unanchored: SeekIndex?
  /// The timestamp of the first packet, before the first frame if that is trimmed.
  var firstPacketStamp: Int64?
  /// The exact number of frames by the index.
  var indexedFrames: Int64?
  /// Frames that FFmpeg trims in the middle because the header misstates the end; in numbers that
  /// include them.
  var trimmedGap: Range<Int64> = 0..<0
  /// Whether `frame` holds a decoded block that was not returned yet.
  var isHolding = false
  /// The frames of that block before a seek's target.
  var headSkip = 0
  var isFlushing = false
  var faults = DecodingFaults()
  var title: String?

  /// Opens the file and decodes its first block, so that an opened file is playable.
  ///
  /// `reading` reads a file's bytes, `lookUp` resolves the hosts of streams, `remote` opens tracks of
  /// servers.
  package init(
    _ source: MediaSource, cancellation: Cancellation = Cancellation(),
    lookUp: @escaping HostLookup = HostReach.lookUp,
    reading: @escaping FileReading = { pread($0, $1, $2, $3) },
    remote: @escaping RemoteOpening = MediaError.noServers
  ) throws(MediaError) {
    file = try MediaFile(
      source, cancellation: cancellation, lookUp: lookUp, reading: reading, remote: remote)
    let (stream, decoder) = try file.selectAudio()
    self.stream = stream
    trimming = Trimming(file, stream, rate: 1, isTrimmed: true)
    codec = try Self.openCodec(decoder, for: stream, of: source)
    packet = av_packet_alloc()
    frame = av_frame_alloc()
    try cancellation.limited(to: MediaFile.openingTime) { () throws(MediaError) in
      try decodeFirst()
    }
    file.prepareJumps(in: stream)
  }

  /// Opens a file.
  package convenience init(
    _ path: FilePath, cancellation: Cancellation = Cancellation(),
    reading: @escaping FileReading = { pread($0, $1, $2, $3) }
  ) throws(MediaError) {
    try self.init(.file(path), cancellation: cancellation, reading: reading)
  }

  deinit {
    forget(waiting.count)
    av_frame_free(&frame)
    av_packet_free(&packet)
    var closing: UnsafeMutablePointer<AVCodecContext>? = codec
    avcodec_free_context(&closing)
  }

  private static func openCodec(
    _ decoder: UnsafePointer<AVCodec>?, for stream: UnsafeMutablePointer<AVStream>,
    of source: MediaSource
  ) throws(MediaError) -> UnsafeMutablePointer<AVCodecContext> {
    guard let context = avcodec_alloc_context3(decoder) else {
      throw .undecodable(source, code: tritone_averror(ENOMEM))
    }
    avcodec_parameters_to_context(context, stream.pointee.codecpar)
    // Without the time base, the timestamps of trimmed blocks are wrong.
    context.pointee.pkt_timebase = stream.pointee.time_base
    context.pointee.thread_count = 1
    let opened = avcodec_open2(context, decoder, nil)
    guard opened >= 0 else {
      var closing: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&closing)
      throw .undecodable(source, code: opened)
    }
    return context
  }

  /// Channels of the first block.
  var decodedChannels: Int { Int(codec.pointee.ch_layout.nb_channels) }

  /// Replaces the codec by a fresh one.
  func reopenCodec() throws(MediaError) {
    let fresh = try Self.openCodec(codec.pointee.codec, for: stream, of: source)
    var closing: UnsafeMutablePointer<AVCodecContext>? = codec
    codec = fresh
    avcodec_free_context(&closing)
  }

  private func decodeFirst() throws(MediaError) {
    var refused: Int?
    isHolding = try receive()
    // Damage can be in front: blocks of an implausible rate are skipped.
    for _ in 0..<Self.maximumRefused {
      guard isHolding, let frame, !PlausibleRange.rates.contains(Int(frame.pointee.sample_rate))
      else {
        break
      }
      refused = Int(frame.pointee.sample_rate)
      av_frame_unref(frame)
      isHolding = try receive()
    }
    guard isHolding, let frame else {
      throw refused.map { .unplayableRate(source, hertz: $0) }
        ?? .undecodable(source, code: faults.lastCode)
    }
    // Of the block, not of the container: with SBR the two differ.
    rate = Int(frame.pointee.sample_rate)
    guard PlausibleRange.rates.contains(rate) else { throw .unplayableRate(source, hertz: rate) }
    // A start time here is the number of first frames that FFmpeg will skip.
    isTrimmedByTag = file.demuxer == "mp3" && stream.pointee.start_time > 0
    trimming = Trimming(file, stream, rate: rate, isTrimmed: isTrimmedByTag)
    firstTimestamp = PlausibleRange.bounded(
      (timestamp ?? 0) + timestampLength(of: trimming.encoderDelay))
    guard trimming.encoderDelay > 0 else { return }
    isHolding = false
    _ = try skip(to: 0, isFromStart: true, from: -trimming.encoderDelay)
  }

  /// Blocks at the start that may have an unplayable rate.
  private static let maximumRefused = 128

  /// The file's duration: exact if stated so or indexed, else an estimate; nil for streams, unknown
  /// and implausible lengths.
  package var duration: Duration? {
    let seconds: Double
    if let frames = [trimming.total, indexedFrames].compactMap(\.self).min() {
      seconds = Double(frames) / Double(rate)
    } else {
      guard !isStream || isSeekable, let said = saidSeconds else { return nil }
      seconds = said
    }
    return seconds <= Double(maximumSeconds) ? .seconds(seconds) : nil
  }

  /// The container's duration, unchecked.
  private var saidSeconds: Double? {
    let own = stream.pointee.duration
    if own > 0 {
      let base = stream.pointee.time_base
      return base.den > 0 ? Double(own) * Double(base.num) / Double(base.den) : nil
    }
    let whole = file.format.pointee.duration
    return whole > 0 ? Double(whole) / Double(AV_TIME_BASE) : nil
  }

  /// The longest possible duration in seconds: even silence takes a byte for each.
  var maximumSeconds: Int64 {
    min(file.fileStamp.map { max(1, $0.size) } ?? .max, PlausibleRange.maximumSeconds)
  }

  /// The position in seconds.
  package var time: Duration { .seconds(Double(position) / Double(rate)) }

  /// Decodes the next block into `resampler`; false at the end of the file or at `endFrame`.
  package func decode(into resampler: Resampler) throws(MediaError) -> Bool {
    try decodeBlock { resampler.put($0, from: $1, length: $2) }
  }

  /// Passes the next block to `put`: a decoded frame, the start in it, and the number of frames;
  /// false at the end of the file or at `endFrame`. Throws if `put` cannot convert it.
  func decodeBlock(
    _ put: (UnsafeMutablePointer<AVFrame>, Int, Int) -> Bool
  ) throws(MediaError) -> Bool {
    while !isAtEnd {
      if let endFrame, position >= endFrame { return false }
      if !isHolding {
        isHolding = try receive()
        if isHolding { correctPosition() } else { return try end() }
      }
      guard let frame, trimming.total.map({ position < $0 }) ?? true else { break }
      let start = headSkip
      let whole = Int(frame.pointee.nb_samples) - start
      let limit = max(position, min(trimming.total ?? .max, endFrame ?? .max))
      let length = min(whole, Int(min(Self.maximumAtOnce, limit - position)))
      // Frames behind `endFrame` stay until that moves.
      isHolding = length > 0 && length < whole
      headSkip = isHolding ? start + length : 0
      defer { if !isHolding { av_frame_unref(frame) } }
      guard length > 0 else { continue }
      guard put(frame, start, length) else {
        throw .undecodable(source, code: tritone_averror(EINVAL))
      }
      let blockRate = Int(frame.pointee.sample_rate)
      // The length of a block with an implausible rate is unknown.
      let isOfRate = blockRate == rate || !ChannelPlanes.rates.contains(blockRate)
      position += isOfRate ? Int64(length) : Int64(length * rate / max(1, blockRate))
      return true
    }
    isAtEnd = true
    return false
  }

  /// Frames of one block passed on at once, since resampling can multiply them by a thousand.
  private static let maximumAtOnce: Int64 = 8192

  /// Demuxers of the containers whose headers state the exact length.
  private static let exactContainers: Set<String> = [
    "flac", "wav", "w64", "mov", "aiff", "wv", "tta", "caf", "ape",
  ]

  /// Ends decoding. A file that has lost nearly all of its sound is a fault: as a track of no
  /// length, a repeated queue would spin over it for ever.
  private func end() throws(MediaError) -> Bool {
    isAtEnd = true
    guard Self.exactContainers.contains(file.demuxer), position < Int64(rate),
      let said = saidSeconds, said >= 2, said <= Double(PlausibleRange.maximumSeconds)
    else { return false }
    throw .cutOff(source, of: .seconds(said))
  }
}
