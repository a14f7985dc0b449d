extension HTTPHead {
  /// The server's clock as it answered (Date), in seconds since 1970.
  package var date: Int64? { value(of: "Date").flatMap { HTTPDate.seconds(ASCII.trimmed($0)) } }
}
