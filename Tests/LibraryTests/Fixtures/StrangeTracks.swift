import Music

/// Statements that insert tracks as no scan would, with all that the tables allow.
struct StrangeTracks {
  private var random: SeededGenerator
  private var last = 0

  private let hasSortNames: Bool

  init(seed: UInt64, hasSortNames: Bool = true) {
    random = SeededGenerator(seed: seed)
    self.hasSortNames = hasSortNames
  }

  private static let texts = [
    "NULL", "''", "' '", "'Dawn'", "'dawn'", "'Émile'", "'Track 10'", "'Track 2'", "'夜の'",
    "CAST(X'FF41C3' AS TEXT)", "'a'||char(0)||'b'", "'a'||char(10)||'B'", "'ｶﾞ ß'",
    "'e'||char(769)", "printf('%.*c', 2500, 'Q')",
  ]
  private static let numbers = ["NULL", "0", "1", "7", "-4", "70000", "9000000000000000000"]
  private static let reals = ["NULL", "0.0", "-1.5", "128.0", "1e300", "9e999"]
  private static let names = [
    "X'2F'", "CAST('/a.b/No dot' AS BLOB)", "CAST('/.hidden' AS BLOB)",
    "CAST('/07 Dawn.mp3' AS BLOB)", "X'2FFFC341'", "CAST('/Ünï.flac' AS BLOB)",
  ]

  private mutating func pick(_ values: [String]) -> String {
    values[Int.random(in: values.indices, using: &random)]
  }

  /// The folders and roots of the tracks.
  static let places = """
    INSERT INTO roots (id, path, is_file, offline) VALUES
      (1, CAST('/music' AS BLOB), 0, 0), (2, CAST('/music/one/x.mp3' AS BLOB), 1, 0),
      (3, CAST('/away' AS BLOB), 0, 1), (70000, CAST('/' AS BLOB), 0, 0);
    INSERT INTO folders (id, path, offline) VALUES
      (1, CAST('/music' AS BLOB), 0), (2, CAST('/music/one' AS BLOB), 0),
      (3, X'2F6D757369632FFF', 1), (4, CAST('streams:' AS BLOB), 0),
      (5, CAST('/away/Two' AS BLOB), 0);
    """

  /// Adds tracks, as one change.
  mutating func adding(_ count: Int) -> String {
    var sql = "UPDATE revision SET change = change + 1, tracks = tracks + 1;"
    for _ in 0..<count {
      last += 1
      let folder = pick(["1", "2", "3", "4", "5"])
      let texts = (0..<5).map { _ in pick(Self.texts) }.joined(separator: ",")
      let numbers = (0..<5).map { _ in pick(Self.numbers) }.joined(separator: ",")
      let sortNames = (0..<4).map { _ in
        hasSortNames ? pick(Self.texts + Array(repeating: "NULL", count: 15)) : "NULL"
      }.joined(separator: ",")
      let preset = pick(["NULL", "90.5"]) + "," + pick(["NULL", "3", "24"])
      sql += """
        INSERT INTO tracks (id, source, path, root, folder, title, artist, album_artist, album, genre,
          year, track, disc, duration, bit_rate, bpm, key, codec, container, sample_rate,
          channels, has_art, size, modified, added, missing, fault, credit, compilation,
          title_sort, artist_sort, album_artist_sort, album_sort, changed)
        SELECT \(last), 1, CAST('/\(last)' || \(pick(Self.names)) AS BLOB),
          \(pick(["NULL", "1", "2", "3", "70000"])), \(folder), \(texts), \(numbers),
          \(pick(Self.reals)), \(pick(["NULL", "'8A'", "'Am'", "'none'", "''"])),
          \(pick(["'flac'", "'mp3'", "'pcm_s16le'", "''", "'dsd_lsbf'"])),
          \(pick(["'flac'", "'aiff'", "'wav'"])), \(pick(["0", "44100", "-1"])), 2, 0, 1,
          \(pick(["0", "-5", "1700000000000000005"])), \(pick(["0", "1700000000", "-9"])),
          \(pick(["0", "0", "1"])), \(pick(["NULL", "'broken'"])),
          \(pick(Self.texts.filter { $0 != "NULL" })), \(pick(["0", "1"])), \(sortNames),
          change FROM revision;
        INSERT INTO marks (track, last_played, plays, rating, reaction, notes, set_bpm, set_key)
        VALUES (\(last), \(pick(Self.numbers)), \(pick(["0", "3", "5000000000"])),
          \(pick(["0", "5"])), \(pick(["0", "2"])), \(pick(["''", "'said'"])), \(preset));

        """
      guard pick(["0", "1"]) == "1" else { continue }
      sql += """
        INSERT INTO analyses (track, size, modified, bpm, key, energy, loudness, tuning,
          is_constant, fault)
        VALUES (\(last), 1, 1, \(pick(Self.reals)), \(pick(["NULL", "2", "99"])),
          \(pick(Self.reals)), \(pick(Self.reals)), \(pick(Self.reals)),
          \(pick(["NULL", "0", "1"])), \(pick(["NULL", "'no'"])));

        """
    }
    return sql
  }
}
