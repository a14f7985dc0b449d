import Glibc
import Music

/// The listener's settings for the audio thread: plain values, handed over whole.
struct RenderSettings: BitwiseCopyable {
  /// Whether ReplayGain applies, and when the album's.
  var usesReplayGain = false
  var prefersAlbum = false
  var prefersAlbumAmongAlbum = false
  /// A factor.
  var preamp: Float = 1
  var preventsClipping = true
  var effects: EffectSettings
  /// The overall level, a factor, and the length of the fade to it in frames.
  var level: Float = 1
  var levelFrames = 0
  /// Whether the level changes only with the next jump.
  var levelComesWithJump = false
  /// The frame of the ring from which on there is silence, and the length of the fade to it in
  /// frames heard.
  var silence = FrameNumber.max
  var silenceFade = 1

  /// - Parameter rate: of the rendered sound, in Hz.
  init(_ sound: SoundSettings = SoundSettings(), rate: Int) {
    usesReplayGain = sound.replayGain != .off
    prefersAlbum = sound.replayGain == .album
    prefersAlbumAmongAlbum = sound.replayGain == .smart
    preamp = RenderSettings.factor(sound.preamp)
    preventsClipping = sound.preventsClipping
    effects = EffectSettings(sound, rate: Double(rate))
  }

  /// A gain in dB as a factor.
  static func factor(_ gain: Double) -> Float { gain == 0 ? 1 : Float(pow(10, gain / 20)) }

  /// The gain of a part.
  @_noLocks @_noAllocation
  func gain(of part: PartLoudness) -> Float {
    if !usesReplayGain { return part.gain }
    var usesAlbum = prefersAlbum || prefersAlbumAmongAlbum && part.isAmongAlbum
    // A missing album or track gain is replaced by the other.
    if usesAlbum, part.album == 0 { usesAlbum = false }
    if !usesAlbum, part.track == 0 { usesAlbum = true }
    var said = usesAlbum ? part.album : part.track
    if said == 0 { return part.gain }
    said *= preamp
    let peak = usesAlbum ? part.albumPeak : part.trackPeak
    if preventsClipping, peak > 0, said * peak > 1 { said = 1 / peak }
    return said * part.gain
  }
}
