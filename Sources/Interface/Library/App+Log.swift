import Music
import Screen

// The log of the program.
extension App {
  /// Opens the window with the entries, day by day, at the newest.
  mutating func showLog(_ records: [LogRecord], zone: LocalZone = .current) {
    let request = windows.answered(.log)
    guard !records.isEmpty else { return say("The log has no such entry") }
    var report = ReportPanel(title: "Log")
    var date: String?
    for record in records {
      let seconds = record.milliseconds / 1000
      let day = zone.date(of: seconds)
      if day != date { report.add([.heading(day)]) }
      date = day
      report.add(rows(of: record, at: zone.localTime(at: seconds)))
    }
    report.scroll(by: .max, height: ReportView.height(of: report, in: size))
    open(
      .report(report), askedFor: request,
      orSay: "The log is read: \(key(.library(.log(nil)))) shows it")
  }

  /// - Parameter time: the local time, in seconds.
  private func rows(of record: LogRecord, at time: Int64) -> [ReportPanel.Row] {
    let (minutes, seconds) = (Int(time / 60 % 1440), Int(time % 60))
    let clock =
      "\((minutes / 60).zeroPadded()):\((minutes % 60).zeroPadded()):\(seconds.zeroPadded())"
    let fields = record.fields.map { "\($0.name): \($0.value)" }.joined(separator: " · ")
    let lines = fields.isEmpty ? [] : LyricsView.wrapped(fields, columns: columnsOfFields)
    return [.entry(time: clock, record.level, "\(record.part): \(record.message)")]
      + lines.map { .below(String($0)) }
  }

  /// Behind the indent, and before the scroll bar.
  private var columnsOfFields: Int { ReportView.columns(in: size) - 5 }
}
