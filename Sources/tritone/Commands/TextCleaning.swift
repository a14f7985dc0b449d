import Screen

/// Text of strangers as it may stand in a line on a terminal.
enum TextCleaning {
  /// Control characters, line ends included, become `·`, and invisible ones nothing; tabs stay,
  /// since our own lines have them between fields.
  static func line(_ text: String) -> String {
    text.split(separator: "\t", omittingEmptySubsequences: false)
      .map { TextWidth.pieces(of: String($0)).map(\.text).joined() }.joined(separator: "\t")
  }
}
