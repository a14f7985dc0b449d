/// A call of a method on the bus.
package struct BusCall: Equatable, Sendable {
  package var destination: String
  package var path: String
  /// Empty for none: then the member alone says which method.
  package var interface: String
  package var member: String
  package var arguments: [BusValue]

  package init(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [BusValue] = []
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }

  /// A call of the bus itself.
  package static func bus(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
    let name = "org.freedesktop.DBus"
    return BusCall(name, "/org/freedesktop/DBus", name, member, arguments)
  }
}

package struct BusSignal: Equatable, Sendable {
  package var path: String
  package var interface: String
  package var member: String
  package var arguments: [BusValue]

  package init(_ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]) {
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// The signals that a subscription receives.
package struct BusMatch: Equatable, Sendable {
  /// A unique name, such as `:1.7`, or a well-known one.
  package var sender: String
  package var path: String
  package var interface: String
  package var member: String
  /// The value of the first argument, a text; nil for any.
  package var firstArgument: String?

  package init(
    sender: String, path: String, interface: String, member: String, firstArgument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.firstArgument = firstArgument
  }

  /// Nil if a value could end its quotes.
  var rule: String? {
    let parts =
      [
        ("type", "signal"), ("sender", sender), ("path", path), ("interface", interface),
        ("member", member),
      ] + (firstArgument.map { [("arg0", $0)] } ?? [])
    guard parts.allSatisfy({ !$1.utf8.contains(UInt8(ascii: "'")) && !$1.utf8.contains(0) }) else {
      return nil
    }
    return parts.map { "\($0)='\($1)'" }.joined(separator: ",")
  }
}

/// A call that another program made of an exported object.
package struct BusMethodCall: Equatable, Sendable {
  /// The unique name of the caller.
  package let sender: String
  package let path: String
  package let interface: String
  package let member: String
  package let arguments: [BusValue]
}

/// The answer of an exported object.
package enum BusAnswer: Equatable, Sendable {
  case values([BusValue])
  case error(name: String, text: String)
  /// The method is unknown, which libsystemd says.
  case unknown
  /// No reply is sent.
  case nothing
}
