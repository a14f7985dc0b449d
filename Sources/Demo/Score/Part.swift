/// One voice of a piece other than the drums.
struct Part {
  var timbre: Timbre
  var steps: Steps
  /// The MIDI number at the centre of its range.
  var centre: Int
  var gain: Float
  /// The reverb and echo sends, 0 to 1.
  var reverb: Float = 0.2
  var echo: Float = 0
  var pan: Float = 0
}

/// The instruments with their parameters.
enum Timbre {
  case bass(cutoff: Double, sweep: Double, sub: Float)
  /// Two beating saws.
  case reese(cutoff: Double)
  case pad(cutoff: Double, attack: Double)
  case electricPiano
  case pluck(cutoff: Double, sweep: Double, ring: Double)
  case bell(ring: Double)

  func instrument(tables: Wavetables, sampleRate: Double) -> any Instrument {
    switch self {
    case .bass(let cutoff, let sweep, let sub):
      Bass(tables: tables, sampleRate: sampleRate, cutoff: cutoff, sweep: sweep, sub: sub)
    case .reese(let cutoff):
      Bass(
        tables: tables, sampleRate: sampleRate, cutoff: cutoff, sweep: cutoff * 0.8,
        resonance: 0.9, closing: 1.5, detune: 0.36, sub: 0.45)
    case .pad(let cutoff, let attack):
      Pad(tables: tables, sampleRate: sampleRate, cutoff: cutoff, attack: attack)
    case .electricPiano:
      ElectricPiano(tables: tables, sampleRate: sampleRate)
    case .pluck(let cutoff, let sweep, let ring):
      Pluck(
        tables: tables, sampleRate: sampleRate, cutoff: cutoff, sweep: sweep, closing: ring * 0.6,
        ring: ring)
    case .bell(let ring):
      Bell(tables: tables, sampleRate: sampleRate, ring: ring)
    }
  }
}
