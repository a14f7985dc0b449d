extension MusicalKey {
  /// The usual name of the key, as musicians and tags write it: "Am", "Eb".
  package var name: String {
    let names =
      isMajor
      ? ["B", "F#", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E"]
      : ["Abm", "Ebm", "Bbm", "Fm", "Cm", "Gm", "Dm", "Am", "Em", "Bm", "F#m", "C#m"]
    return names[hour - 1]
  }
}
