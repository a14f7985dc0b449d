/// A value that others share; a change makes one of its own.
struct SharedValue<Value: Sendable>: Sendable {
  private final class Storage: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  init(_ value: Value) { storage = Storage(value) }

  var value: Value {
    get { storage.value }
    set { storage = Storage(newValue) }
  }
}

extension SharedValue: Equatable where Value: Equatable {
  static func == (left: SharedValue, right: SharedValue) -> Bool {
    left.storage === right.storage || left.value == right.value
  }
}

extension SharedValue: Codable where Value: Codable {
  init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// The values that tracks of an album have in common as a rule. Of 100,000 tracks each has a reference
/// to those of its album.
package protocol AlbumValues: Hashable, Sendable {
  /// Equal strings may have other bytes, composed or not, which a database tells apart.
  func hasBytes(of other: Self) -> Bool
}

/// Values of albums that tracks are to share, a bounded number of them.
package struct KnownAlbums<Values: AlbumValues>: Sendable {
  private static var maximum: Int { 4_096 }

  /// By the lowest bits of the hash.
  private var known: [SharedValue<Values>?] = Array(repeating: nil, count: maximum)

  package init() {}

  mutating func share(_ values: inout SharedValue<Values>) {
    let slot = values.value.hashValue & (Self.maximum - 1)
    if let found = known[slot], found.value.hasBytes(of: values.value) {
      values = found
    } else {
      known[slot] = values
    }
  }
}

extension String? {
  func hasBytes(of other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let text?, let other?): text.utf8.elementsEqual(other.utf8)
    case (nil, _?), (_?, nil): false
    }
  }
}
