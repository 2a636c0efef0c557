/// One of the bus's state machines, driven by hashable inputs, so that a sequence of inputs leads to the same state each time.
protocol CheckedMachine {
  associatedtype Configuration: Hashable
  associatedtype Input: Hashable
  associatedtype Output
  /// What the world reads from a state.
  associatedtype Facts

  init(_ configuration: Configuration)
  mutating func apply(_ input: Input) -> [Output]
  /// Throws ``Violation`` if an invariant of the machine itself does not hold after `input`.
  func check(after input: Input, _ outputs: [Output]) throws(Violation)
  /// Text that is equal for states that behave alike from now on. Instants in it are relative to the machine's clock.
  var digest: String { get }
  var facts: Facts { get }
}

/// The states of one kind of machine that were seen so far, numbered, and the steps between them.
///
/// Worlds contain the numbers, which are cheap to copy, compare and hash; many worlds share a state of one machine. A machine's step is computed
/// once: the inputs that first led to the state are repeated on a new machine. Machines that cannot be copied need no other support.
final class MachineTable<Machine: CheckedMachine> {
  struct Step {
    let state: Int
    let outputs: [Machine.Output]
  }

  private struct State {
    let configuration: Machine.Configuration
    let inputs: [Machine.Input]
    let facts: Machine.Facts
  }

  private struct Key: Hashable {
    let state: Int
    let input: Machine.Input
  }

  private var states: [State] = []
  private var numbers: [String: Int] = [:]
  private var steps: [Key: Result<Step, Violation>] = [:]

  var stateCount: Int { states.count }
  var stepCount: Int { steps.count }

  func facts(of state: Int) -> Machine.Facts { states[state].facts }

  func start(_ configuration: Machine.Configuration) -> Int { number(of: Machine(configuration), configuration, []) }

  func step(_ input: Machine.Input, from state: Int) throws(Violation) -> Step {
    let key = Key(state: state, input: input)
    if let known = steps[key] { return try known.get() }
    let result = compute(input, from: states[state])
    steps[key] = result
    return try result.get()
  }

  private func compute(_ input: Machine.Input, from state: State) -> Result<Step, Violation> {
    var machine = Machine(state.configuration)
    for input in state.inputs { _ = machine.apply(input) }
    let outputs = machine.apply(input)
    do throws(Violation) {
      try machine.check(after: input, outputs)
      return .success(Step(state: number(of: machine, state.configuration, state.inputs + [input]), outputs: outputs))
    } catch { return .failure(error) }
  }

  private func number(of machine: Machine, _ configuration: Machine.Configuration, _ inputs: [Machine.Input]) -> Int {
    let digest = machine.digest
    if let known = numbers[digest] { return known }
    states.append(State(configuration: configuration, inputs: inputs, facts: machine.facts))
    numbers[digest] = states.count - 1
    return states.count - 1
  }
}

extension CheckedMachine {
  func check(after input: Input, _ outputs: [Output]) throws(Violation) {}
}
