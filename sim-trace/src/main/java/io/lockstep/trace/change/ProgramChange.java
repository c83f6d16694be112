package io.lockstep.trace.change;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelVerifier;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import java.util.Collection;
import java.util.List;

/**
 * Changes of a program's memory accesses, prepared for its kernels and applied to any number of
 * replays. Immutable and thread-safe.
 */
public final class ProgramChange {
  private final Program program; // with the changed kernels
  private final List<ChangedKernel> kernels;

  private ProgramChange(Program program, List<ChangedKernel> kernels) {
    this.program = program;
    this.kernels = kernels;
  }

  /**
   * {@return changes of a program}
   *
   * @param program as it was executed
   * @param changes at least one
   * @param places maps the kernels' lines to those that the changes name
   * @throws io.lockstep.io.InputException if a change names no access of the program
   */
  public static ProgramChange of(
      Program program, Collection<AccessChange> changes, SourcePlaces places) {
    ChangedAccesses accesses = new ChangedAccesses(changes, places, program.kernels());
    accesses.check(program.kernels());
    List<ChangedKernel> kernels =
        program.kernels().stream().map(k -> ChangedKernel.of(k, accesses)).toList();
    List<Kernel> changed = kernels.stream().map(k -> k.changed).toList();
    changed.forEach(KernelVerifier::verify);
    return new ProgramChange(
        new Program(
            program.name(),
            changed,
            program.buffers(),
            program.parameters(),
            program.warmups(),
            program.timing(),
            program.streams()),
        kernels);
  }

  /**
   * {@return a source of the changed program} The outcome is that of the recorded one.
   *
   * @param source a replay or execution of the original program; closed with the result
   */
  public ProgramSource apply(ProgramSource source) {
    return new ChangedProgram(source, program, kernels);
  }
}
