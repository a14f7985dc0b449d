package import Music

/// Progress of long work in the background, for the corner of the screen.
package struct Tasks: Equatable, Sendable {
  package private(set) var scan: ScanProgress?
  package private(set) var isReadingLibrary = false
  package private(set) var demo: Progress?
  /// Imported lines of a document.
  package private(set) var importing: Progress?
  /// Files copied or moved into the library's folder.
  package private(set) var adding: AddingProgress?
  /// The last reported progress of the library's analysis.
  package private(set) var analysis: AnalysisProgress?
  package private(set) var arranging: Arranging?

  package struct Progress: Equatable, Sendable {
    package var done: Int
    package var total: Int
  }

  /// The playlist that is being arranged, and the progress, 0 to 1.
  package struct Arranging: Equatable, Sendable {
    package var playlist: PlaylistID
    package var part = 0.0
    /// Whether the result opens a window; else one is open for it.
    var opensWindow: Bool
  }

  mutating func scanProgressed(_ progress: ScanProgress) { scan = progress }
  mutating func scanEnded() { scan = nil }

  mutating func readingStarted(hasRows: Bool) { isReadingLibrary = !hasRows }
  mutating func readingEnded() { isReadingLibrary = false }

  mutating func demoProgressed(_ done: Int, of total: Int) {
    demo = Progress(done: done, total: total)
  }
  mutating func demoEnded() { demo = nil }

  mutating func importProgressed(_ done: Int, of total: Int) {
    importing = Progress(done: done, total: total)
  }
  mutating func importEnded() { importing = nil }

  mutating func addingProgressed(_ progress: AddingProgress) { adding = progress }
  mutating func addingEnded() { adding = nil }

  mutating func analysisProgressed(_ progress: AnalysisProgress) { analysis = progress }

  mutating func arrangingStarted(_ playlist: PlaylistID, opensWindow: Bool) {
    arranging = Arranging(playlist: playlist, opensWindow: opensWindow)
  }
  mutating func arrangingProgressed(_ playlist: PlaylistID, _ part: Double) {
    if arranging?.playlist == playlist { arranging?.part = part }
  }
  mutating func arrangingEnded(_ playlist: PlaylistID) {
    if arranging?.playlist == playlist { arranging = nil }
  }
}
