package import Music

/// Loaded labels.
package enum LabelEvent: Equatable, Sendable {
  /// The values of all labels in the library.
  case valuesLoaded([LabelField: [LabelValue]])
  /// The tracks whose labels are to be edited, the first ones of too many.
  case tracksLoaded([Track])
}
