import CFFmpeg
package import Music

extension Decoder {
  /// The file's loudness, nil for missing or implausible values.
  ///
  /// From the tags REPLAYGAIN_... in any case of letters, R128_... (RFC 7845, section 5.2.1), or
  /// the LAME header; iTunNORM is something else. Opus' own header gain is applied by decoding.
  package var replayGain: ReplayGain? {
    let tags = [file.format.pointee.metadata, stream.pointee.metadata]
    func text(_ name: String) -> String? {
      tags.lazy.compactMap { TagValue.text($0, name, longest: 64) }.first
    }
    let plain = ReplayGain(
      trackGain: text("REPLAYGAIN_TRACK_GAIN").flatMap(TagNumber.gain),
      trackPeak: text("REPLAYGAIN_TRACK_PEAK").flatMap(TagNumber.peak),
      albumGain: text("REPLAYGAIN_ALBUM_GAIN").flatMap(TagNumber.gain),
      albumPeak: text("REPLAYGAIN_ALBUM_PEAK").flatMap(TagNumber.peak))
    let broadcast = ReplayGain(
      trackGain: text("R128_TRACK_GAIN").flatMap(TagNumber.broadcastGain),
      albumGain: text("R128_ALBUM_GAIN").flatMap(TagNumber.broadcastGain))
    let isOpus = stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_OPUS
    let sources = (isOpus ? [broadcast, plain] : [plain, broadcast]) + [encodersGain]
    let gain = sources.reduce(into: ReplayGain()) { $0.fill(from: $1) }
    return gain == ReplayGain() ? nil : gain
  }

  /// The gains in the LAME header; FFmpeg stores those from tags in the same place.
  private var encodersGain: ReplayGain {
    var size = 0
    let names = ["TRACK_GAIN", "TRACK_PEAK", "ALBUM_GAIN", "ALBUM_PEAK"]
    guard file.demuxer == "mp3",
      !names.contains(where: {
        av_dict_get(file.format.pointee.metadata, "REPLAYGAIN_" + $0, nil, 0) != nil
      }),
      let data = av_stream_get_side_data(stream, AV_PKT_DATA_REPLAYGAIN, &size), size >= 16
    else { return ReplayGain() }
    // Four words: gains in 1/100000 dB, Int32.min for none; peaks in 1/100000 of full scale.
    let raw = UnsafeRawPointer(data)
    func gain(_ offset: Int) -> Double? {
      let number = raw.loadUnaligned(fromByteOffset: offset, as: Int32.self)
      return number == .min ? nil : TagNumber.gain(Double(number) / 100_000)
    }
    func peak(_ offset: Int) -> Double? {
      let number = raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      return number == 0 ? nil : TagNumber.peak(Double(number) / 100_000)
    }
    return ReplayGain(
      trackGain: gain(0), trackPeak: peak(4), albumGain: gain(8), albumPeak: peak(12))
  }
}
