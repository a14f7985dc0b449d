import Synchronization
import Testing

@testable import Playback

@Suite("Ring")
struct RingTests {
  private let ring = Ring()

  private func append(_ numbers: Range<Int>) {
    let samples = numbers.flatMap { [Float($0), Float(-$0)] }
    ringAppend(ring.memory, samples, numbers.count)
  }

  private func receive(_ count: Int) -> [Int] {
    let out = ring.receive(count)
    return (0..<out.count / 2).map { Int(out[$0 * 2]) }
  }

  @Test("gives back what was put in, across its end as well")
  func wraps() {
    var (put, taken) = (0, 0)
    for _ in 0..<300 {
      append(put..<put + 4999)
      put += 4999
      let got = receive(4999)
      #expect(got == Array(taken..<taken + 4999))
      taken += got.count
    }
    #expect(put > RingMemory.capacity)
    #expect(receive(1).isEmpty)
  }

  @Test("what was not claimed can be taken back, what was claimed cannot")
  func cut() {
    append(0..<1000)
    #expect(receive(300) == Array(0..<300))
    #expect(!ringCut(ring.memory, 299))
    #expect(!ringCut(ring.memory, 1001))
    #expect(ringCut(ring.memory, 500))
    append(7000..<7010)
    #expect(receive(1000) == Array(300..<500) + Array(7000..<7010))
  }

  @Test("the playing end can go ahead, and back as far as nothing was overwritten")
  func skip() {
    append(0..<1000)
    #expect(ringSkip(ring.memory, 900))
    #expect(receive(50) == Array(900..<950))
    #expect(ringSkip(ring.memory, 10))
    #expect(receive(5) == Array(10..<15))
    #expect(!ringSkip(ring.memory, 1001))
  }

  @Test("what was decoded for another order is played only after the jump to it")
  func discontinuity() {
    append(0..<1000)
    ring.memory.pointee.discontinuity.store(1 << 32 | 600, ordering: .releasing)
    #expect(receive(1000) == Array(0..<600))
    #expect(receive(1000).isEmpty)
    ringPassFence(ring.memory, at: 599)
    #expect(receive(1000).isEmpty)
    ringPassFence(ring.memory, at: 600)
    #expect(receive(1000) == Array(600..<1000))
  }

  @Test("frame numbers go on where the 32 bits of the ring start anew")
  func numbers() {
    let frame: FrameNumber = (3 << 32) - 1
    #expect(frame.nearest(UInt32.max) == frame)
    #expect(frame.nearest(5) == frame + 6)
    #expect((frame + 6).nearest(UInt32.max) == frame)
  }
}
