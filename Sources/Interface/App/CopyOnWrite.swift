/// A part of the state that copies share until one of them changes. Each view has a copy of the whole
/// state, and the code that copies it is that much smaller for every type that contains it.
@propertyWrapper
package struct CopyOnWrite<Value: Equatable & Sendable>: Sendable {
  // Sendable because `value` changes only while this is the only reference to it.
  private final class Storage: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  package init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  package var wrappedValue: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }
}

extension CopyOnWrite: Equatable {
  package static func == (left: CopyOnWrite, right: CopyOnWrite) -> Bool {
    left.storage === right.storage || left.storage.value == right.storage.value
  }
}
