import CNcurses
import Glibc

/// Where ncurses looks for entries: in the folders that the environment names. That of a terminal is
/// the environment of the program that runs in it, which may be another process.
enum TerminfoSearch {
  private static let names = ["TERMINFO", "TERMINFO_DIRS"]

  /// Environments that differ from the process's in the values of `names`, by these values.
  // because ncurses has one owner, the run loop's thread.
  private nonisolated(unsafe) static var environments: [[String?]: Variables] = [:]
  /// Environments are never freed: more would be for somebody who makes them up.
  private static let maximumEnvironments = 64

  private typealias Variables = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// Calls `body`, in which ncurses looks where a program of this environment would.
  ///
  /// The pointer to the process's environment changes, and back. Other threads that read variables
  /// meanwhile (for proxies, the sound server, the bus) find either environment, whole, with the same
  /// values of all other names, since none is ever freed. setenv() would move the list under
  /// them; nothing in the program calls it.
  static func within<Value>(
    _ environment: [String: String], _ body: () throws(TerminalError) -> Value
  ) throws(TerminalError) -> Value {
    let values = values(environment)
    let own = names.map { getenv($0).map { String(cString: $0) } }
    guard values != own, let variables = variables(values) else { return try body() }
    let before = tritone_environment()
    tritone_use_environment(variables)
    defer { tritone_use_environment(before) }
    return try body()
  }

  /// What tells apart where entries are looked for.
  static func values(_ environment: [String: String]) -> [String?] {
    names.map { environment[$0] }
  }

  private static func variables(_ values: [String?]) -> Variables? {
    if let known = environments[values] { return known }
    guard environments.count < maximumEnvironments else { return nil }
    var list: [UnsafeMutablePointer<CChar>?] = []
    var next = tritone_environment()
    while let variable = next?.pointee {
      if !names.contains(where: { String(cString: variable).hasPrefix($0 + "=") }) {
        list.append(variable)
      }
      next = next?.successor()
    }
    for (name, value) in zip(names, values) {
      if let value { list.append(strdup("\(name)=\(value)")) }
    }
    let variables = Variables.allocate(capacity: list.count + 1)
    variables.initialize(from: list + [nil], count: list.count + 1)
    environments[values] = variables
    return variables
  }
}
