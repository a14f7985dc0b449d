internal import Threads

extension RemoteFile {
  /// Passes a block to the cache once it is whole. Under the lock.
  func storeIfWhole(_ index: Int) {
    guard let cache, state.isCached, state.size != nil, !state.stored.contains(index),
      state.has(index), let bytes = state.blocks[index]
    else { return }
    let isTaken = cache.write(index, bytes, of: address, state.version, age: cacheAge) {
      [weak self] in
      self.flatMap { file in file.condition.withLock { file.cached } }
    } done: { [weak self] file in
      self?.noteStored(index, file)
    }
    // Without the cache the memory is bounded.
    if !isTaken { state.isCached = false }
  }

  /// On the cache's queue.
  private func noteStored(_ index: Int, _ file: CacheFile?) {
    condition.withLock {
      guard let file else {
        state.isCached = false
        return
      }
      cached = file
      state.stored.insert(index)
      state.trim(limits)
    }
  }

  /// Passes all blocks to the cache, once the size is known.
  func storeAll() {
    for index in state.blocks.indices { storeIfWhole(index) }
  }
}
