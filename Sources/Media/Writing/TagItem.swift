package import Music

/// One tag of a file under the name that its format gives it: "TBPM", "TXXX:FMPS_Rating",
/// "INITIALKEY", "----:com.apple.iTunes:initialkey".
package struct TagItem: Hashable, Sendable {
  package var name: String
  /// UTF-8 where it is text, else as it lies in the file.
  package var value: [UInt8]
  package var isText: Bool

  init(_ name: String, _ text: String) {
    self.init(name, Array(text.utf8), isText: true)
  }

  init(_ name: String, _ value: [UInt8], isText: Bool) {
    self.name = name
    self.value = value
    self.isText = isText
  }

  /// Fit to be shown; nil where it is not text.
  package var text: String? {
    isText ? value.withUnsafeBufferPointer { TagText.readable($0) } : nil
  }
}

/// What the tags of a file shall say; nil is what they may say as they do.
package struct WantedTags: Equatable, Sendable {
  package var rating: Rating?
  /// Beats per minute.
  package var bpm: Double?
  package var key: String?

  package init(rating: Rating? = nil, bpm: Double? = nil, key: String? = nil) {
    self.rating = rating
    self.bpm = bpm
    self.key = key
  }
}

/// A tag that says something else than it shall.
package struct TagChange: Equatable, Sendable {
  package var name: String
  /// What it says now; nil where there is none.
  package var old: String?
  package var new: String
}
