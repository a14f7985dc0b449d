package import Music

/// One tag of a file under its format's name: "TBPM", "TXXX:FMPS_Rating", "INITIALKEY",
/// "----:com.apple.iTunes:initialkey".
package struct TagItem: Hashable, Sendable {
  package var name: String
  /// UTF-8 for text, else the stored bytes.
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

  /// Displayable text; nil if the value is not text.
  package var text: String? {
    isText ? value.withUnsafeBufferPointer { TagText.readable($0) } : nil
  }
}

/// The wanted tags of a file; nil leaves a tag as it is.
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

/// A tag whose value differs from the wanted one.
package struct TagChange: Equatable, Sendable {
  package var name: String
  /// The current value; nil if missing.
  package var old: String?
  package var new: String
}
