/// Thirds stacked on a degree of the key.
struct Chord {
  /// 0 is the tonic.
  let degree: Int
  /// 3 for a triad, 4 for a seventh, 5 for a ninth.
  let size: Int

  /// Its degrees of the key, from the root up.
  var degrees: [Int] { (0..<size).map { degree + 2 * $0 } }

  /// Its notes as MIDI numbers, each in the octave closest to `centre`.
  func voicing(in key: MusicalKey, around centre: Int) -> [Int] {
    degrees.map { degree in
      var pitch = key.pitch(degree: degree, octave: 4)
      while pitch > centre + 6 { pitch -= 12 }
      while pitch <= centre - 6 { pitch += 12 }
      return pitch
    }
    .sorted()
  }
}
