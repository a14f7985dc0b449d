internal import Media

extension DemoAlbums {
  /// One night without a pause: three pieces blended into each other and cut into tracks.
  static var pierNine: DemoAlbum {
    DemoAlbum(
      artist: "Ola Marsh", title: "Live at Pier Nine", year: 2023, genre: "Techno",
      sampleRate: 44_100, cover: .pier,
      content: .mix(
        ContinuousMix(
          pieces: [doors, undertow, lastTrainHome], overlap: 2, cutAfterEntry: [2.913_7, 1.377_3]),
        format: .flac))
  }

  private static let warehouseKit = DrumKit.Tuning(
    kickLow: 46, kickHigh: 210, kickLength: 0.36, hatEdge: 7000)

  private static let doors = Piece(
    title: "Doors", tempo: 126, key: MusicalKey(9, .minor), seed: 901, kit: warehouseKit,
    groove: Groove(
      kick: "X...X...X...X...", clap: "............x...", closedHat: "..x...x...x...x-",
      shaker: "x-x-x-x-x-x-x-x-"),
    progression: [Chord(degree: 0, size: 4), Chord(degree: 5, size: 4)],
    bass: Part(
      timbre: .bass(cutoff: 200, sweep: 500, sub: 0.6), steps: "..11..11..11..17", centre: 33,
      gain: 0.24, reverb: 0),
    chords: Part(
      timbre: .pad(cutoff: 900, attack: 0.4), steps: "x_______________", centre: 60, gain: 0.39,
      reverb: 0.5),
    arpeggio: Part(
      timbre: .pluck(cutoff: 500, sweep: 2200, ring: 0.4), steps: "0..2..3..2..4.3.", centre: 69,
      gain: 0.21, reverb: 0.3, echo: 0.6),
    ducking: 0.6,
    sections: [
      Section(2, .chords, .arpeggio), Section(4, .kick, .hats, .bass, .chords, .arpeggio),
      Section(6, .kick, .snare, .hats, .bass, .chords, .arpeggio),
      Section(2, .kick, .hats, .chords),
    ])

  private static let undertow = Piece(
    title: "Undertow", tempo: 126, key: MusicalKey(4, .minor), seed: 902, kit: warehouseKit,
    groove: Groove(
      kick: "X...X...X...X...", clap: "....X.......X...", closedHat: "--x---x---x---x-",
      openHat: "..x...x...x...x."),
    progression: [
      Chord(degree: 0, size: 4), Chord(degree: 0, size: 4), Chord(degree: 5, size: 3),
      Chord(degree: 6, size: 3),
    ],
    bass: Part(
      timbre: .bass(cutoff: 260, sweep: 900, sub: 0.5), steps: "1.11.11.1.11.181", centre: 28,
      gain: 0.24, reverb: 0),
    chords: Part(
      timbre: .pluck(cutoff: 400, sweep: 2600, ring: 0.6), steps: "..x__.x_..x__.x_", centre: 62,
      gain: 0.26, reverb: 0.4, echo: 0.4),
    melody: Part(
      timbre: .bell(ring: 1.3), steps: "x___..x___..x___ ......x___......", centre: 76, gain: 0.21,
      reverb: 0.5, echo: 0.5),
    ducking: 0.6,
    sections: [
      Section(2, .hats), Section(4, .kick, .snare, .hats, .bass, .chords),
      Section(2, .chords, .melody, .riser),
      Section(4, .kick, .snare, .hats, .bass, .chords, .melody), Section(2, .kick, .hats, .bass),
    ])

  private static let lastTrainHome = Piece(
    title: "Last Train Home", tempo: 126, key: MusicalKey(7, .major), seed: 903, kit: warehouseKit,
    groove: Groove(
      kick: "X...X...X...X...", clap: "....X.......X...", closedHat: "..x...x...x...x.",
      shaker: "-xx--xx--xx--xx-"),
    progression: [
      Chord(degree: 0, size: 4), Chord(degree: 5, size: 4), Chord(degree: 3, size: 4),
      Chord(degree: 4, size: 3),
    ],
    bass: Part(
      timbre: .bass(cutoff: 240, sweep: 600, sub: 0.6), steps: "..1_..1_..1_.15_", centre: 31,
      gain: 0.24, reverb: 0),
    chords: Part(
      timbre: .pad(cutoff: 1700, attack: 0.15), steps: "x_______________", centre: 62, gain: 0.42,
      reverb: 0.5),
    arpeggio: Part(
      timbre: .pluck(cutoff: 800, sweep: 3600, ring: 0.45), steps: "0.2.4.2.5.4.2.4.", centre: 70,
      gain: 0.18, reverb: 0.4, echo: 0.5),
    melody: Part(
      timbre: .electricPiano, steps: "x___x_..x_x___.. x_..x___x_______", centre: 74, gain: 0.25,
      reverb: 0.4, echo: 0.4),
    ducking: 0.58,
    sections: [
      Section(2, .arpeggio), Section(4, .kick, .hats, .bass, .chords, .arpeggio),
      Section(6, .kick, .snare, .hats, .bass, .chords, .arpeggio, .melody),
      Section(2, .chords, .melody),
    ])
}
