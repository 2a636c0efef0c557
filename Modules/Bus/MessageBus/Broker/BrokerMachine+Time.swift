/// Timers, and the loss of workers.
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
      for service in services.values where service.isLimited { dispatchQueued(service, now: now) }
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

  func timerFired(_ pending: PendingRequest, now: Instant) {
    switch pending.state {
    case .waiting: timeOutOrWait(pending, now: now)
    case .held:
      if pending.deadline <= now { fail(pending, .workerTimeout, now: now) } else { timers.set(pending.deadline, for: pending) }
    case .abandoned:
      guard let worker = pending.worker else { return }
      let due = max(pending.deadline, lastResume ?? pending.deadline) + settings.overdueLimit
      if due <= now { disconnect(worker, now: now) } else { timers.set(due, for: pending) }
    case .done: break
    }
  }

  /// Rechecks the requests that wait for a service without workers.
  func timerFired(_ service: Service, now: Instant) {
    guard service.attachedWorkers.isEmpty else { return }
    if let workerMayReturnUntil = service.workerMayReturnUntil {
      if workerMayReturnUntil > now { timers.set(workerMayReturnUntil, for: service) } else { service.workerMayReturnUntil = nil }
    }
    for pending in service.queue.items { timeOutOrWait(pending, now: now) }
    removeIfUnused(service)
  }

  func timeOutOrWait(_ pending: PendingRequest, now: Instant) {
    let due = waitDeadline(of: pending)
    guard due <= now else { return timers.set(due, for: pending) }
    fail(pending, pending.service.attachedWorkers.isEmpty ? .noWorker : .queueTimeout, now: now)
  }

  // MARK: Removing workers

  /// Disconnects a worker that broke the protocol or does not finish its requests.
  func disconnect(_ worker: Worker, now: Instant) {
    sendDisconnect(to: worker.envelope, now: now)
    remove([worker], because: .misbehaved, now: now)
  }

  /// Sends DISCONNECT, at most once per liveness timeout.
  func sendDisconnect(to envelope: Envelope, now: Instant) {
    if let until = silenced[envelope.peer], until > now { return }
    silenced[envelope.peer] = now + settings.livenessTimeout
    actions.append(.disconnect(envelope))
  }

  /// Removes all of `lost` before their requests are reassigned: none of them gets the requests of another one.
  func remove(_ lost: [Worker], because reason: LeaveReason, now: Instant) {
    // Newest first, because each is prepended to the queue.
    let held = lost.flatMap { $0.held.values }.sorted { $0.delivery > $1.delivery }
    for worker in lost {
      let service = worker.service
      workers[worker.envelope.peer] = nil
      worker.held = [:]
      service.attachedWorkers.removeAll { $0 === worker }
      actions.append(.left(service: service.name, worker.envelope.peer))
      guard service.attachedWorkers.isEmpty else { continue }
      service.shares.limitedUntil = nil
      service.withoutWorkersSince = now
      service.workerMayReturnUntil = reason.mayReturn ? now + settings.returnGrace : nil
    }
    for pending in held { reassign(pending, because: reason, now: now) }
    for service in lost.map(\.service) {
      if service.attachedWorkers.isEmpty { timers.set(now + settings.grace, for: service) }
      dispatchQueued(service, now: now)
      removeIfUnused(service)
    }
  }

  func reassign(_ pending: PendingRequest, because reason: LeaveReason, now: Instant) {
    pending.worker = nil
    guard pending.state == .held, let content = pending.content else {
      pending.due = nil
      return
    }
    if reason == .disconnected { pending.deliveryCount -= 1 }
    let isUnsafeToRetry = reason != .disconnected && !content.isRetryable
    if pending.partsSent || isUnsafeToRetry || pending.deliveryCount > settings.maxRedeliveries {
      refuse(pending.client.envelope, pending.service.name, .workerLost, content)
      end(pending)
    } else {
      pending.service.queue.prepend(pending)
      startWaiting(pending, now: now)
    }
  }
}
