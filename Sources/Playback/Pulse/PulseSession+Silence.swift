// A server that is alive and frozen keeps its connections and says nothing. While something plays,
// the timer that asks for the time also notices that no answer comes and no sound is taken.
import CPulse
import Music

/// What is known about how long the server has said nothing.
struct PulseSilence: Equatable {
  /// Whether it was asked for the time and has not answered.
  var isAnswerDue = false
  /// How long that has been so and no sound was taken, counted by the timer: time during which
  /// this program stood still itself is not held against the server.
  var length: pa_usec_t = 0
  var lastTick: pa_usec_t = 0
  var writtenAtTick: FrameNumber = 0
  /// The frames between the one heard and the one handed over last.
  var lag: FrameNumber = 0
}

extension PulseSession {
  private static let shortestSilence: pa_usec_t = 1_500_000
  /// A server that has come to is given so long before it is asked for a new connection.
  private static let longestSilence: pa_usec_t = 10_000_000

  /// The timer that asks for the time has fired; false if the server is given up for now.
  func noteSilence() -> Bool {
    let now = pa_rtclock_now()
    let passed = min(now - min(now, silence.lastTick), timingInterval)
    let isSilent = silence.isAnswerDue && silence.writtenAtTick == voice.pointee.written
    silence.length = isSilent ? silence.length + passed : 0
    silence.lastTick = now
    silence.writtenAtTick = voice.pointee.written
    guard isRunning, silence.length >= max(Self.shortestSilence, 3 * bufferedTime) else {
      return true
    }
    fallSilent()
    return false
  }

  private var bufferedTime: pa_usec_t {
    guard let rate else { return 0 }
    return pa_usec_t(voice.pointee.targetLength / PulseVoice.bytesPerFrame * 1_000_000 / rate)
  }

  /// The server has answered a question for the time.
  func noteAnswer() {
    silence.isAnswerDue = false
    silence.length = 0
    guard let rate, let jump, let clock, clock.isAdvancing, clock.serial == jump.serial else {
      return
    }
    silence.lag = handedOver(jump.frame) - heardNow(clock, rate: rate)
  }

  /// The frame of the ring that was handed over last since a jump, or before the last `count`.
  private func handedOver(_ start: FrameNumber, without count: Int64 = 0) -> FrameNumber {
    let given = max(0, voice.pointee.written - count)
    return voice.pointee.render?.pointee.map.frame(ofGiven: given).frame ?? start
  }

  private func fallSilent() {
    if let rate, let jump, let clock, clock.isAdvancing {
      // It stopped with its buffer full, as it always is: that much of it was not heard.
      let reached = handedOver(jump.frame) - silence.lag
      let heard = min(heardNow(clock, rate: rate), reached)
      say(OutputClock(serial: jump.serial, heard: heard, at: .now, isAdvancing: false))
    }
    standStill()
    stage = .silent
    // The first things it does when it comes to: stop, and say how far it got.
    start(pa_stream_cork(stream, 1, onStandstill, address))
    tellUnavailable(Self.frozen)
    startWatching()
    arm(after: Self.longestSilence)
  }

  fileprivate func stoodStill() {
    guard stage == .silent else { return }
    start(pa_stream_update_timing_info(stream, onReturn, address))
  }

  fileprivate func cameTo() {
    guard stage == .silent else { return }
    if let jump, let timing = pa_stream_get_timing_info(stream)?.pointee,
      timing.write_index_corrupt == 0, timing.read_index_corrupt == 0
    {
      let heard = handedOver(jump.frame, without: max(0, timing.queuedFrames))
      report(.heard(heard, serial: jump.serial))
    }
    // What it has asked for meanwhile, for time that is past, would come later: a new stream owes
    // nothing.
    closeStream()
    openStream()
  }
}

private func onStandstill(_: OpaquePointer?, _: Int32, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.stoodStill()
}

private func onReturn(_: OpaquePointer?, _: Int32, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.cameTo()
}
