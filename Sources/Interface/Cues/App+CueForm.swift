import Music

// The form of a cue.
extension App {
  private enum Label {
    static let (name, kind, time, end) = ("Name", "Kind", "Time", "End")
    static let color = "Colour"
  }

  /// The label of a cue without a colour of its own.
  private static let kindColor = "as its kind"

  mutating func editCue(_ cue: Cue, length: Duration?) {
    let range = length.map { ", up to \($0.clockText(decimals: 3))" } ?? ""
    windows.open(
      .form(
        Form(
          .cue(cue, length: length), title: "Cue",
          fields: [
            Form.Field(Label.name, text: cue.name, hint: "up to \(Cue.maximumName) characters"),
            Form.Field(Label.kind, choice: cue.kind.title, of: Cue.Kind.allCases.map(\.title)),
            Form.Field(Label.time, text: App.text(cue.time), hint: "1:23.456\(range)"),
            Form.Field(
              Label.end, text: App.text(cue.end), hint: "1:23.456\(range), or empty for a point"),
            Form.Field(
              Label.color, choice: cue.color,
              of: [App.kindColor] + TrackColor.allCases.map(\.rawValue)),
          ])))
  }

  private static func text(_ time: Duration?) -> String { time?.clockText(decimals: 3) ?? "" }

  func readCue(_ cue: Cue, _ length: Duration?, _ form: inout Form) -> [Effect] {
    var new = cue
    new.name = Cue.tidied(form[Label.name])
    new.kind = Cue.Kind.allCases.first { $0.title == form[Label.kind] } ?? cue.kind
    new.color = TrackColor(rawValue: form[Label.color])?.rawValue
    // The field shows milliseconds: an untouched one keeps its microseconds.
    if form[Label.time] != App.text(cue.time) {
      if form[Label.time].isEmpty { form.refuse(Label.time, "A cue needs a time") }
      new.time = form.time(Label.time) ?? cue.time
    }
    if form[Label.end] != App.text(cue.end) { new.end = form.time(Label.end) }
    guard !form.hasMistake, new != cue else { return [] }
    switch new.fault(length: length) {
    case nil: return [.edit(.cues(.change(new, from: cue)))]
    case .nameTooLong?: form.refuse(Label.name, CueFault.nameTooLong.message)
    case .endBeforeStart(let time)?:
      form.refuse(Label.end, CueFault.endBeforeStart(time).message)
    case .behindEnd(let last)? where new.time <= last:
      form.refuse(Label.end, CueFault.behindEnd(last).message)
    case let fault?: form.refuse(Label.time, fault.message)
    }
    return []
  }
}
