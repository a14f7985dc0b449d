import Catalog
import CatalogRows
import Music

/// Sort names of a library: of several sort names for one name, the first in order.
struct NaiveSortNames {
  private var artists: [[UInt8]: [UInt8]] = [:]
  private var credits: [[UInt8]: [UInt8]] = [:]
  private var albums: [[UInt8]: [UInt8]] = [:]

  /// - Parameter rows: Rows including those of missing tracks.
  init(_ rows: some Collection<CatalogRow>) {
    for row in rows {
      Self.note(row.artistSort, of: row.artist, in: &artists)
      Self.note(row.creditSort, of: row.albumCredit, in: &credits)
      Self.note(row.albumSort, of: row.album, in: &albums)
    }
  }

  private static func note(
    _ sortName: String, of name: String, in names: inout [[UInt8]: [UInt8]]
  ) {
    let (sortName, name) = (SortKey.bytes(sortName), SortKey.bytes(name))
    guard !sortName.isEmpty, sortName != name else { return }
    if let known = names[name], !sortName.lexicographicallyPrecedes(known) { return }
    names[name] = sortName
  }

  private static func key(_ name: String, _ names: [[UInt8]: [UInt8]]) -> NaiveLists.Key {
    let name = SortKey.bytes(name)
    return name.isEmpty ? .none : .name(names[name] ?? name, name)
  }

  func artist(_ name: String) -> NaiveLists.Key { Self.key(name, artists) }
  func albumCredit(_ name: String) -> NaiveLists.Key { Self.key(name, credits) }
  func album(_ name: String) -> NaiveLists.Key { Self.key(name, albums) }

  /// The sort name of a title belongs to one track only.
  static func title(_ row: CatalogRow) -> NaiveLists.Key {
    var names: [[UInt8]: [UInt8]] = [:]
    note(row.titleSort, of: row.title, in: &names)
    return key(row.title, names)
  }
}
