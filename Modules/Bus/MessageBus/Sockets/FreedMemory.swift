import CZeroMQ

/// Memory that was freed and that the allocator keeps for later.
public enum FreedMemory {
  /// Returns it to the system (malloc_trim(3)). Takes time proportional to the memory in use, tens of milliseconds for 100 MB, so it pays
  /// only after work that freed much more than the process needs from then on.
  public static func returnToSystem() { _ = malloc_trim(0) }
}
