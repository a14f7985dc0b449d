package import JSON
internal import Music

/// The values of a status as texts, at some time after it was told.
package struct StatusValues {
  let status: JSONNode
  let elapsed: Duration

  package init(status: JSONNode, elapsed: Duration) {
    self.status = status
    self.elapsed = elapsed
  }

  package var isPlaying: Bool { status["playback"]?.text == "playing" }

  private var speed: Double { status["speed"]?.number ?? 1 }

  private var duration: Duration? { time("duration") }

  package var position: Duration {
    let told = time("position") ?? .zero
    let reached = status["advancing"]?.bool == true ? told + elapsed * speed : told
    return duration.map { min($0, reached) } ?? reached
  }

  /// How long until the position shows another second; nil where it stands still.
  package var nextSecond: Duration? {
    guard status["advancing"]?.bool == true, duration.map({ position < $0 }) ?? true else {
      return nil
    }
    let part = position.seconds.truncatingRemainder(dividingBy: 1)
    // With a margin, so that the second is reached then.
    return .seconds((1 - part) / max(0.1, speed)) + .milliseconds(2)
  }

  /// Bounded: what comes over the socket may be anything.
  private func time(_ name: String) -> Duration? {
    status[name]?.number.map { .seconds(max(0, min($0, 1e9))) }
  }

  subscript(field: StatusFormat.Field) -> String {
    let track = status["track"]
    switch field {
    case .icon:
      return switch status["playback"]?.text {
      case "playing": "▶"
      case "paused": "⏸"
      default: "⏹"
      }
    case .playback: return status["playback"]?.text ?? ""
    case .artist: return track?["artist"]?.text ?? ""
    case .title: return track?["title"]?.text ?? ""
    case .album: return track?["album"]?.text ?? ""
    case .chapter: return track?["chapter"]?.text ?? ""
    case .path: return track?["path"]?.text ?? ""
    case .position: return position.clockText
    case .duration: return duration?.clockText ?? ""
    case .left: return duration.map { ($0 - position).clockText } ?? ""
    case .percent:
      guard let duration, duration > .zero else { return "" }
      return "\(Int(position / duration * 100))"
    case .volume:
      return status["muted"]?.bool == true ? "muted" : number(status["volume"])
    case .speed: return speed.shortText
    case .rating: return number(track?["rating"])
    case .reaction:
      let reaction = track?["reaction"]?.text
      return reaction == "none" ? "" : reaction ?? ""
    case .shuffle: return status["shuffle"]?.bool == true ? "shuffle" : ""
    case .repeat:
      let way = status["repeat"]?.text
      return way == "off" ? "" : way ?? ""
    case .place: return status["index"]?.integer.map { "\($0 + 1)" } ?? ""
    case .count: return number(status["count"])
    }
  }

  private func number(_ node: JSONNode?) -> String { node?.integer.map { "\($0)" } ?? "" }
}
