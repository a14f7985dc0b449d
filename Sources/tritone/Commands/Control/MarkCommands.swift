import ArgumentParser
import Control
import JSON

struct RateCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Rate what plays.",
    discussion: """
      Example:
        tritone rate 4
      """)
  @OptionGroup var target: PlayerTarget
  @Argument(help: "0 to 5 stars.") var stars: Int

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    guard let stars: Int = arguments.value() else { return false }
    self.stars = stars
    return true
  }

  func validate() throws {
    guard (0...5).contains(stars) else { throw ValidationError("there are 0 to 5 stars") }
  }

  func run() throws { try target.send([("do", .text("rate")), ("stars", .number(stars))]) }
}

struct LikeCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "like", abstract: "Mark what plays as liked.",
    discussion: """
      Examples:
        tritone like
        tritone like --off
      """)
  @OptionGroup var target: PlayerTarget
  @Flag(help: "Take the mark away.") var off = false

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    off = arguments.flag("--off")
    return true
  }

  func run() throws {
    try target.send([
      ("do", .text("react")), ("reaction", .text("liked")), ("off", off ? .bool(true) : nil),
    ])
  }
}

struct LoveCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "love", abstract: "Mark what plays as loved.",
    discussion: """
      Examples:
        tritone love
        tritone love --off
      """)
  @OptionGroup var target: PlayerTarget
  @Flag(help: "Take the mark away.") var off = false

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    off = arguments.flag("--off")
    return true
  }

  func run() throws {
    try target.send([
      ("do", .text("react")), ("reaction", .text("loved")), ("off", off ? .bool(true) : nil),
    ])
  }
}
