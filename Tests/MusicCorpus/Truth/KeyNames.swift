internal import Foundation
package import Music

func binaryLogarithm(_ value: Double) -> Double { log2(value) }
func decimalLogarithm(_ value: Double) -> Double { log10(value) }

extension MusicalKey {
  /// The key on a tonic counted in semitones from C, of any octave.
  package static func on(semitone: Int, isMajor: Bool) -> MusicalKey {
    // Seven semitones are one hour of the wheel; C major is 8B, C minor 5A.
    let fifths = (semitone % 12 + 12) * 7 % 12
    let hour = (fifths + (isMajor ? 7 : 4)) % 12 + 1
    // because the modulo gives hours 1 to 12
    return MusicalKey(hour: hour, isMajor: isMajor)!
  }

  /// Semitones of the tonic above C, 0 to 11.
  package var semitone: Int { ((hour - 1) - (isMajor ? 7 : 4) + 24) * 7 % 12 }

  var tonicName: String {
    ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"][semitone]
  }
}
