import Synchronization
import Testing

@testable import Peers

@Suite("Callbacks of blocking calls")
struct BlockingCallTests {
  @Test("a callback costs the same at each of many calls, and its stack stays flat")
  func manyCalls() {
    let sum = Mutex(0)
    let callback = BoundedCallback<Int> { number in sum.withLock { $0 += number } }
    // Wrappings of the function that were kept at each call would overflow the stack.
    for _ in 0..<300_000 { callback(1) }
    callback.end()
    callback(1)
    #expect(sum.withLock { $0 } == 300_000)
  }
}
