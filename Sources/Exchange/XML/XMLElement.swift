import Music

/// An element of a document of XML where it begins.
struct XMLElement {
  /// Without the prefix of its namespace.
  let name: String
  /// "" for none.
  let namespace: String
  /// By name without prefix; of several with one name the first.
  let attributes: [String: String]
  /// From 1.
  let line: Int

  subscript(attribute: String) -> String? { attributes[attribute] }
}

/// What is told of a document of XML from its beginning to its end.
///
/// A problem that it throws ends the reading.
protocol XMLVisitor: AnyObject {
  func began(_ element: XMLElement) throws(DocumentProblem)
  /// - Parameter text: what stands between its last child, or its beginning, and its end; as it is
  ///   written, with the white space around it.
  func ended(_ name: String, text: String) throws(DocumentProblem)
}
