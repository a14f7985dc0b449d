/// A score as the bytes of a Standard MIDI File of format 0.
///
/// The times of a score are seconds, so the file has one tempo and ticks that are short enough.
enum MIDIFile {
  /// At 120 quarters a minute.
  private static let ticksPerQuarter = 9600
  private static let ticksPerSecond = 19_200.0

  private struct Event {
    var tick: Int
    /// Order within a tick: set-up, then note ends, then note starts.
    var rank: Int
    var bytes: [UInt8]
  }

  /// - Parameters:
  ///   - tuning: cents above concert pitch for everything but the drums.
  ///   - ending: seconds of silence after the last note.
  static func bytes(of score: Score, tuning: Double, ending: Double) -> [UInt8] {
    var events = setUp(score, tuning: tuning)
    events += score.changes.map { change in
      Event(
        tick: tick(change.time), rank: 2,
        bytes: [0xB0 | change.part.rawValue, change.control.rawValue, change.value])
    }
    for note in score.notes {
      let channel = note.part.rawValue
      events.append(
        Event(
          tick: tick(note.start), rank: 4, bytes: [0x90 | channel, note.pitch, note.velocity]))
      events.append(Event(tick: tick(note.end), rank: 3, bytes: [0x80 | channel, note.pitch, 0]))
    }
    // A last event without effect, so that the renderer continues until then.
    events.append(Event(tick: tick(score.end + ending), rank: 5, bytes: [0xB0, 7, 0]))

    // Events of the same tick and rank stay in order.
    let order = events.indices.sorted {
      (events[$0].tick, events[$0].rank, $0) < (events[$1].tick, events[$1].rank, $1)
    }
    var track: [UInt8] = [0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20]
    var now = 0
    for event in order.map({ events[$0] }) {
      track += variableLength(event.tick - now) + event.bytes
      now = event.tick
    }
    track += [0, 0xFF, 0x2F, 0]
    return Array("MThd".utf8) + bigEndian(6, 4) + bigEndian(0, 2) + bigEndian(1, 2)
      + bigEndian(ticksPerQuarter, 2) + Array("MTrk".utf8) + bigEndian(track.count, 4) + track
  }

  private static func setUp(_ score: Score, tuning: Double) -> [Event] {
    var events: [Event] = []
    for part in Score.Part.allCases {
      let channel = part.rawValue
      if part != .drums, tuning != 0 {
        // Registered parameter 1: fine tuning, 100 cents up or down.
        let value = Int((8192 + tuning / 100 * 8192).rounded())
        for (number, setting) in [(101, 0), (100, 1), (6, value >> 7), (38, value & 0x7F)] {
          events.append(
            Event(tick: 0, rank: 0, bytes: [0xB0 | channel, UInt8(number), UInt8(setting)]))
        }
      }
      if let program = score.programs[part] {
        events.append(Event(tick: 0, rank: 1, bytes: [0xC0 | channel, program]))
      }
    }
    return events
  }

  private static func tick(_ seconds: Double) -> Int { Int(seconds * ticksPerSecond) }

  private static func variableLength(_ number: Int) -> [UInt8] {
    var bytes = [UInt8(number & 0x7F)]
    var rest = number >> 7
    while rest > 0 {
      bytes.insert(0x80 | UInt8(rest & 0x7F), at: 0)
      rest >>= 7
    }
    return bytes
  }

  private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
