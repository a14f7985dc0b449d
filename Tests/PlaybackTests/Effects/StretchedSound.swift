@testable import Playback

/// A `Stretcher` with its pointer and its input.
final class StretchedSound {
  let stretcher: UnsafeMutablePointer<Stretcher>
  let input: [Float]
  /// Frames put in.
  private(set) var put = 0
  /// All output taken so far.
  private(set) var out: [Float] = []
  /// The position of every frame taken; exact for the first of each piece.
  private(set) var positions: [Double] = []

  init(_ input: [Float] = [], rate: Int, speed: Double = 1) {
    self.input = input
    stretcher = .allocate(capacity: 1)
    stretcher.initialize(to: Stretcher(rate: rate))
    stretchSetSpeed(stretcher, speed)
  }

  deinit {
    stretcher.deinitialize(count: 1)
    stretcher.deallocate()
  }

  var frames: Int { out.count / 2 }
  var position: Double { stretchPosition(stretcher) }
  /// The largest error of a sound's last join, in frames: a hop and an overlap.
  var window: Double { Double(stretcher.pointee.hop + stretcher.pointee.overlap) }

  func setSpeed(_ speed: Double) { stretchSetSpeed(stretcher, speed) }

  /// Takes `count` frames, feeding just the input they need; fewer at the end of the input, which
  /// is then flushed. Returns the number taken.
  @discardableResult
  func receive(_ count: Int) -> Int {
    var done = 0
    var piece = [Float](repeating: 0, count: count * 2)
    while done < count {
      let before = position
      let wanted = stretchInputWanted(stretcher, outFrames: count - done)
      let fed = feed(min(wanted, stretchRoom(stretcher)))
      if put == input.count / 2 { stretchFinish(stretcher) }
      let got = piece.withUnsafeMutableBufferPointer {
        // because a count of frames above 0 has memory
        stretchTake(stretcher, $0.baseAddress! + done * 2, count - done)
      }
      let step = (position - before) / Double(max(1, got))
      for index in 0..<got { positions.append(before + Double(index) * step) }
      done += got
      if got == 0, fed == 0 { break }
    }
    out += piece.prefix(done * 2)
    return done
  }

  /// Takes all remaining frames, in blocks of `size`.
  func takeAll(_ size: Int = 512) {
    while receive(size) == size {}
  }

  private func feed(_ count: Int) -> Int {
    let taken = input.withUnsafeBufferPointer {
      // because no caller feeds an empty input
      stretchPut(stretcher, $0.baseAddress! + put * 2, min(count, input.count / 2 - put))
    }
    put += taken
    return taken
  }
}
