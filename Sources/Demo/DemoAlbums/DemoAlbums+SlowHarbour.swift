internal import Media

extension DemoAlbums {
  /// Slow, swung, a little dusty.
  static var slowHarbour: DemoAlbum {
    DemoAlbum(
      artist: "Paper Lanterns", title: "Slow Harbour", year: 2019, genre: "Lo-Fi",
      sampleRate: 44_100, cover: .harbour,
      content: .pieces([
        (ferryAtSix, .flac), (tinRoofRain, .vorbis), (saltAndLemon, .alac),
      ]))
  }

  private static let dustyKit = DrumKit.Tuning(
    kickLow: 52, kickHigh: 150, kickLength: 0.28, snareBody: 205, snareLength: 0.16, hatEdge: 6500,
    brightness: 6800)

  private static let ferryAtSix = Piece(
    title: "Ferry at Six", tempo: 84, key: MusicalKey(2, .dorian), seed: 84, kit: dustyKit,
    groove: Groove(
      kick: "x.....x...x..... x.....x...xx....", snare: "....X.......X..-",
      closedHat: "x.x.x.x-x.x.x.x.", openHat: "..............x. ................",
      shaker: "-.x.-.x.-.x.-.x.", swing: 0.24, looseness: 0.005),
    progression: [
      Chord(degree: 0, size: 5), Chord(degree: 3, size: 4), Chord(degree: 0, size: 5),
      Chord(degree: 4, size: 4),
    ],
    bass: Part(
      timbre: .bass(cutoff: 240, sweep: 260, sub: 0.75), steps: "1____.1_5___8_.. 1____.1_5_3_5_..",
      centre: 38, gain: 0.29, reverb: 0),
    chords: Part(
      timbre: .electricPiano, steps: "x_______..x__... x____.x______...", centre: 62, gain: 0.35,
      reverb: 0.3),
    melody: Part(
      timbre: .bell(ring: 1.4), steps: "x_..x_x_....x_.. ..x_x___........", centre: 77, gain: 0.19,
      reverb: 0.5, echo: 0.5, pan: 0.15),
    ducking: 0.3,
    sections: [
      Section(2, .chords, .crackle), Section(4, .kick, .snare, .hats, .bass, .chords, .crackle),
      Section(4, .kick, .snare, .hats, .bass, .chords, .melody, .crackle),
      Section(1, .chords, .melody, .crackle),
    ])

  private static let tinRoofRain = Piece(
    title: "Tin Roof Rain", tempo: 78, key: MusicalKey(5, .major), seed: 78, kit: dustyKit,
    groove: Groove(
      kick: "x......xx.......", snare: "....X.......X...", closedHat: "x.x.x.x.x.x-x.x.",
      shaker: "x-x-x-x-x-x-x-x-", swing: 0.2, looseness: 0.006),
    progression: [
      Chord(degree: 3, size: 4), Chord(degree: 2, size: 4), Chord(degree: 1, size: 5),
      Chord(degree: 0, size: 5),
    ],
    bass: Part(
      timbre: .bass(cutoff: 220, sweep: 200, sub: 0.8), steps: "1______11___5_..", centre: 36,
      gain: 0.29, reverb: 0),
    chords: Part(
      timbre: .electricPiano, steps: "..x___x_______..", centre: 64, gain: 0.35, reverb: 0.35),
    arpeggio: Part(
      timbre: .bell(ring: 0.9), steps: "0..2..4..3..5.4.", centre: 76, gain: 0.20, reverb: 0.5,
      echo: 0.6),
    melody: Part(
      timbre: .electricPiano, steps: "....x___x_x_..x_ x_____....x_....", centre: 74, gain: 0.26,
      reverb: 0.4, echo: 0.3, pan: -0.1),
    ducking: 0.25,
    sections: [
      Section(2, .arpeggio, .crackle), Section(2, .arpeggio, .chords, .hats, .crackle),
      Section(4, .kick, .snare, .hats, .bass, .chords, .melody, .crackle),
      Section(1, .chords, .arpeggio, .crackle),
    ])

  private static let saltAndLemon = Piece(
    title: "Salt and Lemon", tempo: 92, key: MusicalKey(9, .minor), seed: 92, kit: dustyKit,
    groove: Groove(
      kick: "x..x....x.x..... x..x....x.x...x.", snare: "....X..-....X...",
      closedHat: "x-x.x-x.x-x.x-x.", swing: 0.26, looseness: 0.004),
    progression: [
      Chord(degree: 0, size: 4), Chord(degree: 5, size: 4), Chord(degree: 3, size: 5),
      Chord(degree: 6, size: 4),
    ],
    bass: Part(
      timbre: .bass(cutoff: 300, sweep: 420, sub: 0.6), steps: "1__1_.5_8_..7_5_", centre: 35,
      gain: 0.27, reverb: 0),
    chords: Part(
      timbre: .pluck(cutoff: 700, sweep: 1500, ring: 0.9), steps: "x_.x__....x__... ", centre: 63,
      gain: 0.30, reverb: 0.35, echo: 0.15),
    melody: Part(
      timbre: .electricPiano, steps: "x_x_..x___..x_x_ ..x_x_x_____....", centre: 76, gain: 0.28,
      reverb: 0.35, echo: 0.35),
    ducking: 0.3,
    sections: [
      Section(2, .chords, .hats), Section(4, .kick, .snare, .hats, .bass, .chords),
      Section(4, .kick, .snare, .hats, .bass, .chords, .melody),
      Section(1, .chords, .melody),
    ])
}
