internal import Bus
internal import Music

/// The arguments of `Notify` (Desktop Notifications Specification 1.2) for what a server can show.
struct NotificationCall {
  let capabilities: Set<String>

  static let service = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"
  /// Milliseconds.
  private static let longestTime = 600_000.0

  static func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(service, path, service, member, arguments)
  }

  /// - Parameter id: of the notification to replace, 0 for none.
  func notify(_ notification: TrackNotification, replacing id: UInt32) -> BusCall {
    let lines = [notification.artist, notification.album].compactMap { DesktopText.line($0) }
    let title = DesktopText.line(notification.title) ?? "Tritone"
    let hasBody = capabilities.contains("body")
    let summary = hasBody ? title : ([title] + lines.prefix(1)).joined(separator: " – ")
    let body = hasBody ? lines.map(escaped).joined(separator: "\n") : ""
    var actions: [NotificationAction] = []
    if capabilities.contains("actions") {
      actions = NotificationAction.allCases.filter { $0 != .next || notification.hasNext }
    }
    var hints: [(String, BusValue)] = [
      ("desktop-entry", .string("tritone")), ("transient", .boolean(true)), ("urgency", .byte(0)),
    ]
    if let cover = notification.cover {
      hints.append(("image-path", .string(FileURI.text(of: cover))))
    }
    let time = notification.time.map { min(Self.longestTime, max(1, $0 / .milliseconds(1))) }
    return Self.call(
      "Notify",
      [
        .string("Tritone"), .uint32(id), .string("tritone"), .string(summary), .string(body),
        .strings(actions.flatMap { [$0.rawValue, $0.label] }), .variants(hints),
        .int32(time.map { Int32($0) } ?? -1),
      ])
  }

  /// Markup is read only by servers that say so; others would show the entities.
  private func escaped(_ line: String) -> String {
    guard capabilities.contains("body-markup") else { return line }
    return line.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}

/// The buttons of a notification, by their keys.
enum NotificationAction: String, CaseIterable {
  case next, pause

  var label: String {
    switch self {
    case .next: "Next"
    case .pause: "Pause"
    }
  }

  var command: PlayerCommand {
    switch self {
    case .next: .next
    case .pause: .pause
    }
  }
}
