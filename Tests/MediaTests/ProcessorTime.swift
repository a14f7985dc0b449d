import Glibc

/// The processor time of the calling thread so far: unlike the time of day, it does not grow while
/// other programs have the processors.
func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
