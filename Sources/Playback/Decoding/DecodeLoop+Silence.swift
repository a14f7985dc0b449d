// Gaps of speech are shortened on their way into the ring; the item's position jumps there.
import Media
import Music

extension DecodeLoop {
  /// Whether the item's gaps are shortened: a stream has no position to go on from.
  var shortensSilence: Bool {
    guard shortener != nil, case .decoding(let decoding) = job?.stage else { return false }
    return !decoding.decoder.isStream
  }

  /// Begins a request; what is known of the level of the speech goes on.
  func prepareShortener(for request: DecodeRequest, rate: Int) {
    guard request.shortensSilence else { return shortener = nil }
    if shortener?.rate != rate { shortener = SilenceShortener(rate: rate) }
  }

  func forgetShortened() {
    shortener?.reset()
    shortened.removeAll()
  }

  /// Passes all decoded frames through the shortener.
  func shorten() {
    guard let resampler else { return }
    var out: [Float] = []
    var cuts: [SilenceShortener.Cut] = []
    waiting.read { source in
      let frames = UnsafeBufferPointer(start: source, count: waiting.count * 2)
      cuts = shortener?.put(frames, into: &out) ?? []
    }
    waiting.consume(waiting.count)
    cuts += shortener?.put(resampler.pending, into: &out) ?? []
    resampler.consume(resampler.pendingFrames)
    take(out, cuts)
  }

  /// Flushes resampler and shortener at the end of an item, whose true end in the ring is known only
  /// then; the next item begins another filter.
  func finishShortening() {
    guard shortensSilence, let resampler else { return }
    resampler.finish()
    while waiting.count + resampler.pendingFrames > 0, append() {}
    var out: [Float] = []
    let cuts = shortener?.finish(into: &out) ?? []
    take(out, cuts)
    while pendingFrames > 0, append() {}
  }

  /// Queues shortened frames and moves the item's frames behind each cut on.
  private func take(_ frames: [Float], _ cuts: [SilenceShortener.Cut]) {
    let first = written + FrameNumber(shortened.count)
    frames.withUnsafeBufferPointer { shortened.append($0) }
    guard let job, case .decoding(var decoding) = job.stage, let resampler else { return }
    for cut in cuts {
      let start = first + FrameNumber(cut.offset)
      origin -= FrameNumber(cut.frames)
      decoding.origin -= FrameNumber(cut.frames)
      let position = Duration.seconds(Double(start - decoding.origin) / Double(resampler.rate))
      report(
        .shifted(
          serial: job.request.serial, decoding.item.id, at: start, decoding.item.start + position))
    }
    if !cuts.isEmpty { self.job?.stage = .decoding(decoding) }
  }
}
