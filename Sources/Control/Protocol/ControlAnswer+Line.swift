internal import JSON
internal import Music

extension ControlAnswer {
  func line(named name: RequestName?) -> [UInt8] {
    switch self {
    case .done(let message): Self.success([("message", message.map { .text($0) })], name)
    case .failed(let reason):
      JSONNode.object([
        ("id", name?.node), ("ok", .bool(false)), ("error", .text(reason)),
      ]).line
    case .queue(let listing): Self.success(listing.members, name)
    case .outputs(let devices, let chosen):
      Self.success(
        [
          ("chosen", chosen.map { .text($0) }),
          ("outputs", .array(devices.map { .object($0.members) })),
        ], name)
    }
  }

  /// Says that the answer comes at the end of work that has begun.
  static func begun(_ name: RequestName) -> [UInt8] {
    JSONNode.object([("id", name.node), ("begun", .bool(true))]).line
  }

  /// Refuses a line of which nothing is known.
  static var lineTooLong: [UInt8] {
    let limit = "\(ControlProtocol.longestLine >> 20) MiB"
    return ControlAnswer.failed("a line is longer than \(limit)").line(named: nil)
  }

  static func success(_ members: [(String, JSONNode?)], _ name: RequestName?) -> [UInt8] {
    JSONNode.object([("id", name?.node), ("ok", .bool(true))] + members).line
  }
}

extension ControlTopic {
  func line(of status: PlayerStatus) -> [UInt8] {
    let members =
      switch self {
      case .player: status.members()
      case .queue: status.queueMembers
      }
    return JSONNode.object([("event", .text(rawValue))] + members).line
  }
}

extension OutputDevice {
  fileprivate var members: [(String, JSONNode?)] {
    [
      ("name", .text(name)), ("description", .text(description)),
      ("default", isDefault ? .bool(true) : nil), ("remote", isRemote ? .bool(true) : nil),
    ]
  }
}
