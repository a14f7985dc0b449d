/// A version vector: for each machine, the counter of its newest known version (Parker et al.,
/// "Detection of Mutual Inconsistency in Distributed Systems", 1983).
package struct VersionVector: Equatable, Sendable, Codable {
  /// From 1, by the id of the machine.
  package private(set) var counters: [String: Int]

  package init(_ counters: [String: Int] = [:]) { self.counters = counters }

  package var isEmpty: Bool { counters.isEmpty }

  /// 0 for an unknown machine.
  package subscript(machine: String) -> Int { counters[machine] ?? 0 }

  /// Whether each version of another vector is known here, too.
  package func covers(_ other: VersionVector) -> Bool {
    other.counters.allSatisfy { self[$0.key] >= $0.value }
  }

  /// The versions of both.
  package func merged(with other: VersionVector) -> VersionVector {
    VersionVector(counters.merging(other.counters) { max($0, $1) })
  }

  /// Adds the versions of other machines. A machine knows its own counter best.
  package mutating func merge(_ other: VersionVector, except machine: String) {
    for (name, counter) in other.counters where name != machine {
      counters[name] = max(self[name], counter)
    }
  }

  package mutating func advance(_ machine: String) { counters[machine] = self[machine] + 1 }
}
