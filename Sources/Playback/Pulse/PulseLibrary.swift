import CPulse

/// libpulse, loaded by the first output that plays through it: with the libraries that it alone
/// brings along it takes longer to load than a command to a player takes.
package enum PulseLibrary {
  /// Loads the library unless loaded.
  ///
  /// - Returns: why it cannot be loaded, for display; nil where it is.
  package static func load() -> String? {
    tritone_load_pulse().map {
      "libpulse cannot be loaded, install it again (\(String(cString: $0)))"
    }
  }
}
