/// Performs one piece into a sound.
///
/// Every part plays into one of a few buses; the kick ducks all but the drums, and the parts' sends
/// to echo and reverb are mixed back in.
final class Performance {
  /// Seconds behind the last bar for reverb and last notes.
  static let tail = 2.5

  let piece: Piece
  let tables: Wavetables
  let sampleRate: Double
  let framesPerStep: Double
  let drums: Sound
  let music: Sound
  let echoes: Sound
  let room: Sound
  /// The onsets of the kick, in frames.
  var kicks: [Int] = []
  var chance: SeededRandom

  init(of piece: Piece, tables: Wavetables, sampleRate: Double) {
    self.piece = piece
    self.tables = tables
    self.sampleRate = sampleRate
    framesPerStep = piece.framesPerStep(sampleRate: sampleRate)
    let frames = piece.length(sampleRate: sampleRate) + Int(Self.tail * sampleRate)
    drums = Sound(frames: frames)
    music = Sound(frames: frames)
    echoes = Sound(frames: frames)
    room = Sound(frames: frames)
    chance = SeededRandom(seed: piece.seed)
  }

  /// The whole piece with its tail, not yet mastered.
  func render() -> Sound {
    playDrums()
    playParts()
    Echo(delay: Int((framesPerStep * 3).rounded()), feedback: 0.42).apply(to: echoes)
    music.add(echoes, at: 0, gain: 0.6)
    room.add(echoes, at: 0, gain: 0.25)
    Reverb(feedback: 0.82, damping: 0.35).apply(to: room)
    music.add(room, at: 0)
    duck(music)
    drums.add(music, at: 0)
    drums.fadeOut(frames: Int(1.2 * sampleRate))
    return drums
  }

  /// The bars of the piece with the section each belongs to.
  var bars: [(bar: Int, isFirst: Bool, isLast: Bool, section: Section)] {
    var bar = 0
    return piece.sections.flatMap { section in
      (0..<section.bars).map { index in
        defer { bar += 1 }
        return (bar, index == 0, index == section.bars - 1, section)
      }
    }
  }

  /// The frame of a step, with the swing of the groove.
  func frame(bar: Int, step: Int) -> Int {
    let late = step % 2 == 1 ? piece.groove.swing : 0
    return Int(((Double(bar * 16 + step) + late) * framesPerStep).rounded())
  }

  /// Ducks the level at each kick, with a recovery of three steps.
  private func duck(_ sound: Sound) {
    guard piece.ducking > 0, !kicks.isEmpty else { return }
    let envelope = UnsafeMutablePointer<Float>.allocate(capacity: max(1, sound.frames))
    defer { envelope.deallocate() }
    envelope.initialize(repeating: 1, count: sound.frames)
    let attack = Int(0.004 * sampleRate)
    let length = Int(framesPerStep * 3)
    for kick in kicks {
      var frame = max(0, kick - attack)
      while frame < min(sound.frames, kick + length) {
        let index = Float(frame - kick) / Float(length)
        let depth = index < 0 ? 1 + Float(frame - kick) / Float(attack) : (1 - index) * (1 - index)
        let level = 1 - piece.ducking * depth
        if level < envelope[frame] { envelope[frame] = level }
        frame &+= 1
      }
    }
    sound.multiply(by: envelope)
  }
}
