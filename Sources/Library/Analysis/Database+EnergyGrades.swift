internal import GRDB

/// Energy from 1 to 10: the tenths of the library, by values of no unit.
extension Database {
  /// The grade of a value of `a.energy`, in SQL; NULL where there are no grades.
  static let energyGrade = """
    iif(a.energy IS NULL OR NOT EXISTS (SELECT 1 FROM energy_grades), NULL,
      1 + (SELECT count(*) FROM energy_grades WHERE least <= a.energy))
    """

  /// Below this number of tracks the grades are computed anew with each of them.
  private static let few = 50

  /// Recomputes the grades when the number of tracks has changed much since: in between a track
  /// keeps its grade while others come.
  func gradeEnergies() throws {
    let made = try Int.fetchOne(self, sql: "SELECT max(tracks) FROM energy_grades") ?? 0
    let count =
      try Int.fetchOne(
        self,
        sql: """
          SELECT count(*) FROM analyses INDEXED BY analyses_by_energy WHERE energy IS NOT NULL
          """) ?? 0
    guard count != made, made < Database.few || count > made + made / 5 || count < made / 2 else {
      return
    }
    let values = try Double.fetchAll(
      self,
      sql: """
        SELECT energy FROM analyses INDEXED BY analyses_by_energy
        WHERE energy IS NOT NULL ORDER BY energy
        """)
    try execute(sql: "DELETE FROM energy_grades")
    guard let least = values.first, let most = values.last, least < most else { return }
    for grade in 2...10 {
      let position = Double(grade - 1) / 10 * Double(values.count - 1)
      let index = min(Int(position), values.count - 2)
      let bound =
        values[index] + (values[index + 1] - values[index]) * (position - Double(index))
      // The catalog compares numbers of single precision.
      try execute(
        sql: "INSERT INTO energy_grades VALUES (?, ?, ?)",
        arguments: [grade, Double(Float(bound)), values.count])
    }
  }

  /// The lower bounds of the grades from 2 on; none where there are no grades.
  func energyGrades() throws -> [Float] {
    try Double.fetchAll(
      try cachedStatement(sql: "SELECT least FROM energy_grades ORDER BY grade")
    ).map { Float($0) }
  }
}
