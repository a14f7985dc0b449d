import Music

extension Array {
  /// The element of a typed name: the name itself, or else the only one that begins so.
  func named(_ name: String, by key: (Element) -> String) -> Element? {
    let wanted = SortKey.folded(name)
    if let found = first(where: { key($0) == name })
      ?? first(where: { SortKey.folded(key($0)) == wanted })
    {
      return found
    }
    let alike = filter { SortKey.folded(key($0)).hasPrefix(wanted) }
    return alike.count == 1 ? alike[0] : nil
  }
}
