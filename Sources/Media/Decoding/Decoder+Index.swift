import CFFmpeg
import Glibc

extension Decoder {
  /// Uses an index for seeking and for the duration; false for the index of another file, or of an
  /// older version of this one.
  @discardableResult
  package func use(_ index: SeekIndex) -> Bool {
    guard file.demuxer == (index.isADTS ? "aac" : "mp3"), file.fileStamp == index.file,
      !index.entries.isEmpty
    else { return false }
    anchor = nil
    indexedFrames = nil
    trimmedGap = 0..<0
    unanchored = index
    // FFmpeg has indexed the packets read so far; one of them has to be in our index too.
    let noted = min(Int(avformat_index_get_entries_count(stream)), 4096)
    for number in 0..<noted {
      guard let entry = avformat_index_get_entry(stream, Int32(number)) else { break }
      if anchor(position: entry.pointee.pos, timestamp: entry.pointee.timestamp) { break }
    }
    return true
  }

  /// Anchors the pending index at a packet; false if the index lacks its position.
  @discardableResult
  private func anchor(position: Int64, timestamp: Int64) -> Bool {
    guard let index = unanchored,
      let anchor = IndexAnchor(
        index, position: position, timestamp: timestamp, base: stream.pointee.time_base,
        hidden: file.hidden)
    else { return false }
    self.anchor = anchor
    unanchored = nil
    let end = countedNumber(of: anchor.timestamp(ofTicks: index.end.ticks))
    trimmedGap = padding(of: index, before: end)
    indexedFrames = max(0, end - Int64(trimmedGap.count))
    return true
  }

  /// The frames that FFmpeg trims because of the header: padding at the end, if the header is true.
  private func padding(of index: SeekIndex, before end: Int64) -> Range<Int64> {
    guard isTrimmedByTag, let padding = index.tag?.padding(index.samplesPerFrame) else {
      return 0..<0
    }
    // The padding counts from the first packet on, whose timestamp is 0.
    let start = countedNumber(of: 0)
    let lower = max(0, padding.lowerBound + start)
    return lower < end ? lower..<max(lower, min(end, padding.upperBound + start)) : 0..<0
  }

  /// Corrects the position if it is off by more than 50 ms; no silence is inserted.
  ///
  /// Smaller differences are ignored: timestamps are rounded, and counted frames are not.
  func correctPosition() {
    guard let frame else { return }
    // The first blocks have adjusted timestamps where their start is trimmed.
    if unanchored != nil, position > Int64(rate) {
      anchor(position: frame.pointee.pkt_pos, timestamp: frame.pointee.pkt_dts)
    }
    guard let number = trueNumber(frame), abs(number - position) > Int64(rate / 20) else { return }
    // A chained Ogg restarts its timestamps with each part.
    if file.demuxer == "ogg", number < position { return }
    // A timestamp beyond the possible length of the file is damaged.
    guard number / Int64(rate) <= maximumSeconds else { return }
    position = max(0, number)
  }

  /// The number of the block's first frame by the index or the timestamps.
  private func trueNumber(_ frame: UnsafeMutablePointer<AVFrame>) -> Int64? {
    guard file.hasReliableTimestamps, let timestamp else { return nil }
    guard let anchor else { return frameNumber(of: timestamp) }
    // FFmpeg counts garbage that it took for frames, which the index does not.
    guard position > Int64(rate) else { return nil }
    return anchor.timestamp(atPosition: frame.pointee.pkt_pos).map(frameNumber(of:))
  }
}
