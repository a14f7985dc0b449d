// The part of the pulse thread that runs for every request of the server: it copies, and nothing
// else. It sees plain memory only; the kernel it calls is checked not to lock or allocate.
import CPulse
import Glibc

/// How much of the last jump's sound the server holds.
enum PulseSupply {
  /// It has not had all that it wants to hold.
  case filling
  /// It can run out of it.
  case full
  /// It did; nothing is handed over until the next jump, which keeps count and order.
  case dry
}

/// What the write callback works on, shared with nothing outside the pulse thread.
struct WriteCallbackState: ~Copyable {
  let ring: UnsafeMutablePointer<RingMemory>
  /// Made before the first stream, and anew with each other rate.
  var render: UnsafeMutablePointer<RenderState>?
  let producerWake: UnsafeMutablePointer<sem_t>
  /// Written to have the session look at what is set here.
  let wakeDescriptor: Int32
  /// Bytes the server wants to hold.
  var targetLength = 0
  var supply = PulseSupply.filling
  /// What the server was given last.
  let echo = RewindBuffer()
  /// Set by the session to be woken when the server takes sound again.
  var awaitsRequest = false

  static let bytesPerFrame = 8
}

/// The server asks for `bytes` more.
func fillStream(_ stream: OpaquePointer?, _ bytes: Int, _ voice: UnsafeMutableRawPointer?) {
  guard let voice = voice?.assumingMemoryBound(to: WriteCallbackState.self),
    let render = voice.pointee.render, render.pointee.isOpen, voice.pointee.supply != .dry
  else { return }
  if voice.pointee.awaitsRequest {
    voice.pointee.awaitsRequest = false
    wakePipe(voice.pointee.wakeDescriptor)
  }
  if bytes < voice.pointee.targetLength {
    voice.pointee.supply = .full
  } else if voice.pointee.supply == .full {
    voice.pointee.supply = .dry
    wakePipe(voice.pointee.wakeDescriptor)
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
    voice.pointee.echo.keep(memory.assumingMemoryBound(to: Float.self), got, from: first)
    pa_stream_write(
      stream, memory, got * WriteCallbackState.bytesPerFrame, nil, 0, PA_SEEK_RELATIVE)
    left &-= got
  }
  if ringNeedsProducer(voice.pointee.ring) { sem_post(voice.pointee.producerWake) }
}
