/// Why something cannot be done to a server of the library.
package enum ServerFault: Equatable, Sendable {
  case gone
  case emptyName
  /// Another server has the name.
  case nameTaken(String)
  /// The same user of the same server is in the library already, by this name.
  case known(String)
  /// A listing that another one has followed.
  case oldListing

  var message: String {
    switch self {
    case .gone: "There is no such server"
    case .emptyName: "A server needs a name"
    case .nameTaken(let name): "There already is a server named \(name)"
    case .known(let name): "That server is in the library already, as \(name)"
    case .oldListing: "Another listing of this server has begun meanwhile"
    }
  }
}
