/// What the history keeps of how tracks sound.
extension ChangeLog {
  /// The triggers of tracks as of version 3, in place of those before: what the user corrects is
  /// what the user says.
  ///
  /// An analysis is nobody's edit. It goes with its track where a step takes that out, and comes
  /// back with it; what was found anew in the meantime makes way.
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
