import Synchronization

/// The folded names of the folders of a list, built when a filter is typed.
final class FolderNames: Sendable {
  /// A folder, by a path that begins with its own and by the range of its name in that.
  typealias PathPart = (name: Int, part: Range<Int>)

  private struct Fixed<Value>: @unchecked Sendable {
    // because paths are only appended to, and values derived from them are never written to
    let value: Value
  }

  private let paths: Fixed<TextColumn>
  private let places: [PathPart]
  private let evaluated = Mutex<Fixed<TextColumn>?>(nil)

  init(of paths: TextColumn, _ places: [PathPart]) {
    self.paths = Fixed(value: paths)
    self.places = places
  }

  /// In list order.
  var folded: TextColumn {
    evaluated.withLock { evaluated in
      if let evaluated { return evaluated }
      let intake = TextOffsets()
      var folded = TextColumn()
      for index in places {
        let name = paths.value[index.name][index.part]
        folded.append(intake.folded(UnsafeBufferPointer(rebasing: name)))
      }
      let fixed = Fixed(value: folded)
      evaluated = fixed
      return fixed
    }.value
  }
}
