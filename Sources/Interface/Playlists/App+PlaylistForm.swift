import Music

// The form of a playlist's name and details.
extension App {
  private enum Label {
    static let (name, notes, color, target) = ("Name", "Notes", "Colour", "Target BPM")
  }

  static let noColor = "none"

  mutating func editPlaylist(_ playlist: Playlist) {
    windows.open(
      .form(
        Form(
          .playlist(playlist.id), title: "Playlist",
          fields: [
            Form.Field(Label.name, text: playlist.name),
            Form.Field(Label.notes, text: playlist.notes),
            Form.Field(Label.color, color: playlist.color),
            Form.Field(
              Label.target, text: playlist.targetBPM.map(\.shortText) ?? "",
              hint: "beats per minute, or empty"),
          ])))
  }

  func readPlaylist(_ id: PlaylistID, _ form: inout Form) -> [Effect] {
    if form[Label.name].isEmpty { form.refuse(Label.name, "A playlist needs a name") }
    let details = PlaylistDetails(
      name: form[Label.name], notes: form[Label.notes],
      color: form.color(Label.color),
      targetBPM: form.number(Label.target, in: PlaylistDetails.tempos))
    return [.edit(.playlists(.change(id, details)))]
  }
}
