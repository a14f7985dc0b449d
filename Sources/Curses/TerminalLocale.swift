import Glibc

/// ncurses prints and measures in the encoding of the locale.
enum TerminalLocale {
  /// Sets the user's locale, or a UTF-8 one where that has another encoding. All terminals share it.
  static func useUTF8() throws(TerminalError) {
    guard isUTF8 else { throw .noUTF8 }
  }

  /// Set once, since other threads use the locale meanwhile.
  private static let isUTF8 = {
    setlocale(LC_ALL, "")
    // Numbers keep C's format.
    setlocale(LC_NUMERIC, "C")
    for name in [nil, "C.UTF-8", "C.utf8", "en_US.UTF-8"] {
      if let name, setlocale(LC_CTYPE, name) == nil { continue }
      if let codeset = nl_langinfo(nl_item(CODESET)), String(cString: codeset) == "UTF-8" {
        return true
      }
    }
    return false
  }()
}
