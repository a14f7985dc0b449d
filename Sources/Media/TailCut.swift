import CFFmpeg

/// Where AAC in MP4 ends, which FFmpeg 5.1 leaves to its caller: it plays the encoder's padding.
enum TailCut {
  /// The number of frames of the whole file, nil where decoding to the end is right.
  static func frames(
    of file: MediaFile, _ stream: UnsafeMutablePointer<AVStream>, rate: Int
  ) -> Int64? {
    guard stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_AAC,
      let container = file.format.pointee.iformat?.pointee.name,
      String(cString: container).hasPrefix("mov")
    else { return nil }
    if let total = smoothTotal(file.format.pointee.metadata)
      ?? smoothTotal(stream.pointee.metadata)
    {
      return total
    }
    // Fragmented files say 0.
    guard stream.pointee.duration > 0 else { return nil }
    return av_rescale_q(
      stream.pointee.duration, stream.pointee.time_base, AVRational(num: 1, den: Int32(rate)))
  }

  /// The total of an iTunSMPB tag: "00000000 <delay> <padding> <total> ...", all hexadecimal.
  private static func smoothTotal(_ tags: OpaquePointer?) -> Int64? {
    guard let entry = av_dict_get(tags, "iTunSMPB", nil, 0), let value = entry.pointee.value else {
      return nil
    }
    let fields = String(cString: value).split(separator: " ")
    guard fields.count > 3, let total = Int64(fields[3], radix: 16), total > 0 else { return nil }
    return total
  }
}
