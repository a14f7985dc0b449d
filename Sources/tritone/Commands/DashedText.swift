import ArgumentParser

/// Texts of comments may begin with a dash: `tritone comment add FILE "- too late"`.
enum DashedText {
  private static let commands: [String: Int] = ["add": 2, "edit": 3]
  private static let valued: Set<String> = ["--at", "--library"]
  private static let flags: Set<String> = ["--json", "--help", "-h", "--version"]

  /// The arguments with such a text behind "--", where the parser takes it as it is.
  ///
  /// - Throws: For what may be a text or a mistyped option.
  static func separated(_ arguments: [String]) throws -> [String] {
    guard arguments.count > 2, arguments[0] == "comment", let wanted = commands[arguments[1]]
    else { return arguments }
    var (options, positions, dashed) = ([String](), [String](), [String]())
    var index = 2
    while index < arguments.count {
      let argument = arguments[index]
      if argument == "--" || argument.hasPrefix("--experimental") { return arguments }
      if valued.contains(argument) {
        options += arguments[index...].prefix(2)
        index += 1
      } else if flags.contains(argument) || valued.contains(where: { argument.hasPrefix($0 + "=") })
      {
        options.append(argument)
      } else {
        positions.append(argument)
        if argument.hasPrefix("-"), argument != "-" { dashed.append(argument) }
      }
      index += 1
    }
    guard !dashed.isEmpty, positions.count <= wanted else { return arguments }
    if let option = dashed.first(where: mayBeOption) {
      throw ValidationError(
        "there is no option \(option); a text that begins with dashes stands behind --, as the last"
      )
    }
    return arguments[..<2] + options + ["--"] + positions
  }

  /// "--word", unlike "-3 dB" and "-- so what".
  private static func mayBeOption(_ text: String) -> Bool {
    text.hasPrefix("--") && text.dropFirst(2).allSatisfy { $0.isLetter || $0 == "-" }
  }
}
