/// The history of analyses.
extension ChangeLog {
  /// The triggers of tracks as of version 3, in place of those before: the user's corrections are
  /// edits.
  ///
  /// An analysis is nobody's edit. It is removed and restored with its track; a newer analysis is
  /// replaced by the restored one.
  static var analysesOfVersion3: String {
    let columns = Schema.analysisColumnsOfVersion3
    let values = columns.map { "'||quote(OLD.\($0))||'" }.joined(separator: ",")
    return """
      DROP TRIGGER tracks_updated;

      """
        + triggers(
          "tracks", "id",
          ["rating", "reaction", "notes", "color", "set_bpm", "set_key", "shifts_grid"])
          + """

          CREATE TRIGGER analyses_gone AFTER DELETE ON analyses BEGIN
            INSERT INTO undo_changes (step, statement) SELECT step,
              'INSERT OR REPLACE INTO analyses (track,\(columns.joined(separator: ",")))'
              ||' VALUES ('||OLD.track||',\(values));'
              ||coalesce((SELECT 'UPDATE tracks SET awaits='||awaits||' WHERE id='||id||';'
                FROM tracks WHERE id = OLD.track), '')
            FROM undo_open;
            UPDATE tracks SET awaits = -1 WHERE id = OLD.track;
          END;
          CREATE TRIGGER analyses_taken_over AFTER INSERT ON analyses
          WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
            INSERT INTO undo_changes (step, statement) SELECT step,
              'DELETE FROM analyses WHERE track='||NEW.track FROM undo_open;
          END;

          """
  }
}
