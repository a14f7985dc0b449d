internal import Media

extension DemoAlbums {
  /// Fast breaks under slow, wide chords.
  static var glassWeather: DemoAlbum {
    DemoAlbum(
      artist: "Wire & Kestrel", title: "Glass Weather", year: 2016, genre: "Drum & Bass",
      sampleRate: 44_100, cover: .glass,
      content: .pieces([
        (firstFrost, .aiff), (lowPressure, .wavpack), (hailstone, .wav),
      ]))
  }

  private static let breakKit = DrumKit.Tuning(
    kickLow: 55, kickHigh: 260, kickLength: 0.22, snareBody: 225, snareLength: 0.2, hatEdge: 8200)

  private static let firstFrost = Piece(
    title: "First Frost", tempo: 140, key: MusicalKey(3, .major), seed: 140, kit: breakKit,
    groove: Groove(
      kick: "x.........x.....", snare: "........X.......", closedHat: "x.-.x.-.x.-.x-x-",
      shaker: "..x...x...x...x."),
    progression: [
      Chord(degree: 0, size: 5), Chord(degree: 0, size: 5), Chord(degree: 5, size: 4),
      Chord(degree: 3, size: 4),
    ],
    bass: Part(
      timbre: .bass(cutoff: 160, sweep: 120, sub: 0.9), steps: "1_________1_5___", centre: 34,
      gain: 0.27, reverb: 0),
    chords: Part(
      timbre: .pad(cutoff: 1300, attack: 0.6), steps: "x_______________", centre: 63, gain: 0.42,
      reverb: 0.6),
    arpeggio: Part(
      timbre: .bell(ring: 1.6), steps: "0..3..5.2..4..6.", centre: 75, gain: 0.18, reverb: 0.6,
      echo: 0.6),
    ducking: 0.2,
    sections: [
      Section(3, .chords, .arpeggio), Section(4, .kick, .snare, .hats, .bass, .chords),
      Section(6, .kick, .snare, .hats, .bass, .chords, .arpeggio), Section(1, .chords),
    ])

  private static let lowPressure = Piece(
    title: "Low Pressure", tempo: 172, key: MusicalKey(11, .minor), seed: 172, kit: breakKit,
    groove: Groove(
      kick: "X.........X..... X.........X..x..", snare: "....X..-....X... ....X..-.-..X..-",
      closedHat: "x.x.x.x.x.x.x.x.", shaker: "-x-x-x-x-x-x-x-x"),
    progression: [
      Chord(degree: 0, size: 5), Chord(degree: 0, size: 5), Chord(degree: 5, size: 4),
      Chord(degree: 5, size: 4), Chord(degree: 0, size: 3), Chord(degree: 0, size: 3),
      Chord(degree: 3, size: 4), Chord(degree: 4, size: 3),
    ],
    bass: Part(
      timbre: .reese(cutoff: 420), steps: "1_________..1___", centre: 35, gain: 0.24, reverb: 0),
    chords: Part(
      timbre: .pad(cutoff: 1000, attack: 0.3), steps: "x_______________", centre: 62, gain: 0.35,
      reverb: 0.6),
    melody: Part(
      timbre: .bell(ring: 1.2), steps: "x___....x___x_.. ..x_....x_______", centre: 78, gain: 0.19,
      reverb: 0.5, echo: 0.6),
    ducking: 0.4,
    sections: [
      Section(4, .chords, .hats), Section(4, .chords, .melody, .riser),
      Section(8, .kick, .snare, .hats, .bass, .chords),
      Section(4, .kick, .snare, .hats, .bass, .chords, .melody), Section(1, .chords),
    ])

  private static let hailstone = Piece(
    title: "Hailstone", tempo: 174, key: MusicalKey(4, .minor), seed: 174, kit: breakKit,
    groove: Groove(
      kick: "X.x.......x.....", snare: "....X..x.x..X... ....X..-.x....X.",
      closedHat: "x.x.x.x.x.x.x.x.", openHat: "......x.......x."),
    progression: [
      Chord(degree: 0, size: 3), Chord(degree: 5, size: 3), Chord(degree: 0, size: 3),
      Chord(degree: 3, size: 3),
    ],
    bass: Part(
      timbre: .reese(cutoff: 700), steps: "1__1__1_..8_1_5_", centre: 33, gain: 0.23, reverb: 0),
    chords: Part(
      timbre: .pluck(cutoff: 500, sweep: 2800, ring: 0.5), steps: "x__x__x_...x__..", centre: 64,
      gain: 0.26, reverb: 0.4, echo: 0.3),
    arpeggio: Part(
      timbre: .pluck(cutoff: 1200, sweep: 4500, ring: 0.25), steps: "0123453210123543", centre: 71,
      gain: 0.16, reverb: 0.3, echo: 0.2),
    ducking: 0.4,
    sections: [
      Section(2, .kick, .hats), Section(4, .kick, .snare, .hats, .bass),
      Section(2, .chords, .arpeggio, .riser),
      Section(8, .kick, .snare, .hats, .bass, .chords, .arpeggio), Section(1, .chords),
    ])
}
