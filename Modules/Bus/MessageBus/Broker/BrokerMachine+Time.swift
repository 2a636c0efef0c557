extension BrokerMachine {
  func tick(now: Instant) {
    if now >= nextHeartbeat {
      // The broker itself was suspended: messages of its workers may still wait to be read.
      if now >= nextHeartbeat + settings.livenessTimeout / 2 {
        lastResume = now
        for worker in workers.values { worker.lastHeard = now }
      }
      nextHeartbeat = now + settings.heartbeatInterval
      let silent = workers.values.filter { $0.lastHeard + settings.livenessTimeout <= now }
      for worker in silent { sendDisconnect(to: worker.envelope, now: now) }
      remove(silent, because: .silent, now: now)
      probe()
      silenced = silenced.filter { $0.value > now }
    }
    while let subject = timers.popDue(now: now) {
      if let pending = subject as? PendingRequest { timerFired(pending, now: now) }
      if let service = subject as? Service { timerFired(service, now: now) }
    }
  }

  /// Sends HEARTBEAT to every worker: at each interval, and after a lost connection, because sending shows which worker is unreachable.
  func probe() {
    for worker in workers.values { actions.append(.heartbeat(worker.envelope)) }
  }

  private func timerFired(_ pending: PendingRequest, now: Instant) {
    switch pending.state {
    case .waiting:
      let due = pending.waitDeadline(settings, startupGrace)
      if due <= now { timeOutWaiting(pending) } else { timers.set(due, for: pending) }
    case .held:
      guard pending.deadline <= now, let content = pending.content else { return timers.set(pending.deadline, for: pending) }
      refuse(pending.client.envelope, pending.service.name, .workerTimeout, content)
      abandon(pending, now: now)
    case .abandoned:
      guard let worker = pending.worker else { return }
      let due = max(pending.deadline, lastResume ?? pending.deadline) + settings.overdueLimit
      if due <= now { disconnect(worker, now: now) } else { timers.set(due, for: pending) }
    case .done: break
    }
  }

  /// Ends the limit of shares when it is due, and rechecks the requests that wait for a service without workers.
  private func timerFired(_ service: Service, now: Instant) {
    if service.isLimited {
      let end = service.shares.expire(now: now)
      service.isLimited = end != nil
      if let end { timers.set(end, for: service) } else { dispatchQueued(service, now: now) }
    }
    guard service.workerCount == 0 else { return }
    if let workerMayReturnUntil = service.workerMayReturnUntil {
      if workerMayReturnUntil > now { timers.set(workerMayReturnUntil, for: service) } else { service.workerMayReturnUntil = nil }
    }
    defer { removeIfUnused(service) }
    for pending in service.queue.items {
      let due = pending.waitDeadline(settings, startupGrace)
      if due <= now { timeOutWaiting(pending) } else { timers.set(due, for: pending) }
    }
  }

  private func timeOutWaiting(_ pending: PendingRequest) {
    let service = pending.service
    if let content = pending.content {
      refuse(pending.client.envelope, service.name, service.workerCount == 0 ? .noWorker : .queueTimeout, content)
    }
    end(pending)
    service.queue.didLeave(pending)
    removeIfUnused(service)
  }
}
