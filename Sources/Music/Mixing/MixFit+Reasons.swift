extension MixFit {
  /// The reasons for the fit, each in a few words: "+1.6 %", "8A to 9A", "energy 6 to 7".
  ///
  /// - Parameter name: The notation of keys.
  package func reasons(name: (MusicalKey) -> String = { $0.camelot }) -> [String] {
    [tempoReason, keyReason(name), tuningReason, energyReason].compactMap { $0 }
  }

  private var tempoReason: String? {
    guard let pitch else { return nil }
    var text = MixFit.percent(pitch)
    switch beats {
    case .same: break
    case .double: text += " at half its tempo"
    case .half: text += " at double its tempo"
    }
    return isTempoReached ? text : text + ", too far"
  }

  private func keyReason(_ name: (MusicalKey) -> String) -> String? {
    guard let keyFrom, let keyTo, let relation else { return nil }
    let moved = isKeyMoved ? " at that pitch" : ""
    switch relation {
    case .same: return name(keyFrom) + ", the same" + moved
    case .relative: return "\(name(keyFrom)) to \(name(keyTo)), relative" + moved
    case .neighbour: return "\(name(keyFrom)) to \(name(keyTo))" + moved
    case .boost: return "\(name(keyFrom)) to \(name(keyTo)), a lift" + moved
    case .clash: return "\(name(keyFrom)) to \(name(keyTo)), they fight" + moved
    }
  }

  private var tuningReason: String? {
    guard relation != nil, abs(detuning) >= 15 else { return nil }
    return "\(Int(abs(detuning).rounded())) cents \(detuning < 0 ? "flat" : "sharp")"
  }

  private var energyReason: String? {
    guard let energyFrom, let energyTo else { return nil }
    return energyFrom == energyTo ? "energy \(energyTo)" : "energy \(energyFrom) to \(energyTo)"
  }

  /// "+0.8 % tempo, one step up the wheel, energy stays: an easy blend."
  package var sentence: String {
    let reasons = [tempoMove, move, tuningReason, energyMove].compactMap { $0 }
    return reasons.joined(separator: ", ") + (fits ? ": \(verdict)." : ".")
  }

  private var tempoMove: String? {
    guard let difference else { return nil }
    let percent = MixFit.percent(difference)
    var text = percent == "0 %" ? "the same tempo" : percent + " tempo"
    switch beats {
    case .same: break
    case .double: text += ", two beats on each"
    case .half: text += ", a beat on two"
    }
    return isTempoReached ? text : text + ", too far"
  }

  private var move: String? {
    guard let keyFrom, let keyTo, let relation else { return nil }
    let moved = isKeyMoved ? " at that pitch" : ""
    switch relation {
    case .same: return "the same key" + moved
    case .relative: return (keyTo.isMajor ? "turns to major" : "turns to minor") + moved
    case .neighbour:
      let isUp = (keyTo.hour - keyFrom.hour + 12) % 12 == 1
      return "one step \(isUp ? "up" : "down") the wheel" + moved
    case .boost: return "a lift from \(keyFrom.camelot) to \(keyTo.camelot)" + moved
    case .clash: return "\(keyFrom.camelot) and \(keyTo.camelot) fight" + moved
    }
  }

  private var energyMove: String? {
    guard let energyFrom, let energyTo else { return nil }
    if energyFrom == energyTo { return "energy stays" }
    return "energy \(energyTo > energyFrom ? "rises" : "falls") \(energyFrom) → \(energyTo)"
  }

  private var verdict: String {
    switch score {
    case 80...: "an easy blend"
    case 60..<80: "a good blend"
    case 45..<60: "a change that is heard"
    default: "a change of its own"
    }
  }

  /// "+1.6 %", "−0.3 %", "0 %".
  static func percent(_ part: Double) -> String {
    let tenths = Int((part * 1_000).rounded())
    if tenths == 0 { return "0 %" }
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    return "\(tenths < 0 ? "−" : "+")\(whole).\(rest) %"
  }
}
