extension CommandTable {
  static let findingSection = Section(
    title: "Tempo, key and waveform",
    entries: [
      CommandEntry(.finding(.info), "info", "X", does: "everything known of the track…"),
      CommandEntry(.finding(.tap), "tap", "0", does: "tap the tempo of what plays…"),
      CommandEntry(
        .finding(.correct(.shiftGrid)), "shift-grid", does: "shift the beats by half a beat"),
      CommandEntry(
        .finding(.setMixPoints), "mix-points", does: "set the proposed Mix In and Mix Out cues"),
      CommandEntry(
        .finding(.zoom), "zoom", "Z", does: "a closer view of the waveform: 30, 16, 8 s, all"),
    ])
}
