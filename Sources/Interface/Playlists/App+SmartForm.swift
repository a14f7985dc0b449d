import Music

// The form of a smart playlist.
extension App {
  private enum Label {
    static let (name, query, sort, order) = ("Name", "Query", "Sort by", "Order")
    static let (limit, notes, color, target) = ("At most", "Notes", "Colour", "Target BPM")
    static let orders = ["ascending", "descending"]
  }

  /// Opens the form of a new smart playlist.
  mutating func openSmartForm(_ query: SmartQuery) {
    let smart = SmartPlaylist(
      folder: cursorFolder, details: PlaylistDetails(name: ""), query: query)
    var form = App.form(of: smart)
    App.checkQuery(&form)
    // The query is filled in from the command; only the name is missing.
    windows.open(.form(form))
  }

  mutating func editSmart(_ playlist: Playlist, _ query: SmartQuery) {
    let smart = SmartPlaylist(id: playlist.id, details: playlist.details, query: query)
    windows.open(.form(App.form(of: smart)))
  }

  /// Shows a refused smart playlist again, with the mistake at its field.
  mutating func reopen(_ smart: SmartPlaylist, isQuery: Bool, _ reason: String) {
    var form = App.form(of: smart)
    form.refuse(isQuery ? Label.query : Label.name, reason)
    let isOpen = open(
      .form(form), askedFor: windows.answered(.smartForm),
      orSay: "The smart playlist was not kept: \(reason). \(key(.row(.edit))) opens it again")
    windows.keep(isOpen ? nil : .form(form), for: .smartForm)
  }

  private static func form(of smart: SmartPlaylist) -> Form {
    let (details, query) = (smart.details, smart.query)
    return Form(
      .smart(smart.id, in: smart.folder),
      title: smart.id == nil ? "New smart playlist" : "Smart playlist",
      fields: [
        Form.Field(Label.name, text: details.name),
        Form.Field(
          Label.query, text: query.text, hint: "as / filters: genre:house bpm:120-126 rating:>=4"),
        Form.Field(
          Label.sort, choice: query.sort.rawValue, of: SortColumn.ofTracks.map(\.rawValue)),
        Form.Field(Label.order, choice: Label.orders[query.isDescending ? 1 : 0], of: Label.orders),
        Form.Field(
          Label.limit, text: query.limit.map(String.init) ?? "", hint: "tracks, or empty for all"),
        Form.Field(Label.notes, text: details.notes),
        Form.Field(Label.color, color: details.color),
        Form.Field(
          Label.target, text: details.targetBPM.map(\.shortText) ?? "",
          hint: "beats per minute, or empty"),
      ])
  }

  private static func checkQuery(_ form: inout Form) {
    do throws(QueryError) {
      _ = try TrackQuery(parsing: form[Label.query])
    } catch {
      form.refuse(Label.query, "Column \(error.column): \(error.reason)")
    }
  }

  /// The list of the form's query; nil while that has a mistake.
  static func query(of form: Form) -> ListQuery? {
    guard (try? TrackQuery(parsing: form[Label.query])) != nil else { return nil }
    return ListQuery(
      .songs, filter: form[Label.query], sort: SortColumn(rawValue: form[Label.sort]) ?? .artist,
      isDescending: form[Label.order] == Label.orders[1])
  }

  /// The tracks of the form's playlist, in one sentence; the reason where there is none.
  static func matchText(of form: Form) -> String {
    guard query(of: form) != nil else { return "The query has a mistake" }
    guard let count = form.matches?.window?.count else { return "" }
    guard let limit = Int(form[Label.limit]), SmartQuery.limits.contains(limit), limit < count
    else { return count == 1 ? "1 track matches" : "\(count.grouped) tracks match" }
    return "\(limit.grouped) of \(count.counted("track"))"
  }

  func readSmart(_ id: PlaylistID?, in folder: PlaylistFolderID?, _ form: inout Form) -> [Effect] {
    if form[Label.name].isEmpty { form.refuse(Label.name, "A playlist needs a name") }
    App.checkQuery(&form)
    var limit: Int?
    if !form[Label.limit].isEmpty {
      limit = Int(form[Label.limit]).flatMap { SmartQuery.limits.contains($0) ? $0 : nil }
      if limit == nil {
        form.refuse(
          Label.limit, "A number of tracks from 1 to \(SmartQuery.limits.upperBound.grouped)")
      }
    }
    let details = PlaylistDetails(
      name: form[Label.name], notes: form[Label.notes],
      color: form.color(Label.color),
      targetBPM: form.number(Label.target, in: PlaylistDetails.tempos))
    let query = SmartQuery(
      form[Label.query], sort: SortColumn(rawValue: form[Label.sort]) ?? .artist,
      isDescending: form[Label.order] == Label.orders[1], limit: limit)
    return [
      .edit(
        .playlists(.smart(SmartPlaylist(id: id, folder: folder, details: details, query: query))))
    ]
  }
}
