import Glibc
package import Music

/// The end of a sync: what was done, and what ended it too early.
package struct SyncOutcome: Equatable, Sendable {
  package var report: SyncReport
  /// Nil where everything that could be done was.
  package var error: SyncError?
  /// Bytes per second of the copying, nil where too little was copied to tell.
  package var speed: Int64?

  package init(report: SyncReport, error: SyncError? = nil, speed: Int64? = nil) {
    self.report = report
    self.error = error
    self.speed = speed
  }
}

extension PeerError {
  /// Whether one file fails and others may not.
  package var isOfOneFile: Bool {
    switch self {
    case .changed, .exists, .unreadable, .unwritable, .damaged, .source: true
    case .cancelled, .gone, .notTheDevice, .readOnly, .full, .busy, .database, .remote: false
    }
  }

  /// An error of the system in words: "no space left on device".
  package static func words(of code: Int32) -> String {
    if code == ESTALE { return "it has changed meanwhile" }
    let text = String(cString: strerror(code))
    // "Input/output error" begins a sentence there.
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The reason in a note: "is already there under that name".
  var reason: String {
    switch self {
    case .changed: "was changed on the device meanwhile"
    case .exists: "has a name on the device that is taken"
    case .unreadable(_, let code): "cannot be read on the device: \(PeerError.words(of: code))"
    case .unwritable(_, let code): "cannot be written on the device: \(PeerError.words(of: code))"
    case .damaged: "was damaged on its way to the device, and is copied again by the next sync"
    case .source(_, ESTALE): "has changed here since it was scanned"
    case .source(_, let code): "cannot be read here: \(PeerError.words(of: code))"
    case .full: "has no room: the device is full"
    case .cancelled, .gone, .notTheDevice, .readOnly, .busy, .database, .remote: "was not reached"
    }
  }
}
