import CFFmpeg
import Glibc

extension Decoder {
  /// The most unconvertible sound in a row, in seconds; a file with more is invalid.
  private static let maximumRefused = 30.0

  /// Decodes the next block into `planes`, replacing the previous one; false at the end of the file
  /// or at `endFrame`.
  ///
  /// Blocks of an unconvertible rate or layout are skipped like damage, so that `position` runs
  /// ahead of the sound. Throws `.undecodable` if there are no others.
  package func decode(into planes: ChannelPlanes) throws(MediaError) -> Bool {
    var refused = 0.0
    while true {
      var isTaken = true
      let start = position
      let isThere = try decodeBlock {
        isTaken = planes.put($0, from: $1, length: $2)
        return true
      }
      guard isThere else {
        guard refused == 0 || planes.rate > 0 else { break }
        return false
      }
      if isTaken { return true }
      refused += Double(max(1, position - start)) / Double(max(1, rate))
      guard refused <= Self.maximumRefused else { break }
      if cancellation.isOver { throw file.failure(tritone_averror_exit()) }
    }
    throw .undecodable(source, code: tritone_averror(EINVAL))
  }
}
