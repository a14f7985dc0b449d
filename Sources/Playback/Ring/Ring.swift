import Synchronization
import Threads

/// The ring for threads that are not real-time, in frames counted since the session's start.
///
/// The decoding end belongs to one thread at a time, the playing end to the output.
final class Ring: @unchecked Sendable {
  // because all that is shared in it is atomic, and the frames follow the rule of its ends
  let memory: UnsafeMutablePointer<RingMemory>
  /// Posted when the producer can go on.
  let producerWake: Semaphore
  /// Posted when the consumer can go on.
  let consumerWake: Semaphore

  init(producerWake: Semaphore = Semaphore(), consumerWake: Semaphore = Semaphore()) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: RingMemory())
    self.producerWake = producerWake
    self.consumerWake = consumerWake
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// Frames appended but not claimed.
  var fill: Int { ringFill(memory) }

  /// Room for frames to append.
  var room: Int { RingMemory.capacity - RingMemory.history - ringFill(memory) }

  /// Wakes a sleeping producer once the fill is low; any thread may call it.
  func wakeProducerIfLow() {
    if ringNeedsProducer(memory) { producerWake.post() }
  }

  /// For the thread that decodes.
  func publish(_ plan: RenderPlan) {
    memory.pointee.plans[memory.pointee.planSlots.writing] = plan
    memory.pointee.planSlots.publish()
  }

  /// For the player.
  func publish(_ settings: RenderSettings) {
    memory.pointee.settings[memory.pointee.settingsSlots.writing] = settings
    memory.pointee.settingsSlots.publish()
  }

  func wakeConsumer() {
    if memory.pointee.isConsumerAsleep.exchange(false, ordering: .sequentiallyConsistent) {
      consumerWake.post()
    }
  }
}

/// Whether the sleeping producer must be posted now; true once per sleep.
@_noLocks @_noAllocation
func ringNeedsProducer(_ ring: UnsafeMutablePointer<RingMemory>) -> Bool {
  guard ring.pointee.isProducerAsleep.load(ordering: .acquiring),
    ringFill(ring) <= ring.pointee.wakeLevel.load(ordering: .relaxed)
  else { return false }
  return ring.pointee.isProducerAsleep.exchange(false, ordering: .acquiringAndReleasing)
}
