extension Composer {
  /// - Parameter next: root of the next chord.
  mutating func playBass(_ style: BassStyle, _ index: ChordPosition, next: Int) {
    let root = bassNote(index.root)
    let intervals = index.quality.intervals
    let fifth = root + (intervals.count > 2 && intervals[2] == 6 ? 6 : 7)
    let beats = Int(index.length)
    func hit(_ pitch: Int, _ offset: Double, _ length: Double, _ velocity: Double = 96) {
      guard offset < index.length - 1e-6 else { return }
      play(
        .bass, pitch, at: index.start + offset, for: min(length, index.length - offset),
        velocity: velocity, looseness: 0.7)
    }
    switch style {
    case .none: break
    case .root: for offset in [0.0, 2] { hit(root, offset, 1.4) }
    case .long: hit(root, 0, index.length * 0.95, 104)
    case .drone: hit(root, 0, index.length)
    case .downbeat: hit(root, 0, 0.9, 92)
    case .alternating:
      for beat in 0..<beats { hit(beat % 2 == 0 ? root : fifth, Double(beat), 0.8) }
    case .eighths:
      for count in 0..<Int(index.length * 2) {
        hit(root, Double(count) / 2, 0.45, count % 2 == 0 ? 98 : 86)
      }
    case .offbeat: for beat in 0..<beats { hit(root, Double(beat) + 0.5, 0.4, 100) }
    case .rolling:
      for beat in 0..<beats {
        for part in [0.25, 0.5, 0.75] { hit(root, Double(beat) + part, 0.2) }
      }
    case .octaves:
      for beat in 0..<beats {
        hit(root, Double(beat), 0.4)
        hit(root + 12, Double(beat) + 0.5, 0.35, 86)
      }
    case .sixteenths:
      for count in 0..<Int(index.length * 4) {
        guard let interval = habits.sixteenths[count % 16] else { continue }
        hit(root + interval, Double(count) / 4, 0.2, 94)
      }
    case .syncopated:
      for figure in habits.syncopation {
        hit(root + figure.interval, figure.position, figure.length)
      }
    case .subBass:
      hit(root, 0, 1.4, 110)
      for offset in chance.one(of: [[1.5], [2.5], [1.5, 2.5], [3.5]]) {
        hit(root, offset, 0.9, 104)
      }
    case .wobble:
      for count in 0..<Int(index.length * 2) where chance.happens(0.75) {
        hit(root + chance.one(of: [0, 0, 12]), Double(count) / 2, 0.42, 106)
      }
    case .walking, .shuffle:
      let tones = [0] + intervals.dropFirst()
      for beat in 0..<beats {
        let approach = bassNote(next) + chance.one(of: [-1, 1, -2])
        let tone = root + chance.one(of: tones)
        let note = beat == 0 ? root : beat == beats - 1 ? approach : tone
        hit(note, Double(beat), 0.9, 94)
        if style == .shuffle { hit(note, Double(beat) + 0.5, 0.35, 74) }
      }
    case .bossa:
      hit(root, 0, 1.3)
      hit(fifth, 1.5, 0.5)
      hit(fifth, 2, 1.3)
      hit(root, 3.5, 0.5)
    case .tumbao:
      hit(fifth, 1.5, 1, 98)
      hit(root < bassFloor + 6 ? root + 12 : root, 3, 1, 98)
    }
  }

  private func bassNote(_ root: Int) -> Int { bassFloor + (root - bassFloor + 120) % 12 }
}
