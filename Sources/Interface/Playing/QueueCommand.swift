/// Commands about the queue as a whole.
package enum QueueCommand: Hashable, Sendable {
  case addLast, addNext, save
  case saveAs(String)
  case list
}
