// The pulse thread's callback for each request of the server: it only copies. It sees plain memory
// only; the compiler checks that the render core neither locks nor allocates.
import CPulse
import Glibc

/// The fill of the server's buffer since the last jump.
enum PulseSupply {
  /// Not full since the jump.
  case filling
  /// Full, so an underrun is possible.
  case full
  /// Ran dry; nothing is handed over until the next jump, to keep count and order.
  case dry
}

/// The state of the write callback, confined to the pulse thread.
struct WriteCallbackState: ~Copyable {
  let ring: UnsafeMutablePointer<RingMemory>
  /// Created before the first stream, and again for each new rate.
  var render: UnsafeMutablePointer<RenderState>?
  let producerWake: UnsafeMutablePointer<sem_t>
  /// Wakes the session to check the flags here.
  let wakeDescriptor: Int32
  /// The server's buffer length in bytes.
  var targetLength = 0
  var supply = PulseSupply.filling
  /// The frames last handed over.
  let rewindBuffer = RewindBuffer()
  /// The byte of the stream that is written next, set by the session; -1 for the one behind the last.
  var position: Int64 = -1
  /// Set by the session to be woken at the server's next request.
  var awaitsRequest = false

  static let bytesPerFrame = 8
}

/// The server requests `bytes` more.
func fillStream(_ stream: OpaquePointer?, _ bytes: Int, _ callback: UnsafeMutableRawPointer?) {
  guard let callback = callback?.assumingMemoryBound(to: WriteCallbackState.self),
    let render = callback.pointee.render, render.pointee.isOpen, callback.pointee.supply != .dry
  else { return }
  if callback.pointee.awaitsRequest {
    callback.pointee.awaitsRequest = false
    wakePipe(callback.pointee.wakeDescriptor)
  }
  if bytes < callback.pointee.targetLength {
    callback.pointee.supply = .full
  } else if callback.pointee.supply == .full {
    callback.pointee.supply = .dry
    wakePipe(callback.pointee.wakeDescriptor)
    return
  }
  var left = bytes / WriteCallbackState.bytesPerFrame
  while left > 0 {
    var memory: UnsafeMutableRawPointer?
    var room = left * WriteCallbackState.bytesPerFrame
    guard pa_stream_begin_write(stream, &memory, &room) >= 0, let memory else { break }
    let frames = min(room / WriteCallbackState.bytesPerFrame, left)
    let first = render.pointee.given
    let got = renderSound(render, memory.assumingMemoryBound(to: Float.self), frames)
    guard got > 0 else {
      pa_stream_cancel_write(stream)
      break
    }
    callback.pointee.rewindBuffer.keep(memory.assumingMemoryBound(to: Float.self), got, from: first)
    handOver(stream, memory, got, callback)
    left &-= got
  }
  if ringNeedsProducer(callback.pointee.ring) { sem_post(callback.pointee.producerWake) }
}

/// Hands frames over, where the next ones belong.
func handOver(
  _ stream: OpaquePointer?, _ memory: UnsafeMutableRawPointer, _ frames: Int,
  _ callback: UnsafeMutablePointer<WriteCallbackState>
) {
  let position = callback.pointee.position
  callback.pointee.position = -1
  pa_stream_write(
    stream, memory, frames * WriteCallbackState.bytesPerFrame, nil, max(0, position),
    position < 0 ? PA_SEEK_RELATIVE : PA_SEEK_ABSOLUTE)
}
