// Edits of rows: lists show each one after its `Event.editEnded`.

extension Effect {
  package var isEdit: Bool {
    switch self {
    case .edit(let edit): edit.isShownByLists
    case .history(let order): order.isShownByLists
    case .control(.carryOut(let effects, _, _)): effects.contains(where: \.isEdit)
    case .terminal, .list, .load, .find, .player, .monitor, .replacedQueues, .session, .settings,
      .library, .analysis, .lyrics, .arrangement, .exchange, .theme, .build,
      .device, .books, .servers, .control:
      false
    }
  }
}

extension Edit {
  fileprivate var isShownByLists: Bool {
    switch self {
    case .tracks, .entries, .playlists, .variations: true
    case .comments: false
    case .templates(let edit): edit.isShownByLists
    case .cues(let edit): edit.isShownByLists
    case .findings(let edit): edit.isShownByLists
    case .library(let edit): edit.isShownByLists
    }
  }
}

extension TemplateEdit {
  fileprivate var isShownByLists: Bool {
    switch self {
    case .set, .moveGroups: true
    case .save, .rename, .delete: false
    }
  }
}

extension CueEdit {
  fileprivate var isShownByLists: Bool {
    switch self {
    case .setParts: true
    case .add, .change, .adjust, .remove: false
    }
  }
}

extension FindingEdit {
  fileprivate var isShownByLists: Bool {
    switch self {
    case .correct, .setMixPoints: true
    case .prefer: false
    }
  }
}

extension LibraryEdit {
  fileprivate var isShownByLists: Bool {
    switch self {
    case .relocate, .forgetMissing, .removeRoots: true
    case .recordPlay, .recordFault, .dismissRecovery: false
    }
  }
}

extension HistoryEffect {
  fileprivate var isShownByLists: Bool {
    switch self {
    case .undo, .redo: true
    case .noteQueueEdit, .restoreQueueEdit: false
    }
  }
}
