internal import Media

extension DemoAlbums {
  /// Four to the floor, everything breathing with the kick.
  static var nightLines: DemoAlbum {
    DemoAlbum(
      artist: "Velvet Circuit", title: "Night Lines", year: 2021, genre: "House",
      sampleRate: 48_000, cover: .night,
      content: .pieces([
        (arcadeMoon, .mp3), (copperSkyline, .aac), (neonTram, .opus),
      ]))
  }

  private static let clubKit = DrumKit.Tuning(kickLow: 50, kickHigh: 230, kickLength: 0.32)

  private static let arcadeMoon = Piece(
    title: "Arcade Moon", tempo: 124, key: MusicalKey(0, .minor), seed: 124, kit: clubKit,
    groove: Groove(
      kick: "X...X...X...X...", snare: "................", clap: "....X.......X...",
      closedHat: "-.-.-.-.-.-.-.-x", openHat: "..x...x...x...x.", shaker: "x-x-x-x-x-x-x-x-",
      swing: 0.1),
    progression: [
      Chord(degree: 0, size: 4), Chord(degree: 0, size: 4), Chord(degree: 5, size: 4),
      Chord(degree: 6, size: 3),
    ],
    bass: Part(
      timbre: .bass(cutoff: 260, sweep: 1100, sub: 0.5), steps: "..1_..1_..1_.18_", centre: 36,
      gain: 0.26, reverb: 0),
    chords: Part(
      timbre: .pluck(cutoff: 420, sweep: 3000, ring: 0.5), steps: "x_.x__.x__.x_...", centre: 62,
      gain: 0.30, reverb: 0.3, echo: 0.3),
    arpeggio: Part(
      timbre: .pluck(cutoff: 900, sweep: 4200, ring: 0.35), steps: "0.2.4.3.5.4.2.3.", centre: 72,
      gain: 0.18, reverb: 0.3, echo: 0.5),
    ducking: 0.62,
    sections: [
      Section(2, .kick, .hats), Section(4, .kick, .snare, .hats, .bass, .chords),
      Section(2, .chords, .arpeggio, .riser),
      Section(6, .kick, .snare, .hats, .bass, .chords, .arpeggio), Section(1, .kick, .hats),
    ])

  private static let copperSkyline = Piece(
    title: "Copper Skyline", tempo: 120, key: MusicalKey(6, .minor), seed: 120, kit: clubKit,
    groove: Groove(
      kick: "X...X...X...X...", snare: "................", clap: "....x.......x..-",
      closedHat: "..x...x...x...xx", shaker: "-xx--xx--xx--xx-", swing: 0.14),
    progression: [
      Chord(degree: 0, size: 5), Chord(degree: 5, size: 4), Chord(degree: 0, size: 4),
      Chord(degree: 6, size: 3),
    ],
    bass: Part(
      timbre: .bass(cutoff: 200, sweep: 700, sub: 0.65), steps: "1_.1__.15_.1__7_", centre: 37,
      gain: 0.27, reverb: 0),
    chords: Part(
      timbre: .pad(cutoff: 1500, attack: 0.08), steps: "x_______________", centre: 61, gain: 0.39,
      reverb: 0.4),
    melody: Part(
      timbre: .bell(ring: 1.1), steps: "x___..x_..x___.. x_..x_..x_______", centre: 78, gain: 0.23,
      reverb: 0.5, echo: 0.5),
    ducking: 0.68,
    sections: [
      Section(2, .chords, .hats), Section(4, .kick, .hats, .bass, .chords),
      Section(2, .chords, .melody, .riser),
      Section(6, .kick, .snare, .hats, .bass, .chords, .melody), Section(1, .chords),
    ])

  private static let neonTram = Piece(
    title: "Neon Tram", tempo: 116, key: MusicalKey(7, .minor), seed: 116, kit: clubKit,
    groove: Groove(
      kick: "X...X...X...X.-.", snare: "....x.......x...", clap: "....x.......x...",
      closedHat: "x-x-x-x-x-x-x-x-", openHat: "..x...x...x...x.", swing: 0.06),
    progression: [
      Chord(degree: 0, size: 4), Chord(degree: 5, size: 4), Chord(degree: 0, size: 3),
      Chord(degree: 3, size: 4),
    ],
    bass: Part(
      timbre: .bass(cutoff: 320, sweep: 1500, sub: 0.4), steps: "1.8.1.8.1.8.1.75", centre: 34,
      gain: 0.24, reverb: 0),
    chords: Part(
      timbre: .pluck(cutoff: 600, sweep: 2600, ring: 0.32), steps: "..x...x_..x..x_.", centre: 64,
      gain: 0.30, reverb: 0.25),
    melody: Part(
      timbre: .pluck(cutoff: 1400, sweep: 3200, ring: 0.7),
      steps: "x_..x_x_..x_..x_ x_x_..x_x___....",
      centre: 74, gain: 0.23, reverb: 0.35, echo: 0.4),
    ducking: 0.5,
    sections: [
      Section(2, .kick, .hats, .bass), Section(4, .kick, .snare, .hats, .bass, .chords),
      Section(2, .chords, .melody, .riser),
      Section(5, .kick, .snare, .hats, .bass, .chords, .melody), Section(1, .chords, .bass),
    ])
}
