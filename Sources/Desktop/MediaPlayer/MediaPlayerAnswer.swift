internal import Bus
internal import Music

/// The answer to a call, and what is to be done.
struct MediaPlayerAnswer: Sendable {
  let reply: BusAnswer
  var commands: [PlayerCommand] = []
  var raises = false

  init(_ reply: BusAnswer) { self.reply = reply }

  /// - Parameter commands: none where the call has no effect.
  init(_ commands: [PlayerCommand]) {
    reply = .values([])
    self.commands = commands
  }
}

extension BusAnswer {
  static func failure(_ name: String, _ text: String) -> BusAnswer {
    .error(name: "org.freedesktop.DBus.Error." + name, text: text)
  }

  static let tooMany = failure("LimitsExceeded", "Too many commands")
  static let cannotBeOpened = failure("InvalidArgs", "Not the address of something to play")
}
