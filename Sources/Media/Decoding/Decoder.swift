// One file's audio as blocks of PCM, head and tail trimmed, on a timeline of counted frames.
// Confined to one thread; only the cancellation it was given may be used from others.
import CFFmpeg
import Glibc
package import Music

/// Decodes a file from any frame on to its end, or a stream as it comes.
package final class Decoder {
  package var source: MediaSource { file.source }
  package var cancellation: Cancellation { file.cancellation }
  /// Hz, of the file.
  package private(set) var rate = 0
  /// The next frame that `decode` gives, in frames of the file's rate.
  ///
  /// Counted, and put right where the file's own stamps show that damage has swallowed sound.
  package internal(set) var position: Int64 = 0
  /// Where `decode` stops, in frames of the file's rate; moved further, it goes on without a seam.
  package var endFrame: Int64?
  /// Whether `decode` has given the last frame of the file.
  package internal(set) var isAtEnd = false

  let file: MediaFile
  let stream: UnsafeMutablePointer<AVStream>
  var codec: UnsafeMutablePointer<AVCodecContext>
  var packet: UnsafeMutablePointer<AVPacket>?
  var frame: UnsafeMutablePointer<AVFrame>?
  /// Packets that were read and not decoded yet, in their order.
  var waiting: [UnsafeMutablePointer<AVPacket>] = []
  /// What is cut off here and not by FFmpeg.
  private(set) var trimming: Trimming
  /// Whether FFmpeg cuts off what the encoder's tag says.
  private(set) var isTrimmedByTag = false
  /// The stamp of the file's first frame, from which seeking counts.
  private(set) var firstTimestamp: Int64 = 0
  /// What the file was scanned for, brought together with its stamps.
  var anchor: IndexAnchor?
  /// An index that waits for a packet which it knows.
  var unanchored: SeekIndex?
  /// The stamp of the first packet, which is before the first frame where that is cut off.
  var firstPacketStamp: Int64?
  /// The number of frames by the index, exactly.
  var indexedFrames: Int64?
  /// Frames that FFmpeg leaves out in the middle, since the file's header lies about its end; in
  /// numbers that still count them.
  var trimmedGap: Range<Int64> = 0..<0
  /// Whether `frame` is a block that was decoded and not given out yet.
  var isHolding = false
  /// How much of that block lies before where a seek went.
  var headSkip = 0
  var isFlushing = false
  var faults = DecodingFaults()
  var title: String?

  /// Opens the file and decodes its first block, so that what opens can also be heard.
  ///
  /// `reading` is how a file's bytes are read, `lookUp` how the hosts of streams are found.
  package init(
    _ source: MediaSource, cancellation: Cancellation = Cancellation(),
    lookUp: @escaping HostLookup = HostReach.lookUp,
    reading: @escaping FileReading = { pread($0, $1, $2, $3) }
  ) throws(MediaError) {
    file = try MediaFile(source, cancellation: cancellation, lookUp: lookUp, reading: reading)
    let (stream, decoder) = try file.selectAudio()
    self.stream = stream
    trimming = Trimming(file, stream, rate: 1, isTrimmed: true)
    codec = try Self.openCodec(decoder, for: stream, of: source)
    packet = av_packet_alloc()
    frame = av_frame_alloc()
    try cancellation.limited(to: MediaFile.openingTime) { () throws(MediaError) in
      try decodeFirst()
    }
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
    // Without it the stamps of trimmed blocks are wrong.
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

  /// Gives the codec up for one that has heard nothing yet.
  func reopenCodec() throws(MediaError) {
    let fresh = try Self.openCodec(codec.pointee.codec, for: stream, of: source)
    var closing: UnsafeMutablePointer<AVCodecContext>? = codec
    codec = fresh
    avcodec_free_context(&closing)
  }

  private func decodeFirst() throws(MediaError) {
    var refused: Int?
    isHolding = try receive()
    // Damage can be in front: blocks of a rate that nobody records at are passed over.
    for _ in 0..<Self.maximumRefused {
      guard isHolding, let frame, !Believable.rates.contains(Int(frame.pointee.sample_rate)) else {
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
    // Of the block, not of the container: the two differ where AAC carries half its band.
    rate = Int(frame.pointee.sample_rate)
    guard Believable.rates.contains(rate) else { throw .unplayableRate(source, hertz: rate) }
    // What is set there is how much of the first frames FFmpeg will skip.
    isTrimmedByTag = file.demuxer == "mp3" && stream.pointee.start_time > 0
    trimming = Trimming(file, stream, rate: rate, isTrimmed: isTrimmedByTag)
    firstTimestamp = Believable.bounded((timestamp ?? 0) + stampLength(of: trimming.encoderDelay))
    guard trimming.encoderDelay > 0 else { return }
    isHolding = false
    _ = try skip(to: 0, isFromStart: true, from: -trimming.encoderDelay)
  }

  /// Blocks at the start that may have a rate which cannot be played.
  private static let maximumRefused = 128

  /// How long the file is: exactly where it says so or an index is in use, else an estimate;
  /// nil where it says nothing, as a stream does, or more than a file of its size can hold.
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

  /// What the container says of its length, whatever that is.
  private var saidSeconds: Double? {
    let own = stream.pointee.duration
    if own > 0 {
      let base = stream.pointee.time_base
      return base.den > 0 ? Double(own) * Double(base.num) / Double(base.den) : nil
    }
    let whole = file.format.pointee.duration
    return whole > 0 ? Double(whole) / Double(AV_TIME_BASE) : nil
  }

  /// Seconds that the file can last: even silence takes a byte for each.
  var maximumSeconds: Int64 {
    min(file.fileStamp.map { max(1, $0.size) } ?? .max, Believable.maximumSeconds)
  }

  /// The position as time.
  package var time: Duration { .seconds(Double(position) / Double(rate)) }

  /// Puts the next block into `resampler`; false at the end of the file or at `endFrame`.
  package func decode(into resampler: Resampler) throws(MediaError) -> Bool {
    try decodeBlock { resampler.put($0, from: $1, length: $2) }
  }

  /// Hands the next block to `put`: a decoded frame, where in it to start, and how many frames to
  /// take; false at the end of the file or at `endFrame`. Throws where `put` cannot use it.
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
      // What lies behind `endFrame` is kept for when that moves.
      isHolding = length > 0 && length < whole
      headSkip = isHolding ? start + length : 0
      defer { if !isHolding { av_frame_unref(frame) } }
      guard length > 0 else { continue }
      guard put(frame, start, length) else {
        throw .undecodable(source, code: tritone_averror(EINVAL))
      }
      let blockRate = Int(frame.pointee.sample_rate)
      // How long a block of a rate that nobody has recorded is, nothing tells.
      let isOfRate = blockRate == rate || !ChannelPlanes.rates.contains(blockRate)
      position += isOfRate ? Int64(length) : Int64(length * rate / max(1, blockRate))
      return true
    }
    isAtEnd = true
    return false
  }

  /// Frames of one block that are handed on at once, since resampling can make a thousand of each.
  private static let maximumAtOnce: Int64 = 8192

  /// Demuxers of the containers whose headers say exactly how long the sound is.
  private static let exactContainers: Set<String> = [
    "flac", "wav", "w64", "mov", "aiff", "wv", "tta", "caf", "ape",
  ]

  /// There is nothing more to decode. A file that has lost nearly all of its sound is no track of no
  /// length, over which a repeated queue would run for ever: that is a fault.
  private func end() throws(MediaError) -> Bool {
    isAtEnd = true
    guard Self.exactContainers.contains(file.demuxer), position < Int64(rate),
      let said = saidSeconds, said >= 2, said <= Double(Believable.maximumSeconds)
    else { return false }
    throw .cutOff(source, of: .seconds(said))
  }
}
