import Interface
import Library
import Music

/// The settings of background analysis, and whether it was paused.
struct AnalysisSettings: Equatable, Sendable {
  var mode = AnalysisMode.standard
  var isPaused = false

  static let pauseKey = "analysis.paused"

  init() {}

  init(_ library: Library, mode: AnalysisMode?) async throws {
    self.mode = mode ?? .standard
    isPaused = try await library.setting(AnalysisSettings.pauseKey) != nil
  }
}

extension EffectRunner {
  static func analysis(
    _ library: Library, _ mailbox: Mailbox, _ settings: AnalysisSettings
  ) -> BackgroundAnalysis {
    BackgroundAnalysis(
      library: library, mode: settings.mode, isPaused: settings.isPaused, log: mailbox.log.log
    ) {
      switch $0 {
      case .progress(let progress): mailbox.post(.library(.analysisProgressed(progress)))
      case .failed(let text): mailbox.post(.failed(text))
      case .asked(let sum):
        mailbox.post(
          .done(.findings(.analysed(sum.done, failed: sum.failed, reason: sum.reason))))
      }
    }
  }

  func perform(_ order: AnalysisEffect) {
    switch order {
    case .control(let control): controlAnalysis(control)
    case .analyze(let selection): analyze(selection)
    }
  }

  private func controlAnalysis(_ control: AnalysisControl) {
    switch control {
    case .pause: pauseAnalysis(true)
    case .resume:
      if analysis.mode == .off { setAnalysis(.standard) }
      pauseAnalysis(false)
    case .mode(let mode):
      setAnalysis(mode)
      pauseAnalysis(false)
    case .status, .again: break
    }
  }

  private func pauseAnalysis(_ isPaused: Bool) {
    analysis.setPaused(isPaused)
    keep(AnalysisSettings.pauseKey) { isPaused ? "yes" : nil }
  }

  private func setAnalysis(_ mode: AnalysisMode) {
    analysis.setMode(mode)
  }

  private func analyze(_ selection: Selection) {
    let (library, mailbox, analysis) = (library, mailbox, analysis)
    Task.detached {
      await EffectRunner.post(to: mailbox) {
        let tracks = try await library.trackIDs(of: selection)
        let tasks = try await library.analysisTasks(of: tracks, isAgain: true)
        guard !tasks.isEmpty else { return .failed("There is no file to analyse") }
        analysis.analyze(tasks)
        return nil
      }
    }
  }
}
