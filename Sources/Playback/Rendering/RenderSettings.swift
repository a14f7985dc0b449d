import Glibc
import Music

/// What the listener has set, as the audio thread needs it: plain values, handed over whole.
struct RenderSettings: BitwiseCopyable {
  /// Whether ReplayGain is applied, and when the album's.
  var usesReplayGain = false
  var prefersAlbum = false
  var prefersAlbumAmongAlbum = false
  /// A factor.
  var preamp: Float = 1
  var preventsClipping = true
  var effects: EffectSettings
  /// What everything is faded to, a factor, and how many frames that takes.
  var level: Float = 1
  var levelFrames = 0
  /// Whether it is changed by the next jump, and until then stays as it is.
  var levelComesWithJump = false

  /// - Parameter rate: of what is rendered, in Hz.
  init(_ sound: SoundSettings = SoundSettings(), rate: Int) {
    usesReplayGain = sound.replayGain != .off
    prefersAlbum = sound.replayGain == .album
    prefersAlbumAmongAlbum = sound.replayGain == .smart
    preamp = RenderSettings.factor(sound.preamp)
    preventsClipping = sound.preventsClipping
    effects = EffectSettings(sound, rate: Double(rate))
  }

  /// The factor that a gain in dB is.
  static func factor(_ gain: Double) -> Float { gain == 0 ? 1 : Float(pow(10, gain / 20)) }

  /// How loud a part is played.
  @_noLocks @_noAllocation
  func gain(of part: PartLoudness) -> Float {
    if !usesReplayGain { return part.gain }
    var usesAlbum = prefersAlbum || prefersAlbumAmongAlbum && part.isAmongAlbum
    // Where the file says only the one, it stands for the other.
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
