import Music
import Testing

@Suite("Book progress")
struct BookProgressTests {
  private func random(_ random: inout SeededGenerator) -> BookProgress {
    BookProgress(
      place: .seconds(Int.random(in: 0...3, using: &random)), isFinished: .random(using: &random),
      isHidden: .random(using: &random), updated: .random(in: 0...3, using: &random),
      started: Bool.random(using: &random) ? .random(in: 1...3, using: &random) : nil,
      finished: Bool.random(using: &random) ? .random(in: 1...3, using: &random) : nil)
  }

  @Test("the merge does not depend on order, grouping or repetition")
  func laws() {
    var source = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      let (a, b, c) = (random(&source), random(&source), random(&source))
      #expect(a.merged(with: b) == b.merged(with: a))
      #expect(a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)))
      #expect(a.merged(with: a) == a)
      #expect(a.merged(with: b).updated == max(a.updated, b.updated))
    }
  }

  @Test("two clients agree in any order of delivery, on the place that was heard last")
  func convergence() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed))
      var clients = [BookProgress(), BookProgress()]
      var mail: [(to: Int, progress: BookProgress)] = []
      var sent: [BookProgress] = []
      for step in 1...40 {
        let now = Int64(step) * 1_000
        let one = Int.random(in: 0...1, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0:
          let place = clients[one].place + .seconds(Int.random(in: 1...30, using: &random))
          clients[one] = clients[one].heard(to: place, of: .seconds(100_000), at: now)
          sent.append(clients[one])
          mail.append((1 - one, clients[one]))
        case 1 where !mail.isEmpty:
          // Any message, which may come again later.
          let index = Int.random(in: 0..<mail.count, using: &random)
          let (to, progress) = mail[index]
          if Bool.random(using: &random) { mail.remove(at: index) }
          let before = clients[to]
          clients[to] = before.merged(with: progress.received(at: now))
          #expect(clients[to].updated >= before.updated)
          // It goes back only where the other client has listened later.
          #expect(clients[to].place >= before.place || progress.updated > before.updated)
        default: break
        }
      }
      for (to, progress) in mail.shuffled(using: &random) {
        clients[to] = clients[to].merged(with: progress.received(at: 50_000))
      }
      #expect(clients[0] == clients[1])
      // Changes of one moment do not occur here: each step has its own time.
      let last = sent.max { $0.updated < $1.updated }
      #expect(clients[0].place == last?.place ?? .zero)
    }
  }

  @Test("a lost stretch is no longer than what was not sent, while one client listens at a time")
  func unsyncedStretch() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed))
      var (here, server) = (BookProgress(), BookProgress())
      var unsent = Duration.zero
      var farthest = Duration.zero
      for step in 1...60 {
        let now = Int64(step) * 5_000
        let stretch = Duration.seconds(5)
        here = here.heard(to: here.place + stretch, of: .seconds(100_000), at: now)
        (unsent, farthest) = (unsent + stretch, here.place)
        if Bool.random(using: &random) {
          server = server.merged(with: here.received(at: now))
          unsent = .zero
        }
        if Int.random(in: 0...9, using: &random) == 0 {
          // The client is another one, which knows only the server's place.
          here = BookProgress().merged(with: server)
          #expect(farthest - here.place <= unsent)
          unsent = .zero
        }
      }
    }
  }

  @Test("a clock that is ahead does not win for ever, and one that goes back does not lose")
  func clocks() {
    let wrong = BookProgress(place: .seconds(9), updated: .max).received(at: 1_000_000)
    #expect(wrong.updated == 1_000_000)
    let later = wrong.heard(to: .seconds(20), of: .seconds(100), at: 1_000_000)
    #expect(wrong.merged(with: later).place == .seconds(20))
    let fine = BookProgress(updated: 1_000_000 + BookProgress.clockSkew).received(at: 1_000_000)
    #expect(fine.updated == 1_000_000 + BookProgress.clockSkew)
    let back = later.heard(to: .seconds(30), of: .seconds(100), at: 5)
    #expect(back.updated == later.updated + 1)
    #expect(BookProgress(place: .seconds(-4), updated: -7).received(at: 0) == BookProgress())
    _ = BookProgress(updated: .max).heard(to: .zero, of: .zero, at: .max)
  }

  @Test("a book is finished with 10 s left or at 97 %, and never at its start")
  func finished() {
    let rules = BookRules()
    #expect(rules.isFinished(at: .seconds(90), of: .seconds(100)))
    #expect(!rules.isFinished(at: .seconds(89), of: .seconds(100)))
    #expect(rules.isFinished(at: .seconds(970), of: .seconds(1_000)))
    #expect(!rules.isFinished(at: .seconds(969), of: .seconds(1_000)))
    #expect(!rules.isFinished(at: .zero, of: .seconds(5)))
    #expect(!rules.isFinished(at: .seconds(5), of: .zero))
    let heard = BookProgress(isHidden: true).heard(to: .seconds(95), of: .seconds(100), at: 7)
    #expect(heard.isFinished && heard.finished == 7 && heard.started == 7 && !heard.isHidden)
    let again = heard.heard(to: .seconds(3), of: .seconds(100), at: 8)
    #expect(!again.isFinished && again.finished == nil && again.started == 7)
    let open = heard.marked(finished: false, at: 9)
    #expect(open.place == .seconds(95) && !open.isFinished && open.finished == nil)
    #expect(open.updated == 9)
    #expect(heard.marked(finished: true, at: 9) == heard)
    // The user's word holds until the place crosses the line.
    #expect(!open.heard(to: .seconds(96), of: .seconds(100), at: 10).isFinished)
    let said = BookProgress(place: .seconds(20)).marked(finished: true, at: 5)
    #expect(said.heard(to: .seconds(30), of: .seconds(100), at: 6).isFinished)
  }

  @Test("books to go on with are begun, open, visible, newest first, and ten")
  func continued() {
    let rows = (0..<30).map { (number: Int) -> BookRow in
      let progress = BookProgress(
        place: .seconds(number * 5), isFinished: number == 10, isHidden: number == 11,
        updated: Int64(number))
      return BookRow(
        id: BookID(Int64(number)), details: BookDetails(title: "\(number)"),
        duration: .seconds(100), progress: progress, firstTrack: TrackID(1))
    }
    let order: [Int64] = [18, 17, 16, 15, 14, 13, 12, 9, 8, 7]
    #expect(
      BookRules().continued(rows).map(\.id.rawValue) == order)
    #expect(BookRules().isContinued(BookProgress(place: .seconds(9)), of: .zero))
  }

  @Test("the rewind grows with the pause, stays in the chapter, and is a setting")
  func rewind() {
    let table = RewindTable.standard
    let rewinds = [(0, 0), (9, 0), (10, 2), (299, 2), (300, 10), (3_600, 20), (99_999, 20)]
    for (pause, rewind) in rewinds {
      #expect(table.rewind(after: .seconds(pause)) == .seconds(rewind))
    }
    #expect(table.place(.seconds(5), after: .seconds(3_600)) == .zero)
    #expect(
      table.place(.seconds(50), after: .seconds(3_600), notBefore: .seconds(45)) == .seconds(45))
    #expect(
      table.place(.seconds(50), after: .seconds(3_600), notBefore: .seconds(60)) == .seconds(50))
    #expect(RewindTable(parsing: table.text) == table)
    #expect(RewindTable(parsing: "300:10, 10:2") == RewindTable(parsing: "10:2 300:10"))
    #expect(RewindTable(parsing: "")?.steps.isEmpty == true)
    for text in ["x", "1", "1:2:3", "-1:2", "1:-2", "1:601", "99999999999:1", "5:1 5:2", "1:"] {
      #expect(RewindTable(parsing: text) == nil)
    }
  }

  @Test("a wrong jump can be undone, small moves are none, and twenty are remembered")
  func jumps() {
    var history = JumpHistory()
    let small = history.note(from: .seconds(100), to: .seconds(130))
    #expect(!small && history.back() == nil)
    for number in 0..<30 { history.note(from: .seconds(number * 100), to: .seconds(9_000)) }
    #expect(history.places.count == 20 && history.places.first == .seconds(1_000))
    #expect(history.back() == .seconds(2_900) && history.back() == .seconds(2_800))
    #expect(JumpHistory((0..<50).map { .seconds($0) }).places.count == 20)
  }
}
