internal import Catalog
import Synchronization

/// The catalog that a scan makes.
extension LiveCatalog {
  /// An empty catalog for a scan to fill; nil where lists do not wait for it, or it is not kept.
  func scannedCatalog() -> ScannedCatalog? { path == nil || isBegun ? nil : ScannedCatalog() }

  /// Takes the catalog that a scan has filled, for the first list or to be saved; one that lists
  /// have had made meanwhile stays.
  func adopt(_ catalog: ScannedCatalog) {
    if !isBegun { scanned.withLock { $0 = catalog } }
  }

  /// The catalog that a scan has made of this database, which is in use from now on.
  func madeByScan(_ version: CatalogVersion) -> Catalog? {
    let made = scanned.withLock { scanned in
      defer { scanned = nil }
      return scanned
    }
    guard let catalog = made?.finished(), catalog.version.identity == version.identity,
      catalog.version.change <= version.change
    else { return nil }
    return catalog
  }
}
