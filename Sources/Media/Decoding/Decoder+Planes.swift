import CFFmpeg
import Glibc

extension Decoder {
  /// Seconds of blocks in a row that cannot be converted: a file that has more is not what it says.
  private static let maximumRefused = 30.0

  /// Puts the next block into `planes`, in the place of the one before; false at the end of the
  /// file or at `endFrame`.
  ///
  /// A block of a rate or with channels that nobody can convert is passed over as damage is, so that
  /// `position` is ahead of the sound by it. Throws `.undecodable` where there is nothing else.
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
