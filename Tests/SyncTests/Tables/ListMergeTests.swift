import Music
import Sync
import Testing

@Suite("Merging of lists")
struct ListMergeTests {
  private func keys(_ text: String) -> [Int] { text.unicodeScalars.map { Int($0.value) } }

  private func merged(_ base: String, _ first: String, _ second: String) -> String {
    let list = ListMerge.merge(base: keys(base), first: keys(first), second: keys(second))
    return String(String.UnicodeScalarView(list.compactMap { Unicode.Scalar(UInt32($0)) }))
  }

  @Test(
    "both sides' insertions, removals and moves are kept",
    arguments: [
      ("ABCD", "ABXCD", "ABCDY", "ABXCDY", "ABXCDY"), ("ABCD", "ACD", "ABCYD", "ACYD", "ACYD"),
      ("ABCD", "DABC", "ABCD", "DABC", "DABC"), ("ABCD", "DABC", "ACBD", "DACB", "DACB"),
      ("ABCD", "DABC", "BCDA", "DABC", "DBCA"), ("ABCD", "ABCDX", "ABCDY", "ABCDYX", "ABCDXY"),
      ("ABCD", "XABCD", "XABCD", "XABCD", "XABCD"), ("ABA", "ABAA", "BA", "BAA", "BAA"),
      ("", "AB", "BC", "ABC", "ABC"), ("ABCD", "AC", "BD", "", ""),
      ("ABCD", "ABXYCD", "ABCD", "ABXYCD", "ABXYCD"),
    ])
  func table(base: String, ours: String, theirs: String, result: String, swapped: String) {
    #expect(merged(base, ours, theirs) == result)
    #expect(merged(base, theirs, ours) == swapped)
  }

  @Test("a merge has each element that a side added, and none that a side removed")
  func properties() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      let base = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
        Int.random(in: 0..<8, using: &random)
      }
      func side() -> [Int] {
        var list = base
        for _ in 0..<Int.random(in: 0..<4, using: &random) {
          if Bool.random(using: &random), let index = list.indices.randomElement(using: &random) {
            list.remove(at: index)
          } else {
            let new = Int.random(in: 0..<20, using: &random)
            list.insert(new, at: Int.random(in: 0...list.count, using: &random))
          }
        }
        return list
      }
      let (first, second) = (side(), side())
      let merged = ListMerge.merge(base: base, first: first, second: second)
      func count(_ list: [Int], _ key: Int) -> Int { list.count { $0 == key } }
      for key in Set(base + first + second) {
        let (old, left, right) = (count(base, key), count(first, key), count(second, key))
        let expected =
          if left <= old, right <= old { min(left, right) } else { max(left, right) }
        // One side removed one and the other added one: the added one stays.
        guard (left <= old) == (right <= old) || left == old || right == old else { continue }
        #expect(count(merged, key) == expected, "\(base) \(first) \(second)")
      }
      #expect(ListMerge.merge(base: base, first: base, second: second) == second)
      #expect(ListMerge.merge(base: base, first: first, second: first) == first)
    }
  }

  @Test(
    "what the device cannot hold stays where it was",
    arguments: [
      // The whole list, what was shown of it, what that became, and what is made of it.
      ("ABACD", "ABD", "ABD", "ABACD"), ("ABACD", "ABD", "BD", "BCD"),
      ("ABACD", "ABD", "AXBD", "AXBACD"), ("ABC", "ABC", "", ""), ("CAB", "AB", "BA", "CBA"),
      ("AB", "B", "BA", "BA"),
    ])
  func hidden(whole: String, shown: String, now: String, result: String) {
    #expect(
      ListMerge.expanded(base: keys(whole), shown: keys(shown), now: keys(now)) == keys(result))
  }

  @Test("what was lost with its file was not removed from the list")
  func lost() {
    let list = ListMerge.expanded(
      base: keys("ABC"), shown: keys("ABC"), now: keys("AC"), absent: Set(keys("B")))
    #expect(list == keys("ABC"))
  }

  @Test("a list of 100,000 that is turned round merges with edits of the other side")
  func large() {
    let base = Array(0..<100_000)
    let merged = ListMerge.merge(
      base: base, first: base.reversed(), second: base.filter { $0 % 2 == 0 } + [200_000])
    #expect(merged.count == 50_001)
    #expect(merged.contains(200_000) && !merged.contains(1))
  }
}
