import Music
import Testing

@testable import Playback

@Suite("Timeline")
struct TimelineTests {
  private func segment(_ id: Int64, _ start: FrameNumber, at position: Duration) -> Segment {
    let item = PlayItem(
      id: PlayID(track: TrackID(id), serial: 0), source: .file(FilePath("/\(id)")))
    return Segment(item: item, start: start, position: position)
  }

  @Test("a frame has its place in the item it belongs to")
  func position() {
    var timeline = Timeline(rate: 1000)
    let first = segment(1, 5000, at: .seconds(3))
    timeline.append(first)
    #expect(timeline.boundary == nil)
    #expect(timeline.position(of: 6500) == .seconds(4.5))
    #expect(timeline.position(of: 0) == .seconds(3))
    timeline.close(first.item.id, at: 7000)
    #expect(timeline.current?.duration == .seconds(5))
    #expect(timeline.position(of: 9000) == .seconds(5))
  }

  @Test("what follows can be taken back, and what is heard cannot")
  func drop() {
    var timeline = Timeline(rate: 1000)
    let (first, second) = (segment(1, 0, at: .zero), segment(2, 700, at: .zero))
    timeline.append(first)
    timeline.close(first.item.id, at: 700)
    timeline.append(second)
    #expect(timeline.boundary == 700 && timeline.hasNext)
    timeline.drop(second.item.id, end: 700)
    #expect(timeline.boundary == 700 && !timeline.hasNext)
    timeline.drop(first.item.id, end: 0)
    #expect(timeline.current == timeline.segments.first && timeline.current != nil)
  }

  @Test("without the item that was to fade in, the one before it ends where it ended")
  func dropFade() {
    var timeline = Timeline(rate: 1000)
    let (first, second) = (segment(1, 0, at: .zero), segment(2, 500, at: .zero))
    timeline.append(first)
    timeline.close(first.item.id, at: 700)
    timeline.append(second)
    #expect(timeline.boundary == 500)
    timeline.drop(second.item.id, end: 700)
    #expect(timeline.boundary == 700 && timeline.position(of: 650) == .milliseconds(650))
  }
}
