import Testing

@testable import Playback

@Suite("The volume of a stream of the sound server")
struct PulseVolumeTests {
  @Test("what the server says is not believed before it has confirmed what it was told")
  func confirmation() {
    var volume = PulseVolume()
    #expect(volume.isConfirmed && volume.wanted == nil)
    volume.want(0.5, isMuted: false)
    #expect(volume.isDue && !volume.isConfirmed)
    volume.sent(2)
    #expect(!volume.isDue && !volume.isConfirmed)
    volume.confirm()
    #expect(!volume.isConfirmed)
    volume.confirm()
    #expect(volume.isConfirmed)
    volume.adopt(0.49, isMuted: true)
    #expect(volume.wanted?.loudness == 0.49 && volume.wanted?.isMuted == true)
  }

  @Test("what nobody has set stays the server's, and its silence is asked for twice")
  func server() {
    var volume = PulseVolume()
    let isDoubted = volume.doubts(0)
    let isDoubtedAgain = volume.doubts(0)
    #expect(isDoubted && !isDoubtedAgain)
    volume.streamBegan()
    let isLoudDoubted = volume.doubts(0.1)
    let isNextDoubted = volume.doubts(0)
    #expect(!isLoudDoubted && isNextDoubted)
    volume.adopt(0.4, isMuted: false)
    #expect(volume.wanted == nil)
    volume.want(0, isMuted: false)
    volume.streamBegan()
    let isSilenceDoubted = volume.doubts(0)
    #expect(!isSilenceDoubted)
  }

  @Test("what a lost connection owes is not waited for")
  func connection() {
    var volume = PulseVolume()
    volume.want(1, isMuted: false)
    volume.sent(2)
    volume.connectionEnded()
    #expect(volume.isConfirmed)
    volume.confirm()
    volume.sent(1)
    #expect(!volume.isConfirmed)
  }
}
