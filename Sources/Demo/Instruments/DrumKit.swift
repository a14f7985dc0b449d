/// Every drum of a kit, struck once; a piece mixes copies of these.
struct DrumKit {
  /// The character of a kit.
  struct Tuning {
    /// The final and the initial pitch of the kick, in Hz.
    var kickLow = 48.0
    var kickHigh = 190.0
    /// The decay time of the kick, in seconds.
    var kickLength = 0.34
    /// The pitch of the snare's body in Hz, and the decay time of its noise in seconds.
    var snareBody = 190.0
    var snareLength = 0.22
    /// The hats' high-pass cutoff, in Hz.
    var hatEdge = 7500.0
    /// The kit's low-pass cutoff, in Hz.
    var brightness = 16_000.0
  }

  let kick: Sound
  let snare: Sound
  let clap: Sound
  let closedHat: Sound
  let openHat: Sound
  let shaker: Sound
  let crash: Sound

  init(_ tuning: Tuning, tables: Wavetables, sampleRate: Double) {
    let smith = DrumSynth(tuning: tuning, tables: tables, sampleRate: sampleRate)
    kick = smith.kick()
    snare = smith.snare()
    clap = smith.clap()
    closedHat = smith.hat(length: 0.07, level: 0.9, seed: 5)
    openHat = smith.hat(length: 0.38, level: 0.7, seed: 6)
    shaker = smith.shaker()
    crash = smith.hat(length: 2.4, level: 0.8, seed: 9)
  }
}
