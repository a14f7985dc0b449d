import CFFmpeg
import Glibc
import Music

extension Decoder {
  /// The presentation timestamp of the block in `frame`, nil without one.
  var timestamp: Int64? {
    guard let frame else { return nil }
    let none = tritone_no_pts()
    let own = frame.pointee.pts
    if own != none { return PlausibleRange.bounded(own) }
    let guessed = frame.pointee.best_effort_timestamp
    return guessed == none ? nil : PlausibleRange.bounded(guessed)
  }

  /// Decodes one block into `frame`; false at the end.
  ///
  /// Damage is skipped, as long as sound comes between.
  func receive() throws(MediaError) -> Bool {
    while true {
      let received = avcodec_receive_frame(codec, frame)
      if received >= 0 {
        faults.noteSound(frame)
        return true
      }
      if received == tritone_averror_eof() { return false }
      if received == tritone_averror(EAGAIN) {
        if isFlushing { return false }
        try send()
      } else {
        try note(received)
      }
    }
  }

  /// Sends the decoder the next packet of the stream, or the end of the stream.
  private func send() throws(MediaError) {
    if let next = waiting.first {
      defer { forget(1) }
      return try give(next)
    }
    guard try readPacket() else {
      if faults.lastCode != tritone_averror_eof(), !faults.hasSound {
        throw file.failure(faults.lastCode)
      }
      isFlushing = true
      avcodec_send_packet(codec, nil)
      return
    }
    defer { av_packet_unref(packet) }
    try give(packet)
  }

  private func give(_ packet: UnsafeMutablePointer<AVPacket>?) throws(MediaError) {
    let sent = avcodec_send_packet(codec, packet)
    if sent < 0, sent != tritone_averror(EAGAIN) { try note(sent) }
  }

  /// Reads the next packet of the stream into `packet`; false at the end.
  func readPacket() throws(MediaError) -> Bool {
    while true {
      let read = av_read_frame(file.format, packet)
      if read < 0 {
        if read == tritone_averror_exit() || file.isOver {
          throw file.failure(read)
        }
        // An unplugged drive is neither damage nor an end.
        if let failure = file.readFailure(read) { throw failure }
        faults.lastCode = read
        faults.unread += 1
        // Some containers fail at damage and then go on, so one error is not the end.
        guard read == tritone_averror_eof() || faults.unread >= DecodingFaults.unreadLimit else {
          continue
        }
        return false
      }
      guard packet?.pointee.stream_index == stream.pointee.index else {
        av_packet_unref(packet)
        continue
      }
      faults.unread = 0
      if firstPacketStamp == nil, let dts = packet?.pointee.dts, dts != tritone_no_pts() {
        firstPacketStamp = PlausibleRange.bounded(dts)
      }
      noteTitle()
      return true
    }
  }

  private func note(_ code: Int32) throws(MediaError) {
    faults.lastCode = code
    faults.undecoded += 1
    if faults.isHopeless { throw .undecodable(source, code: code) }
    if file.isOver { throw file.failure(code) }
  }
}
