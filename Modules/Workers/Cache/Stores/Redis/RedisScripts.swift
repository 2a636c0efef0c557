/// The scripts, each of which decides and writes at once on the node of its keys. A lease is a key that expires with it; its value is the fence
/// and the holder. All may be run again after a lost connection. Damage blocks no key: fences far in the future, and leases that do not expire, do not
/// count.
enum RedisScripts {
  /// Keys: entry, lease. Arguments: holder, term in milliseconds, the stamp of the entry that the holder knows (empty: none), a holder whose
  /// process has ended (empty: none).
  ///
  /// Returns the server's time and one of: the entry and its stamp, if it is another than the known one; null, 0 and the holder, if the lease is taken;
  /// null and the fence of the lease that was granted. A fence is later than each one before it for the key, also after a failover: it is the
  /// server's time, or follows the fence of the entry.
  static let lease =
    """
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local entry = redis.call('GET', KEYS[1])
    local written, stamp = 0, ''
    if entry then
      local first, second = string.match(entry, '^%x+ (%d+) (%x+) ')
      written, stamp = tonumber(first) or 0, second or ''
      if written > 1e13 then written = 0 end
    end
    if entry and stamp ~= ARGV[3] then return {now, entry, stamp} end
    local lease = redis.call('PTTL', KEYS[2]) > 0 and redis.call('GET', KEYS[2]) or ''
    local fence, holder = string.match(lease, '^(%d+) (.*)$')
    fence = tonumber(fence)
    if fence and fence > 1e13 then fence, holder = nil, nil end
    if fence and holder ~= ARGV[1] and holder ~= ARGV[4] then return {now, false, 0, holder} end
    if holder ~= ARGV[1] then fence = math.max(now, (fence or 0) + 1, written + 1) end
    redis.call('SET', KEYS[2], string.format('%.0f %s', fence, ARGV[1]), 'PX', ARGV[2])
    return {now, false, fence}
    """

  /// Key: lease. Arguments: its value, the new term.
  static let renew =
    """
    if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
    return 0
    """

  /// Key: lease. Argument: its value.
  static let release =
    """
    if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
    return 0
    """

  /// Keys: entry, and the lease if the write has one. Arguments: the version of the entry that the write was decided on (empty: none), the new
  /// value (empty: the entry is removed), its lifetime in milliseconds, the value of the lease and its fence.
  ///
  /// Returns 0 if the lease was granted to another worker since; 1 and the entry, if it has changed, so that the write must be decided
  /// again; 2 if the entry was written and the lease released.
  static let write =
    """
    local entry = redis.call('GET', KEYS[1])
    if KEYS[2] then
      local lease = redis.call('PTTL', KEYS[2]) > 0 and redis.call('GET', KEYS[2])
      if lease and lease ~= ARGV[4] then return {0} end
      local written = tonumber(string.match(entry or '', '^%x+ (%d+) ')) or 0
      if written <= 1e13 and written > tonumber(ARGV[5]) then return {0} end
    end
    if string.sub(entry or '', 1, 16) ~= ARGV[1] then return {1, entry} end
    if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
    if KEYS[2] then redis.call('DEL', KEYS[2]) end
    return {2}
    """
}
