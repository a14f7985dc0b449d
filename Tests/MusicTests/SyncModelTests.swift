import Music
import Testing

/// Random histories of machines with one sync folder, checked against what each had seen.
@Suite("Random histories of a sync folder")
struct SyncModelTests {
  /// What may happen besides edits, reading and writing.
  struct Kinds: OptionSet {
    let rawValue: Int
    static let smart = Kinds(rawValue: 1)
    static let byHand = Kinds(rawValue: 2)
    static let kills = Kinds(rawValue: 4)
    static let failures = Kinds(rawValue: 8)
    static let unsettled = Kinds(rawValue: 16)
    static let stale = Kinds(rawValue: 32)
    /// A file that was edited by hand must not come back unread after others.
    static let most: Kinds = [smart, kills, failures, unsettled]
  }

  private struct World {
    var machines: [SyncMachine]
    /// The folder of each machine, and the one that a sync client keeps.
    var folders: [SyncMachine.Written?]
    var shared: SyncMachine.Written?
    var past: [SyncMachine.Written] = []
    var isAway: [Bool]
    var edit = 0
    var random: SeededGenerator
    let kinds: Kinds

    init(_ count: Int, _ kinds: Kinds, seed: UInt64) {
      machines = (1...count).map { SyncMachine("\($0)") }
      folders = Array(repeating: nil, count: count)
      isAway = Array(repeating: false, count: count)
      random = SeededGenerator(seed: seed)
      self.kinds = kinds
    }

    mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func name() -> String { "L\(Int.random(in: 0...3, using: &random))" }

    mutating func change(_ index: Int) {
      edit += 1
      if kinds.contains(.smart), index == 0, chance(20) {
        machines[0].setSmart("L0", chance(20) ? nil : "q\(Int.random(in: 0...3, using: &random))")
        return
      }
      let isSmart = kinds.contains(.smart) && index == 0
      let name = isSmart ? "L\(Int.random(in: 1...3, using: &random))" : name()
      // New contents, or such as there were before.
      let text = chance(50) ? "u\(edit)" : "t\(Int.random(in: 0...3, using: &random))"
      machines[index].set(name, chance(30) ? nil : text, edit: edit)
    }

    /// Somebody edits the file while the machines are at rest.
    mutating func changeByHand(_ index: Int) {
      _ = settle()
      guard var file = folders[index], !file.document.items.isEmpty else { return }
      edit += 1
      file.seen.insert(edit)
      let name = name()
      let text = "h\(Int.random(in: 0...3, using: &random))"
      let number = edit
      var isThere = false
      file.document.update { list in
        guard list.name == name else { return }
        isThere = true
        list.tracks = SyncMachine.list(name, text, edit: number).tracks
        list.isSmart = false
      }
      if !isThere {
        file.document.items.append(.playlist(SyncMachine.list(name, text, edit: number)))
      }
      put(file, index)
    }

    mutating func put(_ file: SyncMachine.Written, _ index: Int) {
      folders[index] = file
      past.append(file)
      if past.count > 40 { past.removeFirst() }
      if !isAway[index] { share(file) }
    }

    mutating func share(_ file: SyncMachine.Written) {
      shared = file
      for index in folders.indices where !isAway[index] { folders[index] = file }
    }

    /// As the player does: reads what another wrote, and writes what the file lacks.
    mutating func synchronise(_ index: Int, isCalm: Bool = false) -> Bool {
      var contributes = false
      if let file = folders[index] {
        let isKilled = !isCalm && kinds.contains(.kills) && chance(10)
        let isSettled = isCalm || !kinds.contains(.unsettled) || chance(80)
        contributes = machines[index].take(file, isKilled: isKilled, isSettled: isSettled)
        if isKilled { return true }
      }
      guard contributes || machines[index].isEdited && (isCalm || chance(80)) else {
        return false
      }
      let fails = !isCalm && kinds.contains(.failures) && chance(20)
      guard let file = machines[index].write(over: folders[index], fails: fails) else {
        return false
      }
      put(file, index)
      return true
    }

    mutating func step() {
      let index = Int.random(in: machines.indices, using: &random)
      switch Int.random(in: 0..<100, using: &random) {
      case ..<45: change(index)
      case ..<85: _ = synchronise(index)
      case ..<88: isAway[index] = true
      case ..<94:
        guard isAway[index] else { return }
        isAway[index] = false
        // The client keeps either of the two files.
        if let own = folders[index], chance(50) { share(own) } else { folders[index] = shared }
      case ..<97:
        if kinds.contains(.byHand) { changeByHand(index) }
      default:
        if kinds.contains(.stale), let old = past.randomElement(using: &random) { put(old, index) }
      }
    }

    /// All are there again; returns whether they come to rest.
    mutating func settle() -> Bool {
      for index in machines.indices {
        isAway[index] = false
        folders[index] = shared
      }
      for _ in 0..<12 {
        var isAtRest = true
        for index in machines.indices where synchronise(index, isCalm: true) { isAtRest = false }
        if isAtRest { return true }
      }
      return false
    }
  }

  private func contents(_ machine: SyncMachine, smart: Bool) -> [String] {
    machine.lists.filter { !smart || $0.name != "L0" }
      .map { "\($0.name ?? "") \(SyncMachine.text(of: $0))" }.sorted()
  }

  @Test(
    "no edit is lost, and machines come to rest with the same playlists",
    arguments: [
      Kinds(), .smart, .byHand, .kills, .failures, .unsettled, .stale, .most.union(.byHand),
      .most.union(.stale),
    ])
  func converges(kinds: Kinds) {
    for seed in 0..<8 {
      var world = World(seed % 3 == 0 ? 3 : 2, kinds, seed: UInt64(seed))
      for _ in 0..<200 { world.step() }
      let rests = world.settle()
      #expect(rests, "seed \(seed)")
      let faults = world.machines.flatMap(\.faults)
      #expect(faults.isEmpty, "seed \(seed): \(faults.first ?? "")")
      let all = world.machines.map { contents($0, smart: kinds.contains(.smart)) }
      #expect(Set(all).count == 1, "seed \(seed): \(all)")
    }
  }

  @Test("machines that edit in turn, each after reading, double nothing")
  func inTurn() {
    for seed in 0..<4 {
      var world = World(3, .smart, seed: UInt64(seed))
      for _ in 0..<100 {
        let index = Int.random(in: 0...2, using: &world.random)
        _ = world.settle()
        world.change(index)
        // Some are away, and change nothing meanwhile.
        world.isAway[(index + 1) % 3] = world.chance(50)
        _ = world.synchronise(index, isCalm: true)
      }
      _ = world.settle()
      let names = Set(world.machines.flatMap { $0.lists.map { $0.name ?? "" } })
      #expect(names.allSatisfy { $0.hasPrefix("L0") || $0.count == 2 }, "seed \(seed): \(names)")
    }
  }
}
