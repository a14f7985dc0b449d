extension TrackQuery {
  /// The beginnings of terms that name a field, each with its colon.
  package static var fieldPrefixes: [String] {
    QueryField.names.map { $0.name + ":" } + ["~key:"]
  }
}
