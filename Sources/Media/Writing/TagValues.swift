/// All values of one tag of a file under its format's name, as in `TagItem`.
struct TagValues: Equatable {
  var name: String
  var values: [String]
  /// Nil for FFmpeg's names.
  var family: TagFamily?
}
