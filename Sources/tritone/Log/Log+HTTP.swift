import HTTP
import Log
import Music

extension Log {
  /// Notes a transfer; whoever wanted it notes its fault.
  func transferred(_ entry: HTTPLogEntry) {
    let metrics = entry.metrics
    debug(
      .http, "transferred",
      [
        LogField("host", metrics.host), LogField("method", metrics.method.rawValue),
        LogField("status", metrics.status), LogField("version", metrics.version),
        LogField("received", metrics.received), LogField("sent", metrics.sent),
        LogField("redirects", metrics.redirects),
        LogField("milliseconds", Int(metrics.total.seconds * 1000)),
      ])
  }
}
