import Music

/// The start of an XML element.
struct XMLElement {
  /// Without the namespace prefix.
  let name: String
  /// "" for none.
  let namespace: String
  /// By name without prefix; of several with one name the first.
  let attributes: [String: String]
  /// From 1.
  let line: Int

  subscript(attribute: String) -> String? { attributes[attribute] }
}

/// Receives the events of an XML document in order.
///
/// A thrown problem ends the reading.
protocol XMLVisitor: AnyObject {
  func began(_ element: XMLElement) throws(DocumentProblem)
  /// - Parameter text: the text between its last child, or its beginning, and its end; verbatim,
  ///   with the white space around it.
  func ended(_ name: String, text: String) throws(DocumentProblem)
}
