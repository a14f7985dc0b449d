import Music
import Screen

// A shared playlist in words.
extension SharedPlaylist {
  var shortName: String { TextWidth.truncated(name, to: 40) }

  /// "rate, reorder"; for rows.
  var rightsText: String {
    switch standing {
    case .own: "yours"
    case .invited: "invited"
    case .gone: "no longer shared"
    case .shared: rights.text
    }
  }

  /// The same in a number of columns.
  func rightsText(columns: Int) -> String {
    guard TextWidth.columns(of: rightsText) > columns else { return rightsText }
    return standing == .gone ? "gone" : rights == .all ? "all" : rightsText
  }

  /// "By Ola, on Band; you may rate, not reorder".
  var rightsSentence: String {
    let owner = TextWidth.truncated(owner.shownName, to: 40)
    let server = TextWidth.truncated(server, to: 30)
    return switch standing {
    case .own: "Yours, on \(server)"
    case .invited: "By \(owner), on \(server); accept it to hear it"
    case .gone: "By \(owner), on \(server); no longer shared with you"
    case .shared:
      "By \(owner), on \(server); you may "
        + (rights.canRate
          ? rights.canEdit ? "rate and reorder" : "rate, not reorder"
          : rights.canEdit ? "reorder, not rate" : "listen only")
    }
  }

  /// "3 new, ↑ 2, 1 refused"; "" for nothing.
  var stateText: String {
    let parts = [
      news > 0 ? "\(news.grouped) new" : nil,
      waiting > 0 ? "↑ \(waiting.grouped)" : nil,
      refused > 0 ? "\(refused.grouped) refused" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// The same in whole words.
  var stateSentence: String {
    let parts = [
      news > 0 ? "\(news.grouped) new" : nil,
      waiting > 0
        ? "\(waiting.counted("change")) \(waiting == 1 ? "waits" : "wait") to be sent" : nil,
      refused > 0 ? "\(refused.counted("change")) refused" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// "updated 3 hours ago"; "" where either time is not known.
  func updatedSentence(at time: Int64?) -> String {
    let text = updatedText(at: time)
    return text.isEmpty ? "" : "updated " + text
  }

  /// "3 hours ago"; "" where either time is not known.
  ///
  /// - Parameter time: The Unix time now, in seconds.
  func updatedText(at time: Int64?) -> String { SharedTime.text(of: updated, at: time) }

  // MARK: Rights

  /// Why the user may not rate; nil where they may.
  var refusesRating: String? {
    refusesAll
      ?? (rights.canRate ? nil : "\(shortName) is shared with you without rating; \(askOwner)")
  }

  var refusesOrdering: String? {
    refusesAll
      ?? (rights.canEdit ? nil : "\(shortName) is shared with you without editing; \(askOwner)")
  }

  var refusesSharing: String? {
    standing == .own
      ? nil
      : "\(shortName) is not yours: only \(TextWidth.truncated(owner.shownName, to: 40)) shares it"
  }

  /// Why the user may change nothing at all.
  var refusesAll: String? {
    switch standing {
    case .own, .shared: nil
    case .invited: "\(shortName) has to be accepted first"
    case .gone: "\(shortName) is not shared with you any more; what you saw of it stays"
    }
  }

  private var askOwner: String {
    "only \(TextWidth.truncated(owner.shownName, to: 40)) can change it"
  }
}

extension SharedRights {
  var text: String {
    switch (canRate, canEdit) {
    case (true, true): "rate, reorder"
    case (true, false): "rate"
    case (false, true): "reorder"
    case (false, false): "listen"
    }
  }
}

extension SharedShare {
  /// "may rate, invited".
  var text: String {
    let status =
      switch status {
      case .invited: "invited"
      case .active: "takes part"
      case .revoked: "no more"
      case .other(let word): TextWidth.truncated(word, to: 20)
      }
    return "may \(rights.text), \(status)"
  }
}

extension SharedComment {
  /// "3 hours ago, edited".
  func timeText(at time: Int64?) -> String {
    [SharedTime.text(of: created, at: time), edited == nil ? "" : "edited"]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// "waits", "refused: …", "new"; "" for others.
  var stateText: String {
    switch state {
    case .sent: isNew ? "new" : ""
    case .waiting: "waits to be sent"
    case .refused(let reason): "refused: \(reason)"
    }
  }

  var author: String { isOwn ? "You" : person.shownName }
}

extension SharedRating {
  var text: String {
    "\(reaction.name) by \(person.shownName)" + (isNew ? ", new" : "")
  }
}

enum SharedTime {
  /// "3 h ago" for "3 hours ago".
  static func short(_ text: String) -> String {
    [
      ("minute", "min"), ("hour", "h"), ("day", "d"), ("month", "mo"),
      ("year", "y"),
    ]
    .reduce(text) { text, unit in
      text.replacing(unit.0 + "s ago", with: unit.1 + " ago")
        .replacing(unit.0 + " ago", with: unit.1 + " ago")
    }
  }

  /// "3 hours ago"; "" where either time is not known.
  ///
  /// - Parameter moment: Unix time in milliseconds; 0 for unknown.
  /// - Parameter now: Unix time in seconds.
  static func text(of moment: Int64, at now: Int64?) -> String {
    guard moment > 0, let now else { return "" }
    return DeviceListItem.ago(from: moment / 1000, to: now)
  }
}
