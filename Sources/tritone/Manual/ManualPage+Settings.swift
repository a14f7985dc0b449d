import Interface

/// Settings from their table.
extension ManualPage {
  mutating func addSettings() {
    for group in Setting.groups {
      subsection(Roff.prose(SettingsTable.title(ofGroup: group)))
      for entry in SettingsTable.entries where entry.setting.path.group == group {
        let name = Roff.bold(Roff.literal(entry.setting.name))
        let standard = Roff.bold(Roff.literal(entry.standard.toml))
        item(
          "\(name) = \(Roff.italic(Roff.prose(entry.type.words)))",
          "\(Roff.prose(entry.summary)). Default: \(standard); a change holds "
            + "\(entry.moment.rawValue).")
      }
    }
  }
}
