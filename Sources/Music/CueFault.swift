/// Why a cue cannot be stored as it is.
package enum CueFault: Error, Equatable, Sendable {
  case beforeStart
  /// The time lies beyond the track's length.
  case behindEnd(Duration)
  /// The end is not after the start.
  case endBeforeStart(Duration)
  case nameTooLong
  case noSuchColor(String)
  /// There is a cue at this time already.
  case near(Duration)
  case tooMany
  /// The cue or its track was removed.
  case gone

  package var message: String {
    switch self {
    case .beforeStart: "A cue is not before the start of its track"
    case .behindEnd(let length): "It is only \(length.clockText(decimals: 2)) long"
    case .endBeforeStart(let time): "The end has to be after \(time.clockText(decimals: 2))"
    case .nameTooLong: "A name has at most \(Cue.maximumName) characters"
    case .noSuchColor(let name):
      "There is no colour \(name); there are "
        + TrackColor.allCases.map(\.rawValue).joined(separator: ", ")
    case .near(let time): "There already is a cue at \(time.clockText(decimals: 2))"
    case .tooMany: "A track has at most \(Cue.maximumOfTrack) cues"
    case .gone: "That cue is gone"
    }
  }
}

extension Cue {
  /// Why it cannot be stored for a track of a length, where known; nil if it can.
  package func fault(length: Duration?) -> CueFault? {
    let last = length ?? EntryPlayback.latest
    if time < .zero { return .beforeStart }
    if time > last { return .behindEnd(last) }
    if let end, end <= time { return .endBeforeStart(time) }
    if let end, end > last { return .behindEnd(last) }
    if name.count > Cue.maximumName { return .nameTooLong }
    if let color, TrackColor(rawValue: color) == nil { return .noSuchColor(color) }
    return nil
  }

  /// One line without invisible characters, and without spaces around it.
  package static func tidied(_ name: String) -> String {
    let seen = name.map { $0.isNewline || $0 == "\t" ? " " : $0 }
      .filter { !$0.unicodeScalars.contains { $0.value < 32 || $0.value == 127 } }
    var text = seen[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
