// The sound effects on the audio thread: equalizer, stereo matrix, limiter. Every function here may
// run there: it must not allocate, lock, or touch a reference; the attributes make the compiler
// check that.

/// The state of the effects, used by one thread at a time through a pointer.
struct EffectChain: ~Copyable {
  /// Frames per block.
  static let blockFrames = 256

  /// In force, or the target of the fade.
  var settings: EffectSettings
  /// The start of the fade.
  var former: EffectSettings
  /// Set while a fade ran; the target of the next fade.
  var pending: EffectSettings
  var hasPending = false
  /// Frames left of the fade.
  var fadeLeft = 0
  var limiter = Limiter()
  /// By slot; zero for a band at 0 dB, whose state is exactly that.
  var states: UnsafeMutablePointer<BandState>
  var formerStates: UnsafeMutablePointer<BandState>
  let block: UnsafeMutablePointer<Double>
  let formerBlock: UnsafeMutablePointer<Double>

  init(_ settings: EffectSettings) {
    self.settings = settings
    former = settings
    pending = settings
    states = .allocate(capacity: settings.bands.count)
    states.initialize(repeating: BandState(), count: settings.bands.count)
    formerStates = .allocate(capacity: settings.bands.count)
    formerStates.initialize(repeating: BandState(), count: settings.bands.count)
    block = .allocate(capacity: Self.blockFrames * 2)
    block.initialize(repeating: 0, count: Self.blockFrames * 2)
    formerBlock = .allocate(capacity: Self.blockFrames * 2)
    formerBlock.initialize(repeating: 0, count: Self.blockFrames * 2)
  }

  deinit {
    states.deallocate()
    formerStates.deallocate()
    block.deallocate()
    formerBlock.deallocate()
  }
}

/// Changes the settings within two fades at most, without a click.
@_noLocks @_noAllocation
func effectsSet(_ chain: UnsafeMutablePointer<EffectChain>, _ settings: EffectSettings) {
  if chain.pointee.fadeLeft > 0 {
    chain.pointee.pending = settings
    chain.pointee.hasPending = true
  } else if chain.pointee.settings.soundsLike(settings) {
    chain.pointee.settings = settings
  } else {
    beginFade(chain, settings)
  }
}

/// Resets the filters after a jump; the last settings are in force at once.
@_noLocks @_noAllocation
func effectsReset(_ chain: UnsafeMutablePointer<EffectChain>) {
  if chain.pointee.hasPending {
    chain.pointee.settings = chain.pointee.pending
    chain.pointee.hasPending = false
  }
  chain.pointee.fadeLeft = 0
  chain.pointee.limiter.gain = 1
  clear(chain.pointee.states, chain.pointee.settings.bands.count)
}

/// Processes interleaved stereo in place. The output is finite and within ±1.
@_noLocks @_noAllocation
func effectsProcess(
  _ chain: UnsafeMutablePointer<EffectChain>, _ samples: UnsafeMutablePointer<Float>, _ frames: Int
) {
  var position = samples
  var left = frames
  while left > 0 {
    var count = min(left, EffectChain.blockFrames)
    if chain.pointee.fadeLeft > 0 {
      count = min(count, chain.pointee.fadeLeft)
      shapeFading(chain, position, count)
    } else if chain.pointee.settings.isFlat {
      count = left
    } else {
      load(position, chain.pointee.block, count)
      shape(&chain.pointee.settings, chain.pointee.states, chain.pointee.block, count)
      store(chain.pointee.block, position, count)
    }
    limit(
      &chain.pointee.limiter, position, count, release: chain.pointee.settings.limiterRelease)
    position += count &* 2
    left &-= count
  }
}

/// The filters keep their state: the transposed form holds the coming output, so that a band that
/// stays is not heard to restart.
@_noLocks @_noAllocation
private func beginFade(
  _ chain: UnsafeMutablePointer<EffectChain>, _ settings: EffectSettings
) {
  let states = chain.pointee.formerStates
  clear(states, settings.bands.count)
  var index = 0
  while index < settings.bandCount {
    let slot = settings.bands[index].slot
    states[slot] = chain.pointee.states[slot]
    index &+= 1
  }
  chain.pointee.formerStates = chain.pointee.states
  chain.pointee.states = states
  chain.pointee.former = chain.pointee.settings
  chain.pointee.settings = settings
  chain.pointee.fadeLeft = settings.fadeFrames
}

/// Runs the former settings and the current ones side by side.
@_noLocks @_noAllocation
private func shapeFading(
  _ chain: UnsafeMutablePointer<EffectChain>, _ samples: UnsafeMutablePointer<Float>, _ frames: Int
) {
  let (block, former) = (chain.pointee.block, chain.pointee.formerBlock)
  load(samples, block, frames)
  UnsafeMutableRawPointer(former).copyMemory(
    from: block, byteCount: frames &* 2 &* MemoryLayout<Double>.stride)
  shape(&chain.pointee.former, chain.pointee.formerStates, former, frames)
  shape(&chain.pointee.settings, chain.pointee.states, block, frames)
  let length = chain.pointee.settings.fadeFrames
  let step = 1 / Double(length)
  var weight = Double(length &- chain.pointee.fadeLeft) * step
  var index = 0
  while index < frames &* 2 {
    weight += step
    block[index] = former[index] + (block[index] - former[index]) * weight
    block[index &+ 1] = former[index &+ 1] + (block[index &+ 1] - former[index &+ 1]) * weight
    index &+= 2
  }
  store(block, samples, frames)
  chain.pointee.fadeLeft &-= frames
  if chain.pointee.fadeLeft == 0, chain.pointee.hasPending {
    chain.pointee.hasPending = false
    effectsSet(chain, chain.pointee.pending)
  }
}
