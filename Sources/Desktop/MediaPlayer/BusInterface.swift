/// The members of a D-Bus interface, by which calls are checked and which introspection tells.
struct BusInterface: Sendable {
  let name: String
  var methods: [Method] = []
  var signals: [Signal] = []
  var properties: [Property] = []

  struct Argument: Sendable {
    let name: String
    let type: String
  }

  struct Method: Sendable {
    let name: String
    var takes: [Argument] = []
    var returns: [Argument] = []
  }

  struct Signal: Sendable {
    let name: String
    let arguments: [Argument]
  }

  /// What PropertiesChanged says of a property.
  enum Announcement: String, Sendable {
    case value = "true"
    case invalidation = "invalidates"
    case nothing = "false"
  }

  struct Property: Sendable {
    let name: String
    let type: String
    var isWritable = false
    var announcement = Announcement.value
  }

  func method(_ name: String) -> Method? { methods.first { $0.name == name } }

  func property(_ name: String) -> Property? { properties.first { $0.name == name } }
}

extension BusInterface.Argument {
  init(_ name: String, _ type: String) { self.init(name: name, type: type) }
}

extension BusInterface {
  /// The document of org.freedesktop.DBus.Introspectable (D-Bus specification, "Introspection
  /// Data Format").
  static func document(of interfaces: [BusInterface]) -> String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    \(interfaces.map(\.element).joined())</node>

    """
  }

  private var element: String {
    var text = " <interface name=\"\(name)\">\n"
    for method in methods {
      let takes = method.takes.map { Self.element($0, " direction=\"in\"") }
      let returns = method.returns.map { Self.element($0, " direction=\"out\"") }
      text += Self.element("method", method.name, takes + returns)
    }
    for signal in signals {
      text += Self.element("signal", signal.name, signal.arguments.map { Self.element($0, "") })
    }
    for property in properties {
      let access = property.isWritable ? "readwrite" : "read"
      let start =
        "  <property name=\"\(property.name)\" type=\"\(property.type)\" access=\"\(access)\""
      guard property.announcement != .value else {
        text += start + "/>\n"
        continue
      }
      text += """
        \(start)>
           <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" \
        value="\(property.announcement.rawValue)"/>
          </property>

        """
    }
    return text + " </interface>\n"
  }

  private static func element(_ kind: String, _ name: String, _ arguments: [String]) -> String {
    guard !arguments.isEmpty else { return "  <\(kind) name=\"\(name)\"/>\n" }
    return "  <\(kind) name=\"\(name)\">\n\(arguments.joined())  </\(kind)>\n"
  }

  private static func element(_ argument: Argument, _ direction: String) -> String {
    "   <arg name=\"\(argument.name)\" type=\"\(argument.type)\"\(direction)/>\n"
  }
}
