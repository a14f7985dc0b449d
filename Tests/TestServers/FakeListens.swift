import Synchronization

/// A fault that a fake of a service has at its next request.
package enum ServiceFault: Equatable, Sendable {
  /// Answers without taking anything.
  case status(Int, headers: [String] = [], body: String = "{}")
  /// Closes the connection before it takes anything.
  case cutBefore
  /// Takes what was sent, and closes the connection in the middle of the answer.
  case cutAfter
}

/// A listen as a service has it.
package struct StoredListen: Hashable, Sendable {
  package var start: Int64
  package var artist: String
  package var title: String

  package init(start: Int64, artist: String, title: String) {
    (self.start, self.artist, self.title) = (start, artist, title)
  }
}

/// The listens of a user at a service, each once: what comes again with its time is the same.
package struct StoredListens: Sendable {
  /// In the order of their arrival.
  package private(set) var all: [StoredListen] = []
  /// All that was sent, duplicates included.
  package private(set) var sent = 0

  /// False for a duplicate.
  @discardableResult
  mutating func take(_ listen: StoredListen) -> Bool {
    sent += 1
    guard !all.contains(listen) else { return false }
    all.append(listen)
    return true
  }
}

extension Exchange {
  /// Sends the beginning of an answer that never ends; false, which closes the connection.
  func cutAnswer() -> Bool {
    _ = send("HTTP/1.1 200 Some\r\nContent-Length: 50\r\n\r\n{\"sta")
    return false
  }

  func answer(_ fault: ServiceFault) -> Bool {
    switch fault {
    case .status(let status, let headers, let body): answer(status, headers, Array(body.utf8))
    case .cutBefore: false
    case .cutAfter: cutAnswer()
    }
  }
}
