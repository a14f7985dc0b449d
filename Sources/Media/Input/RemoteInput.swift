import CFFmpeg
import Glibc
import Music

/// A track of a server.
final class RemoteInput: SoundInput {
  private let address: ServerTrackAddress
  private let sound: any RemoteSound

  /// - Parameter open: may block until the size is known.
  init(
    _ address: ServerTrackAddress, cancellation: Cancellation, open: RemoteOpening
  ) throws(MediaError) {
    self.address = address
    sound = try open(address, cancellation)
    super.init(
      .server(address), cancellation: cancellation,
      stamp: FileStamp(size: sound.size ?? .max, modified: 0))
    if sound.size != nil { correctHeader() }
    makeContext()
  }

  deinit { sound.close() }

  override func read(_ buffer: UnsafeMutableRawPointer?, _ count: Int, at offset: Int64) -> Int {
    guard let buffer, count > 0 else { return 0 }
    return sound.read(into: buffer, count: count, at: offset, cancellation: cancellation)
  }

  override var size: Result<Int64, SizeFault> {
    sound.size.map { .success($0) } ?? .failure(SizeFault(code: ENOSYS))
  }

  override var isSeekable: Bool { sound.size != nil }

  override func failure(errno code: Int32) -> MediaError {
    if cancellation.isCancelled { return .cancelled }
    if cancellation.isLate { return .timedOut(source) }
    return .server(address, sound.fault ?? .unreachable)
  }

  var isWhole: Bool { sound.size.map { sound.holds(0..<$0) } ?? false }

  func holds(_ range: Range<Int64>) -> Bool { sound.holds(range) }

  func expect(_ range: Range<Int64>, isGuess: Bool) { sound.expect(range, isGuess: isGuess) }

  func fetchBeside(_ ranges: [Range<Int64>]) { sound.fetchBeside(ranges) }

  /// Whether the bytes before an offset are there, with some behind for a wrong guess.
  func holds(upTo offset: Int64) -> Bool {
    guard let size = sound.size else { return false }
    let offset = max(0, min(offset, size))
    let margin = min(size - offset, offset / 8 + Int64(Self.bufferSize))
    return sound.holds(0..<offset + margin)
  }
}
