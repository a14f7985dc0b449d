// Frames of layer III begin in the room that frames before them left over. A seek enters far enough
// before its target for the worst case; what is in between is read, and only the end of it decoded.
import CFFmpeg

extension Decoder {
  /// More packets than a frame can reach back through: twenty at the lowest bit rates.
  private static let maximumPassed = 48

  /// Reads up to the packet that holds `target` and keeps, to be decoded, those that its sound
  /// depends on.
  func passOver(to target: Int64) throws(MediaError) {
    guard file.demuxer == "mp3", codec.pointee.codec_id == AV_CODEC_ID_MP3 else { return }
    while try readPacket() {
      guard let packet, let stored = av_packet_alloc() else { return }
      av_packet_move_ref(stored, packet)
      waiting.append(stored)
      let isTimed = stored.pointee.pts != tritone_no_pts() && stored.pointee.duration > 0
      // Without a time nothing is known of what lies between, so all of it is decoded.
      guard isTimed else { return }
      let end = Believable.bounded(stored.pointee.pts) + Believable.bounded(stored.pointee.duration)
      if frameNumber(of: end) > target { break }
      if waiting.count > Self.maximumPassed { forget(1) }
    }
    let frames = waiting.map { packet in
      packet.pointee.data.flatMap {
        LayerThreeFrame(ByteView($0, count: Int(packet.pointee.size)))
      }
    }
    if let start = LayerThreeFrame.start(of: frames) { forget(start) }
  }

  /// Gives up the first of the packets that wait to be decoded.
  func forget(_ count: Int) {
    for packet in waiting.prefix(count) {
      var closing: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&closing)
    }
    waiting.removeFirst(min(count, waiting.count))
  }
}
