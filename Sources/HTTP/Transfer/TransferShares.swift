/// How many transfers of each class run, at all and at each host.
struct TransferShares {
  private struct Share: Hashable {
    var urgency: HTTPUrgency
    var host: String
  }

  private let limits: HTTPLimits
  private var all: [HTTPUrgency: Int] = [:]
  private var perHost: [Share: Int] = [:]

  init(_ limits: HTTPLimits) { self.limits = limits }

  private func share(_ request: HTTPRequest) -> Share {
    Share(urgency: request.urgency, host: request.url.origin.authority)
  }

  mutating func add(_ request: HTTPRequest) {
    all[request.urgency, default: 0] += 1
    perHost[share(request), default: 0] += 1
  }

  func hasRoom(for request: HTTPRequest) -> Bool {
    let running = all[request.urgency] ?? 0
    switch request.urgency {
    case .background: return running < limits.backgroundTransfers
    case .normal, .urgent:
      return running < limits.transfers
        && perHost[share(request)] ?? 0 < limits.transfersPerHost
    }
  }
}
