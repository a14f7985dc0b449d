internal import Glibc

/// A file descriptor of a message, closed with its last owner.
package final class BusDescriptor: Sendable, Equatable {
  package let number: Int32

  /// Programs must not inherit it: `O_CLOEXEC`.
  package init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  package static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }
}
