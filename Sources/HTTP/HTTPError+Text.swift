internal import Glibc

extension HTTPError: CustomStringConvertible {
  /// The fault in plain words, and what to do next.
  package var description: String {
    switch self {
    case .invalidURL(let reason): "The address \(reason): correct it"
    case .invalidRequest(let reason): "The request cannot be sent: \(reason)"
    case .noLibrary(let reason):
      "HTTP needs libcurl4: install the package libcurl4 (\(reason))"
    case .offline: "This machine is offline: connect it to a network, then try again"
    case .nameNotFound(let place):
      "No server is known for \(place): check the name, and whether the network works"
    case .refused(let place):
      "\(place) refuses the connection: check that the server runs, and its port"
    case .unreachable(let place, let reason):
      "\(place) cannot be reached (\(reason)): try again later"
    case .connectionLost(let place): "\(place) ended the connection too early: try again"
    case .timedOut(let place, let timeout): "\(place) \(timeout.text): try again later"
    case .certificate(let place, let reason):
      "\(place) has no trusted certificate (\(reason)): check the address and this machine's "
        + "clock, or give the certificate of its authority in the settings"
    case .badResponse(let place, let reason):
      "\(place) sent no proper answer (\(reason)): check that the address is that of the service"
    case .headerTooLarge(let place): "\(place) sent too many headers: check the address"
    case .bodyTooLarge(let place, let limit):
      "\(place) sent more than the \(Self.size(limit)) that are allowed here"
    case .tooManyRedirects(let place): "\(place) redirects too often: check the address"
    case .redirectCircle(let place): "\(place) redirects in a circle: check the address"
    case .forbiddenRedirect(let place, let reason):
      "\(place) redirects to an address that is not allowed (\(reason)): check the address"
    case .status(let place, let status, let pause):
      "\(place) \(Self.text(status: status))"
        + (pause.map { ", and asks for a pause of \($0.components.seconds) s" } ?? "")
    case .cancelled: "Cancelled"
    case .disk(let path, let code): "\(path): \(Self.text(disk: code))"
    }
  }

  private static func size(_ bytes: Int64) -> String {
    switch bytes {
    case ..<10_000: "\(bytes) bytes"
    case ..<(1 << 20): "\(bytes >> 10) KiB"
    default: "\(bytes >> 20) MiB"
    }
  }

  private static func text(status: Int) -> String {
    switch status {
    case 401: "wants a sign-in (401): sign in again"
    case 403: "does not allow it (403): check the rights of the account"
    case 404: "has nothing there (404): check the address"
    case 429: "has had too many requests (429): wait a while"
    case 500...599: "has a fault of its own (\(status)): try again later"
    default: "did not do it (\(status))"
    }
  }

  private static func text(disk code: Int32) -> String {
    switch code {
    case ENOSPC: "the disk is full: make room, then download again"
    case EDQUOT: "the quota of the disk is used up: make room, then download again"
    case EFBIG: "the file is larger than the disk or a limit allows"
    case EROFS: "the disk is read-only: choose another folder"
    case EACCES, EPERM: "no permission to write there: choose another folder"
    case ENOENT, ENOTDIR: "its folder is not there: make it, or choose another one"
    case EBUSY: "is being downloaded already: wait for that"
    case ELOOP, EEXIST, EINVAL:
      "something else than a file of ours has the name of its part: remove that"
    default: "cannot be written: \(String(cString: strerror(code)).lowercased())"
    }
  }
}

extension HTTPTimeout {
  var text: String {
    switch self {
    case .connecting: "cannot be connected to in time"
    case .stalled: "has stopped sending"
    case .whole: "took too long for the whole answer"
    }
  }
}
