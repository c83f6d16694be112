// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.apply;

import io.lockstep.io.InputException;
import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.change.AccessChange;
import io.lockstep.trace.change.Rewrite;
import io.lockstep.trace.change.SourcePlaces;
import io.lockstep.trace.change.access.ChangedAccesses;
import io.lockstep.trace.change.access.ChangedKernel;
import io.lockstep.trace.change.access.ChangedProgram;
import io.lockstep.trace.change.host.NoWaits;
import io.lockstep.trace.change.host.PinnedTransfers;
import io.lockstep.trace.change.host.ResidentData;
import io.lockstep.trace.change.rewrite.ApproximateMath;
import io.lockstep.trace.change.rewrite.AsynchronousCopies;
import io.lockstep.trace.change.rewrite.CheapDivision;
import io.lockstep.trace.change.rewrite.CombineOnce;
import io.lockstep.trace.change.rewrite.GroupSizes;
import io.lockstep.trace.change.rewrite.KernelCopy;
import io.lockstep.trace.change.rewrite.OneLaunch;
import io.lockstep.trace.change.rewrite.PrefetchedCopies;
import io.lockstep.trace.change.rewrite.PrivateRegisters;
import io.lockstep.trace.change.rewrite.ProgramRewrite;
import io.lockstep.trace.change.rewrite.SinglePrecision;
import io.lockstep.trace.change.rewrite.SplitRounds;
import io.lockstep.trace.change.rewrite.WideItems;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Changes of a program, prepared for its kernels and applied to any number of replays: first of the
 * accesses of source lines, then of the whole program. Immutable and thread-safe.
 */
public final class ProgramChange {
  /** Maximum bytes of records that are held for a change of a whole launch. */
  static final long MOST_BYTES = 256L << 20;

  private interface Step {
    ProgramSource apply(ProgramSource source, long mostBytes);
  }

  private final List<Step> steps;

  private ProgramChange(List<Step> steps) {
    this.steps = steps;
  }

  /**
   * Prepares changes of a program; {@code places} maps its source lines.
   *
   * @throws InputException if a change or rewrite applies to nothing in the program
   */
  public static ProgramChange of(
      Program program,
      Collection<AccessChange> changes,
      Collection<Rewrite> rewrites,
      SourcePlaces places) {
    List<Step> steps = new ArrayList<>();
    Program now = program;
    if (!changes.isEmpty()) {
      ChangedAccesses accesses = new ChangedAccesses(changes, places, program.kernels());
      accesses.check(program.kernels());
      List<ChangedKernel> kernels =
          program.kernels().stream().map(k -> ChangedKernel.of(k, accesses)).toList();
      List<Kernel> changed = kernels.stream().map(k -> k.changed).toList();
      changed.forEach(KernelVerifier::verify);
      Program next = with(now, changed);
      steps.add((source, most) -> new ChangedProgram(source, next, kernels));
      now = next;
    }
    for (Rewrite rewrite : rewrites) {
      if (isOfHost(rewrite)) {
        steps.add((source, most) -> ofHost(rewrite.kind(), source));
        continue;
      }
      ProgramRewrite how = implementation(rewrite);
      List<KernelCopy> copies = new ArrayList<>();
      List<Kernel> changed = new ArrayList<>();
      for (Kernel kernel : now.kernels()) {
        KernelCopy copy = how.kernel(kernel);
        copies.add(copy);
        changed.add(copy == null ? kernel : copy.build());
      }
      if (copies.stream().allMatch(Objects::isNull)) {
        throw new InputException(
            "ideal " + rewrite, "applies to no kernel of " + program.name() + ": " + what(rewrite));
      }
      Program next = with(now, changed);
      steps.add((source, most) -> new RewrittenProgram(source, how, next, copies, most));
      now = next;
    }
    return new ProgramChange(List.copyOf(steps));
  }

  private static String what(Rewrite rewrite) {
    return rewrite.kind().meaning();
  }

  /** Returns whether a rewrite applies to a kernel. */
  public static boolean applies(Rewrite rewrite, Kernel kernel) {
    return isOfHost(rewrite) || implementation(rewrite).kernel(kernel) != null;
  }

  /** Returns whether a rewrite changes the host's steps alone. */
  private static boolean isOfHost(Rewrite rewrite) {
    return switch (rewrite.kind()) {
      case NO_WAITS, RESIDENT, PINNED -> true;
      default -> false;
    };
  }

  private static ProgramSource ofHost(Rewrite.Kind kind, ProgramSource source) {
    return switch (kind) {
      case NO_WAITS -> new NoWaits(source);
      case RESIDENT -> new ResidentData(source);
      default -> new PinnedTransfers(source);
    };
  }

  /**
   * Returns the size in bytes of the largest group of asynchronous copies that a work-item commits
   * in a loop, with the loads that {@link Rewrite.Kind#ASYNC_COPIES} would make copies.
   */
  public static long copiedBytes(Kernel kernel) {
    KernelCopy copy = new AsynchronousCopies().kernel(kernel);
    return PrefetchedCopies.bytes(copy == null ? kernel : copy.build());
  }

  private static Program with(Program program, List<Kernel> kernels) {
    return new Program(
        program.name(),
        kernels,
        program.buffers(),
        program.parameters(),
        program.warmups(),
        program.timing(),
        program.streams());
  }

  /**
   * Returns a source of the changed program with the original's outcome. Closing it closes the
   * original source.
   */
  public ProgramSource apply(ProgramSource source) {
    return apply(source, MOST_BYTES);
  }

  /**
   * As {@link #apply(ProgramSource)}; launches with more bytes of records stay unchanged, or are
   * refused if the changed code does not fit their records.
   */
  public ProgramSource apply(ProgramSource source, long mostBytes) {
    ProgramSource changed = source;
    for (Step step : steps) {
      changed = step.apply(changed, mostBytes);
    }
    return changed;
  }

  private static ProgramRewrite implementation(Rewrite rewrite) {
    return switch (rewrite.kind()) {
      case SINGLES -> new SinglePrecision();
      case CHEAP -> new CheapDivision();
      case APPROXIMATE -> new ApproximateMath();
      case REGISTERS -> new PrivateRegisters();
      case NO_WAITS, RESIDENT, PINNED ->
          throw new IllegalArgumentException(rewrite + " changes no kernel");
      case ONE_LAUNCH -> new OneLaunch();
      case COMBINE_ONCE -> new CombineOnce();
      case ASYNC_COPIES -> new AsynchronousCopies();
      case COPIES_AHEAD -> new PrefetchedCopies();
      case SPLIT -> new SplitRounds(rewrite.number());
      case SMALLER -> new GroupSizes(1, rewrite.number());
      case LARGER -> new GroupSizes(rewrite.number(), 1);
      case WIDE -> new WideItems(rewrite.number());
    };
  }
}
