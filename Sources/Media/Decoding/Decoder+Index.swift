import CFFmpeg
import Glibc

extension Decoder {
  /// Seeks by an index from now on, and takes the duration from it; false for an index of another
  /// file, or of the file as it was before it changed.
  @discardableResult
  package func use(_ index: SeekIndex) -> Bool {
    guard file.demuxer == (index.isADTS ? "aac" : "mp3"), file.fileStamp == index.file,
      !index.entries.isEmpty
    else { return false }
    anchor = nil
    indexedFrames = nil
    trimmedGap = 0..<0
    unanchored = index
    // FFmpeg has noted the packets it read so far; one of them has to be known to both.
    let noted = min(Int(avformat_index_get_entries_count(stream)), 4096)
    for number in 0..<noted {
      guard let entry = avformat_index_get_entry(stream, Int32(number)) else { break }
      if bringTogether(position: entry.pointee.pos, timestamp: entry.pointee.timestamp) { break }
    }
    return true
  }

  /// Ties the index that waits to a packet; false where it does not know the packet's position.
  @discardableResult
  private func bringTogether(position: Int64, timestamp: Int64) -> Bool {
    guard let index = unanchored,
      let anchor = IndexAnchor(
        index, position: position, timestamp: timestamp, base: stream.pointee.time_base,
        hidden: file.hidden)
    else { return false }
    self.anchor = anchor
    unanchored = nil
    let end = countedNumber(of: anchor.timestamp(ofTicks: index.end.ticks))
    trimmedGap = unheard(of: index, before: end)
    indexedFrames = max(0, end - Int64(trimmedGap.count))
    return true
  }

  /// The frames that FFmpeg leaves out because of the header: padding at the end, if it is true.
  private func unheard(of index: SeekIndex, before end: Int64) -> Range<Int64> {
    guard isTrimmedByTag, let padding = index.tag?.padding(index.samplesPerFrame) else {
      return 0..<0
    }
    // It counts from the first packet on, which has the stamp 0.
    let start = countedNumber(of: 0)
    let lower = max(0, padding.lowerBound + start)
    return lower < end ? lower..<max(lower, min(end, padding.upperBound + start)) : 0..<0
  }

  /// Puts the position right where it is off by more than 50 ms; no silence is put in.
  ///
  /// Less than that is left alone: stamps are rounded, and counted frames are not.
  func correctPosition() {
    guard let frame else { return }
    // The stamps of the first blocks are changed where their start is cut off.
    if unanchored != nil, position > Int64(rate) {
      bringTogether(position: frame.pointee.pkt_pos, timestamp: frame.pointee.pkt_dts)
    }
    guard let number = trueNumber(frame), abs(number - position) > Int64(rate / 20) else { return }
    // A chained Ogg starts to count anew with each of its parts.
    if file.demuxer == "ogg", number < position { return }
    // Later than the file can last is damage to the stamp, not to the sound.
    guard number / Int64(rate) <= maximumSeconds else { return }
    position = max(0, number)
  }

  /// The number of the block's first frame by what does not depend on counting.
  private func trueNumber(_ frame: UnsafeMutablePointer<AVFrame>) -> Int64? {
    guard file.hasReliableStamps, let timestamp else { return nil }
    guard let anchor else { return frameNumber(of: timestamp) }
    // Where FFmpeg took garbage for frames it counted that too, and the index did not.
    guard position > Int64(rate) else { return nil }
    return anchor.timestamp(atPosition: frame.pointee.pkt_pos).map(frameNumber(of:))
  }
}
