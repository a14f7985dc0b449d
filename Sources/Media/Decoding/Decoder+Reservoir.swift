// The bit reservoir of layer III: frames begin in the room left over by earlier frames. A seek
// enters early enough for the worst case, reads up to the target, and decodes only the last
// packets.
import CFFmpeg

extension Decoder {
  /// The most packets that a frame can depend on: twenty at the lowest bit rates.
  private static let maximumPassed = 48

  /// Reads up to the packet that holds `target`, and queues the packets that it depends on.
  func passOver(to target: Int64) throws(MediaError) {
    guard file.demuxer == "mp3", codec.pointee.codec_id == AV_CODEC_ID_MP3 else { return }
    while try readPacket() {
      guard let packet, let stored = av_packet_alloc() else { return }
      av_packet_move_ref(stored, packet)
      waiting.append(stored)
      let isTimed = stored.pointee.pts != tritone_no_pts() && stored.pointee.duration > 0
      // Without timestamps the distance is unknown, so everything is decoded.
      guard isTimed else { return }
      let end =
        PlausibleRange.bounded(stored.pointee.pts) + PlausibleRange.bounded(stored.pointee.duration)
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

  /// Drops the first of the queued packets.
  func forget(_ count: Int) {
    for packet in waiting.prefix(count) {
      var closing: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&closing)
    }
    waiting.removeFirst(min(count, waiting.count))
  }
}
