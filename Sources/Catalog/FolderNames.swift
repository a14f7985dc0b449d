import Synchronization

/// The folded names of the folders of a list, made when somebody types at it.
final class FolderNames: Sendable {
  /// A folder, by a path that begins with its own and by which part of that is its name.
  typealias PathPart = (name: Int, part: Range<Int>)

  private struct Fixed<Value>: @unchecked Sendable {
    // because paths are only appended to, and what is made of them is never written to
    let value: Value
  }

  private let paths: Fixed<TextColumn>
  private let places: [PathPart]
  private let made = Mutex<Fixed<TextColumn>?>(nil)

  init(of paths: TextColumn, _ places: [PathPart]) {
    self.paths = Fixed(value: paths)
    self.places = places
  }

  /// In the order of the list.
  var folded: TextColumn {
    made.withLock { made in
      if let made { return made }
      let intake = TrackIntake()
      var folded = TextColumn()
      for index in places {
        let name = paths.value[index.name][index.part]
        folded.append(intake.folded(UnsafeBufferPointer(rebasing: name)))
      }
      let fixed = Fixed(value: folded)
      made = fixed
      return fixed
    }.value
  }
}
