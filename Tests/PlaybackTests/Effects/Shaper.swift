import Music

@testable import Playback

/// An `EffectChain` with its pointer.
final class Shaper {
  let chain: UnsafeMutablePointer<EffectChain>
  let rate: Double

  init(_ sound: SoundSettings = SoundSettings(), rate: Double = 48_000) {
    self.rate = rate
    chain = .allocate(capacity: 1)
    chain.initialize(to: EffectChain(EffectSettings(sound, rate: rate)))
  }

  deinit {
    chain.deinitialize(count: 1)
    chain.deallocate()
  }

  func set(_ sound: SoundSettings) { effectsSet(chain, EffectSettings(sound, rate: rate)) }

  func reset() { effectsReset(chain) }

  /// The processed sound, passed in one block.
  func process(_ sound: [Float]) -> [Float] {
    var sound = sound
    effectsProcess(chain, &sound, sound.count / 2)
    return sound
  }

  /// The processed sound, passed in blocks of random sizes.
  func process(_ sound: [Float], cutBy chance: inout RepeatableGenerator) -> [Float] {
    var out: [Float] = []
    var position = 0
    while position < sound.count {
      let count = min(sound.count - position, 2 * Int.random(in: 0...700, using: &chance))
      out += process(Array(sound[position..<position + count]))
      position += count
    }
    return out
  }
}

extension SoundSettings {
  init(_ change: (inout Self) -> Void) {
    self.init()
    change(&self)
  }
}
