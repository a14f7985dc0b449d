package import Music

/// The texts of the form of a device, valid or not.
package struct DeviceForm: FieldForm, Equatable, Sendable {
  /// The device that is edited; nil for a new one.
  package let id: DeviceID?
  /// The address that is edited, whose path may be no text.
  private let address: DeviceAddress?
  private var texts: [DeviceFormField: String] = [:]
  /// All contents but queries, which are typed.
  package var contents: [DeviceContent]
  /// The names of its playlists, as far as known.
  var names: [PlaylistID: String]
  /// The names of all other devices, folded.
  private let taken: Set<String>

  /// The form of a new device.
  init(besides others: [DeviceListItem]) {
    self.init(
      nil,
      DeviceDraft(name: "", address: .folder(FilePath("")), options: DeviceOptions()),
      [:], others)
  }

  init(of item: DeviceListItem, besides others: [DeviceListItem]) {
    self.init(item.id, DeviceDraft(item.device), item.names, others)
  }

  private init(
    _ id: DeviceID?, _ draft: DeviceDraft, _ names: [PlaylistID: String],
    _ others: [DeviceListItem]
  ) {
    self.id = id
    address = id == nil ? nil : draft.address
    self.names = names
    contents = draft.options.contents.filter { if case .query = $0 { false } else { true } }
    taken = Set(others.filter { $0.id != id }.map { SortKey.folded($0.device.name) })
    for field in DeviceFormField.allCases { texts[field] = field.text(of: draft) }
  }

  package subscript(field: DeviceFormField) -> String {
    get { field == .contents ? contents.text(names) : texts[field] ?? "" }
    set { texts[field] = newValue }
  }

  /// The fields that mean something, in the order of the form.
  var fields: [DeviceFormField] {
    let isRemote = self[.address].trimmed().lowercased().hasPrefix("ssh://")
    let converts = self[.conversion] != "none"
    return DeviceFormField.allCases.filter { field in
      switch field {
      case .lossless: converts
      case .remoteCommand: isRemote
      case .name, .address, .contents, .query, .limit, .order, .template, .conversion, .automatic:
        true
      }
    }
  }

  /// Why the text of a field is invalid; nil where it is valid.
  package func mistake(in field: DeviceFormField) -> String? {
    if field == .address, keepsAddress { return nil }
    var draft = DeviceDraft(
      name: "", address: .folder(FilePath("/")), options: DeviceOptions())
    do throws(DeviceFormMistake) {
      try field.read(self[field], into: &draft)
    } catch {
      return error.reason
    }
    switch field {
    case .name:
      return taken.contains(SortKey.folded(draft.name)) ? "There is a device of this name" : nil
    case .contents:
      return contents.isEmpty && self[.query].trimmed().isEmpty ? "Nothing would go on it" : nil
    case .address, .query, .limit, .order, .template, .conversion, .lossless, .automatic,
      .remoteCommand:
      return nil
    }
  }

  /// Whether the address is that of the edited device.
  private var keepsAddress: Bool { address.map { $0.text == self[.address] } ?? false }

  /// The device as typed; nil where a field has a mistake.
  package var draft: DeviceDraft? {
    guard faulty == nil else { return nil }
    var draft = DeviceDraft(
      name: "", address: .folder(FilePath("/")), options: DeviceOptions())
    draft.options.contents = contents
    for field in fields where field != .address || !keepsAddress {
      do throws(DeviceFormMistake) {
        try field.read(self[field], into: &draft)
      } catch {
        return nil
      }
    }
    if let address, keepsAddress { draft.address = address }
    return draft
  }
}
