internal import Music

extension TagSet {
  /// The pairs of name and value for Vorbis comments. Opus has its gains in tags of its own, too
  /// (RFC 7845, section 5.2.1).
  func vorbisComments(_ gain: ReplayGain) -> [TagSetting] {
    func setting(_ name: String, _ gain: Double?) -> [TagSetting] {
      // Relative to -23 LUFS, which is 5 dB less, in steps of 1/256 dB.
      gain.map { [TagSetting(name, String(Int((($0 - 5) * 256).rounded())))] } ?? []
    }
    return fields.flatMap { field in field.values.map { TagSetting(field.name, $0) } }
      + setting("R128_TRACK_GAIN", gain.trackGain) + setting("R128_ALBUM_GAIN", gain.albumGain)
  }

  /// The pairs of atom and value for MP4.
  var atoms: [TagSetting] {
    fields.flatMap { field -> [TagSetting] in
      let free = TagFamily.freeform + field.name
      let name = TagNaming.byVorbis[field.name]?.mp4 ?? free
      switch field.name {
      case "TRACKNUMBER": return [number(field, total: "TRACKTOTAL", as: name, orAs: free)]
      case "DISCNUMBER": return [number(field, total: "DISCTOTAL", as: name, orAs: free)]
      case "TRACKTOTAL" where isNumber("TRACKNUMBER"), "DISCTOTAL" where isNumber("DISCNUMBER"):
        return []
      case "BPM":
        guard let bpm = field.values.first.flatMap(TagNumber.tempo) else { return [] }
        let whole = TagSetting(name, "\(Int(bpm.rounded()))")
        return bpm == bpm.rounded() ? [whole] : [whole, TagSetting(free, TagPlan.text(bpm))]
      case "COMPILATION":
        let isTrue = field.values.first.map(TagNumber.isTrue) ?? false
        return isTrue ? [TagSetting(name, "1")] : []
      default: return field.values.map { TagSetting(name, $0) }
      }
    }
  }

  private func isNumber(_ name: String) -> Bool {
    self[name].first.flatMap { TagNumber.whole($0.utf8) } != nil
  }

  /// An atom of two numbers; other texts, as sides of records have, need a free-form one.
  private func number(
    _ field: Field, total: String, as name: String, orAs free: String
  ) -> TagSetting {
    guard isNumber(field.name), let text = number(field.name, total) else {
      return TagSetting(free, field.values.first ?? "")
    }
    return TagSetting(name, text)
  }
}

/// A value that a new tag has.
struct TagSetting: Equatable {
  var name: String
  var value: String

  init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}
