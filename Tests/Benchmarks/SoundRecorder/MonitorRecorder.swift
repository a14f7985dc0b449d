// Records a sink's monitor to the frame without changing the sink's latency: none is requested, and
// the server may queue as much as it wants. Confined to the thread that runs it.
import CPulse
import Glibc

/// Records the monitor of a sink into a file until the process is ended.
///
/// The file holds float32 stereo. Beside it, `.index` holds pairs of 64-bit numbers: a time of
/// CLOCK_MONOTONIC in nanoseconds and the frames that had arrived by then.
package final class MonitorRecorder {
  package struct Failure: Error { package var reason: String }

  /// Faults of a recording: anything but zeros makes it worthless.
  package struct Faults: Equatable {
    /// Gaps that the server could not deliver.
    package var holes = 0
    /// Overflows of the server's buffer.
    package var overflows = 0
  }

  package private(set) var faults = Faults()
  package private(set) var frames: UInt64 = 0
  private let source: String
  private let rate: UInt32
  private let sound: UnsafeMutablePointer<FILE>
  private let index: UnsafeMutablePointer<FILE>
  private let loop: OpaquePointer
  private let api: UnsafeMutablePointer<pa_mainloop_api>
  private var context: OpaquePointer?
  private var stream: OpaquePointer?
  private var failure: String?
  private let began: () -> Void

  private static let bytesPerFrame = 8
  private static let silence = [UInt8](repeating: 0, count: 1 << 16)

  /// - Parameters:
  ///   - rate: Hz; must be the sink's own for an exact recording.
  ///   - began: called once, at the server's first delivery.
  package init(
    of source: String, rate: Int, to path: String, began: @escaping () -> Void
  ) throws(Failure) {
    if let fault = tritone_load_pulse() { throw Failure(reason: String(cString: fault)) }
    guard let sound = fopen(path, "we"), let index = fopen(path + ".index", "we") else {
      throw Failure(reason: "\(path) cannot be written")
    }
    self.source = source
    self.rate = UInt32(rate)
    self.sound = sound
    self.index = index
    self.began = began
    // Large writes, so that recording does not wait for a disk.
    setvbuf(sound, nil, _IOFBF, 1 << 22)
    setvbuf(index, nil, _IOFBF, 1 << 20)
    // because only a lack of memory makes these two fail
    loop = pa_mainloop_new()!
    api = pa_mainloop_get_api(loop)!
  }

  deinit {
    pa_mainloop_free(loop)
    fclose(sound)
    fclose(index)
  }

  private var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  fileprivate static func at(_ address: UnsafeMutableRawPointer?) -> MonitorRecorder? {
    address.map { Unmanaged<MonitorRecorder>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Records until SIGTERM, SIGINT or the end of the server.
  package func run(within limit: Duration) throws(Failure) {
    pa_signal_init(api)
    defer { pa_signal_done() }
    for number in [SIGTERM, SIGINT] { pa_signal_new(number, onSignal, address) }
    try connect(within: limit)
    var result: Int32 = 0
    pa_mainloop_run(loop, &result)
    if let stream {
      pa_stream_disconnect(stream)
      pa_stream_unref(stream)
    }
    if let context {
      pa_context_disconnect(context)
      pa_context_unref(context)
    }
    fflush(sound)
    fflush(index)
    if let failure { throw Failure(reason: failure) }
  }

  /// Retries, since the server may still be starting.
  private func connect(within limit: Duration) throws(Failure) {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
      let attempt = pa_context_new(api, "recorder")
      if pa_context_connect(attempt, nil, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 {
        var state = pa_context_get_state(attempt)
        while tritone_context_is_good(state) != 0, state != PA_CONTEXT_READY {
          pa_mainloop_iterate(loop, 1, nil)
          state = pa_context_get_state(attempt)
        }
        if state == PA_CONTEXT_READY {
          context = attempt
          return open()
        }
      }
      pa_context_unref(attempt)
      usleep(2000)
    }
    throw Failure(reason: "no sound server")
  }

  private func open() {
    var format = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: rate, channels: 2)
    stream = pa_stream_new(context, "recording", &format, nil)
    pa_stream_set_state_callback(stream, onState, address)
    pa_stream_set_read_callback(stream, onSound, address)
    pa_stream_set_overflow_callback(stream, onOverflow, address)
    var attributes = pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
      fragsize: UInt32(pa_usec_to_bytes(20_000, &format)))
    let flags =
      PA_STREAM_DONT_MOVE.rawValue | PA_STREAM_NO_REMIX_CHANNELS.rawValue
      | PA_STREAM_NO_REMAP_CHANNELS.rawValue
    if pa_stream_connect_record(stream, source, &attributes, pa_stream_flags_t(flags)) < 0 {
      fail("the monitor cannot be recorded")
    }
  }

  fileprivate func stateChanged() {
    switch pa_stream_get_state(stream) {
    case PA_STREAM_FAILED: fail("the recording ended")
    case PA_STREAM_TERMINATED: quit()
    default: break
    }
  }

  /// The end of a killed server is no failure of a recording that had begun.
  private func fail(_ reason: String) {
    if frames == 0 { failure = reason }
    quit()
  }

  fileprivate func quit() { api.pointee.quit(api, 0) }

  fileprivate func overflowed() { faults.overflows += 1 }

  fileprivate func receive() {
    while pa_stream_readable_size(stream) > 0 {
      var piece: UnsafeRawPointer?
      var count = 0
      guard pa_stream_peek(stream, &piece, &count) >= 0, count > 0 else { break }
      if let piece {
        fwrite(piece, 1, count, sound)
      } else {
        faults.holes += 1
        writeSilence(count)
      }
      pa_stream_drop(stream)
      if frames == 0 { began() }
      frames += UInt64(count / Self.bytesPerFrame)
    }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let entry = [UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec), frames]
    fwrite(entry, MemoryLayout<UInt64>.size, entry.count, index)
  }

  private func writeSilence(_ count: Int) {
    var rest = count
    while rest > 0 {
      rest -= fwrite(Self.silence, 1, min(rest, Self.silence.count), sound)
    }
  }
}

private func onState(_: OpaquePointer?, _ recorder: UnsafeMutableRawPointer?) {
  MonitorRecorder.at(recorder)?.stateChanged()
}

private func onSound(_: OpaquePointer?, _: Int, _ recorder: UnsafeMutableRawPointer?) {
  MonitorRecorder.at(recorder)?.receive()
}

private func onOverflow(_: OpaquePointer?, _ recorder: UnsafeMutableRawPointer?) {
  MonitorRecorder.at(recorder)?.overflowed()
}

private func onSignal(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: Int32,
  _ recorder: UnsafeMutableRawPointer?
) {
  MonitorRecorder.at(recorder)?.quit()
}
