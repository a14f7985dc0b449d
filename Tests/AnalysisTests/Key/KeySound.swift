import Analysis
import Foundation
import Music

/// Synthetic tones at the rate of the key's spectrum.
struct KeySound {
  var samples: [Float] = []
  /// Concert pitch in Hz.
  var pitch = 440.0
  var level: Float = 0.1

  /// Adds MIDI notes that sound together: four harmonics, decaying.
  mutating func play(_ notes: [Int], seconds: Double) {
    let count = Int(seconds * KeySpectrum.rate)
    for index in 0..<count {
      let time = Double(index) / KeySpectrum.rate
      var sum = 0.0
      for note in notes {
        let frequency = pitch * pow(2, Double(note - 69) / 12)
        for harmonic in 1...4 where frequency * Double(harmonic) < 2_700 {
          sum += sin(2 * .pi * frequency * Double(harmonic) * time) / Double(harmonic)
        }
      }
      let attack = min(1, time * 100)
      samples.append(level * Float(sum * attack * exp(-time / 1.5)))
    }
  }

  /// Adds triads with their roots in the bass; roots are semitones from C.
  mutating func play(chords: [(root: Int, isMajor: Bool)], seconds: Double) {
    for chord in chords {
      let root = 48 + chord.root % 12
      play([root - 12, root, root + (chord.isMajor ? 4 : 3), root + 7], seconds: seconds)
    }
  }

  var spectrum: KeySpectrum {
    let spectrum = KeySpectrum()
    samples.withUnsafeBufferPointer { all in
      // Blocks of odd lengths, as from a decoder.
      for start in stride(from: 0, to: all.count, by: 1_001) {
        spectrum.consume(UnsafeBufferPointer(rebasing: all[start..<min(all.count, start + 1_001)]))
      }
    }
    return spectrum
  }

  var key: KeyEstimate? { spectrum.finish() }

  /// A cadence that makes a key plain: I IV V I, and in minor i iv V i.
  static func cadence(_ tonic: Int, isMajor: Bool, times: Int = 3) -> KeySound {
    var sound = KeySound()
    for _ in 0..<times {
      sound.play(
        chords: [
          (tonic, isMajor), (tonic + 5, isMajor), (tonic + 7, true), (tonic, isMajor),
        ], seconds: 1)
    }
    return sound
  }
}
