internal import Music

/// The tables of version 3 for analyses.
extension Schema {
  /// The columns of an analysis without its track, small ones first: reading these does not touch
  /// the overflow pages of blobs.
  static var analysisColumns: [String] { analysisColumnsOfVersion3 }

  /// The columns as of version 3; released, and so never edited.
  static let analysisColumnsOfVersion3 = [
    "fingerprint", "size", "modified", "tempo_version", "key_version", "loudness_version",
    "edges_version", "energy_version", "waveform_version", "bpm", "bpm_confidence",
    "bpm_alternative", "is_constant", "grid_anchor", "grid_period", "key", "key_confidence",
    "key_alternative", "tuning", "loudness", "loudness_range", "true_peak", "sound_start",
    "sound_end", "audible_start", "audible_end", "fade_out", "energy", "mix_in", "mix_out", "fault",
    "histogram", "beats",
  ]

  /// The analysis of a track's file, as the file was then; versions are those of the analyser, 0
  /// for a part not analysed. Tempos are beats per minute, the grid is seconds, the tuning cents,
  /// other times are microseconds; LUFS, LU and dBTP.
  ///
  /// `awaits` of a track has a bit for each pending part, in the order of `AnalysisPart`; it is
  /// part of no edit. A trigger deletes the analysis when the audio changes: tags may change. The
  /// user's grid shift goes with it, since it corrects the analysis; the user's tempo and key are
  /// about the music, and stay like a rating.
  static var analysis: String {
    """
    ALTER TABLE tracks ADD COLUMN set_bpm REAL;
    ALTER TABLE tracks ADD COLUMN set_key INTEGER CHECK (set_key BETWEEN 1 AND 24);
    ALTER TABLE tracks ADD COLUMN shifts_grid INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tracks ADD COLUMN awaits INTEGER NOT NULL DEFAULT -1;
    UPDATE tracks SET awaits = 0 WHERE folder IN
      (SELECT id FROM folders WHERE path = X'\(FilePath.streams.bytes.hexadecimal)');
    CREATE INDEX tracks_by_awaiting ON tracks (added, root, folder)
      WHERE awaits <> 0 AND missing = 0;

    CREATE TABLE analyses (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
      fingerprint INTEGER, size INTEGER NOT NULL, modified INTEGER NOT NULL,
      tempo_version INTEGER NOT NULL DEFAULT 0, key_version INTEGER NOT NULL DEFAULT 0, \
    loudness_version INTEGER NOT NULL DEFAULT 0, edges_version INTEGER NOT NULL DEFAULT 0, \
    energy_version INTEGER NOT NULL DEFAULT 0, waveform_version INTEGER NOT NULL DEFAULT 0,
      bpm REAL, bpm_confidence REAL, bpm_alternative REAL, is_constant INTEGER,
      grid_anchor REAL, grid_period REAL,
      key INTEGER, key_confidence REAL, key_alternative INTEGER, tuning REAL,
      loudness REAL, loudness_range REAL, true_peak REAL,
      sound_start INTEGER, sound_end INTEGER, audible_start INTEGER, audible_end INTEGER,
      fade_out INTEGER, energy REAL, mix_in INTEGER, mix_out INTEGER,
      fault TEXT, histogram BLOB, beats BLOB
    ) STRICT;
    CREATE INDEX analyses_by_energy ON analyses (energy) WHERE energy IS NOT NULL;
    CREATE INDEX analyses_by_fault ON analyses (track) WHERE fault IS NOT NULL;

    -- The least value of each grade of energy but the first, and of how many tracks they were made.
    CREATE TABLE energy_grades (
      grade INTEGER PRIMARY KEY CHECK (grade BETWEEN 2 AND 10),
      least REAL NOT NULL,
      tracks INTEGER NOT NULL
    ) STRICT;

    -- Which versions `awaits` stands for.
    CREATE TABLE analysis_versions (part TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
    INSERT INTO analysis_versions VALUES
      ('tempo', 1), ('key', 2), ('loudness', 1), ('edges', 1), ('energy', 1), ('waveform', 1);

    CREATE TRIGGER tracks_heard_anew AFTER UPDATE OF fingerprint, size, modified ON tracks
    WHEN OLD.fingerprint IS NOT NEW.fingerprint OR OLD.size <> NEW.size
      OR OLD.modified <> NEW.modified
    BEGIN
      DELETE FROM analyses WHERE track = NEW.id AND NOT CASE
        WHEN fault IS NULL AND fingerprint IS NOT NULL AND NEW.fingerprint IS NOT NULL
        THEN fingerprint = NEW.fingerprint
        ELSE size = NEW.size AND modified = NEW.modified END;
      UPDATE analyses SET fingerprint = coalesce(NEW.fingerprint, fingerprint), size = NEW.size,
        modified = NEW.modified
      WHERE track = NEW.id;
      UPDATE tracks SET shifts_grid = 0
      WHERE id = NEW.id AND shifts_grid <> 0
        AND NOT EXISTS (SELECT 1 FROM analyses WHERE track = NEW.id)
        AND CASE WHEN OLD.fingerprint IS NOT NULL AND NEW.fingerprint IS NOT NULL
          THEN OLD.fingerprint <> NEW.fingerprint
          ELSE OLD.size <> NEW.size OR OLD.modified <> NEW.modified END;
    END;
    CREATE TRIGGER tracks_corrected AFTER UPDATE OF set_bpm, set_key, shifts_grid ON tracks
    WHEN OLD.set_bpm IS NOT NEW.set_bpm OR OLD.set_key IS NOT NEW.set_key
      OR OLD.shifts_grid <> NEW.shifts_grid
    BEGIN
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.id;
    END;

    """
  }
}

extension [UInt8] {
  fileprivate var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}
