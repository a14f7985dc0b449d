internal import Catalog
internal import GRDB
internal import Music

/// The offline folders and grades of energies, on which columns of the catalog depend besides the rows of
/// tracks.
struct CatalogConditions: Sendable {
  /// The revision of tracks at which they were read.
  let revision: Int64
  /// Nil where they are those of the catalog's file, and were not read.
  private let offline: OfflineFolders?
  /// The lower bounds of energies.
  private let energyGrades: [Float]

  /// - Parameter known: The revision of those that the catalog's file was written with: reading all
  ///   folders takes longer than opening the file.
  init(_ db: Database, at revision: Revision, known: Int64? = nil) throws {
    self.revision = revision.tracks
    offline = revision.tracks == known ? nil : try db.offlineFolders()
    energyGrades = try db.energyGrades()
  }

  /// Sets what differs from the conditions before.
  func apply(to catalog: Catalog, since last: CatalogConditions? = nil) {
    catalog.conditions = revision
    guard let offline else { return catalog.adoptEnergyGrades(energyGrades) }
    if offline != last?.offline { catalog.setOffline(offline) }
    if energyGrades != last?.energyGrades { catalog.setEnergyGrades(energyGrades) }
  }
}
