/// Families of chord progressions.
enum HarmonyStyle {
  case pop, club, jazz, blues, rock, classical

  func progressions(isMinor: Bool) -> [Progression] {
    texts(isMinor: isMinor).map(Progression.init)
  }

  private func texts(isMinor: Bool) -> [String] {
    switch (self, isMinor) {
    case (.pop, false):
      [
        "I V vi IV", "I vi IV V", "I IV V IV", "I iii IV V", "I IV I V", "vi IV I V",
        "IV V I I", "I IV vi V", "I V IV I", "I ii IV V", "Isus2 V vi7 IVmaj7", "I I IV iv",
        "I bVII IV I", "I IV ii V",
      ]
    case (.pop, true):
      [
        "i bVI bIII bVII", "i bVII bVI bVII", "i iv v i", "i bVI iv v", "i bIII bVII iv",
        "i bVII bVI V", "i iv bVI V", "i v bVI iv", "i i bVI bVII", "i bIII bVI bVII",
        "i bVII iv i", "bVI bVII i i",
      ]
    case (.club, false):
      ["I I IV V", "I V vi IV", "IV V vi I", "I IV I IV", "Imaj7 vi7 IVmaj7 V7"]
    case (.club, true):
      [
        "i i i i", "i i bVI bVII", "i bVII i bVII", "i i bVII bVI", "i7 iv7 i7 iv7",
        "i i iv iv", "i bVI bIII bVII", "i bIII i bVII", "i bII i bII", "i9 bVImaj7 iv9 v7",
      ]
    case (.jazz, false):
      [
        "ii7 V7 Imaj7 Imaj7", "Imaj7 vi7 ii7 V7", "Imaj7/VI7 ii7/V7 iii7/VI7 ii7/V7",
        "I6 I7 IVmaj7 iv7 iii7 VI7 ii7 V7",
      ]
    case (.jazz, true):
      ["i7 i7 iiø7 V7", "iv7 bVII7 bIIImaj7 bVImaj7 iiø7 V7 i7 i7", "i7 iv7 iiø7/V7 i7"]
    case (.blues, false):
      [
        "I7 IV7 I7 I7 IV7 IV7 I7 I7 V7 IV7 I7 V7", "I7 I7 I7 I7 IV7 IV7 I7 I7 V7 IV7 I7 I7",
      ]
    case (.blues, true):
      [
        "i7 iv7 i7 i7 iv7 iv7 i7 i7 bVI7 V7 i7 V7", "i7 i7 i7 i7 iv7 iv7 i7 i7 v7 iv7 i7 i7",
      ]
    case (.rock, false):
      ["I5 IV5 V5 IV5", "I5 bVII5 IV5 I5", "I5 V5 VI5 IV5", "I5 I5 IV5 V5"]
    case (.rock, true):
      [
        "I5 bVI5 bVII5 I5", "I5 bIII5 bVII5 IV5", "I5 bVII5 bVI5 V5", "I5 I5 bIII5 IV5",
        "I5 bII5 I5 bVII5",
      ]
    case (.classical, false):
      ["I V I V7 I IV V7 I", "I vi ii V7", "I IV I V7", "I iii vi IV ii V7 I V"]
    case (.classical, true):
      ["i V i V7 i iv V7 i", "i iv V i", "i bVII bIII bVI ii° V7 i V", "i V7 i iv"]
    }
  }
}
