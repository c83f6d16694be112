// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.line.LineTimes.InstructionTimes;
import io.lockstep.observe.line.LineTimes.InstructionWork;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.testsupport.Kernels;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** A made-up result of a device of the catalogue: statistics, and cycles of instructions. */
final class MadeUp {
  static final Catalogue ALL = Catalogue.of(Optional.empty(), List.of());

  private final DeviceSpec spec;
  private final long picos;
  private final SortedMap<String, BigDecimal> statistics = new TreeMap<>();
  private final List<InstructionTimes> instructions = new ArrayList<>();

  MadeUp(String device, long picos) {
    spec = ALL.spec(device);
    this.picos = picos;
  }

  /** A statistic. */
  MadeUp shows(String statistic, double value) {
    statistics.put(statistic, new BigDecimal(value, MathContext.DECIMAL64));
    return this;
  }

  /** A share of a peak by its parts. */
  MadeUp share(String name, String used, String peak, double share, double most) {
    shows(used, share * most).shows(peak, most);
    return shows(name, share);
  }

  /** Cycles that an instruction was issued, with the reason that stands for it. */
  MadeUp issues(int instruction, String cause, long cycles, long executions) {
    List<IssueCause> causes = scheme().causes();
    long[] ticks = new long[causes.size()];
    for (IssueCause c : causes) {
      ticks[c.ordinal()] = c.statistic().equals(cause) ? cycles : 0;
    }
    instructions.add(
        new InstructionTimes(
            instruction,
            10 + instruction,
            ticks,
            Optional.of(new InstructionWork(executions, OptionalLong.empty()))));
    return this;
  }

  /** The code that {@link #issues} is of: a kernel of fewer instructions than are named. */
  private record Code() implements MachineKernel {
    @Override
    public Kernel kernel() {
      return Kernels.copy(false);
    }

    @Override
    public int registers() {
      return 1;
    }

    @Override
    public String assembly() {
      return "";
    }
  }

  private IssueScheme scheme() {
    return ALL.statistics(spec.family()).issue().orElseThrow();
  }

  DeviceSpec spec() {
    return spec;
  }

  Subject subject(String name) {
    KernelTimes kernel = new KernelTimes(0, "k", "k.ptx", 1, instructions, new Code(), null);
    List<IssueCause> causes = scheme().causes();
    LineTimes lines =
        instructions.isEmpty()
            ? null
            : new LineTimes(causes, List.of(kernel), List.of(), new long[causes.size()], true);
    RunResult result =
        new RunResult(
            new RunResult.Identity("w", spec.id(), spec.name(), new TreeMap<>(), new TreeMap<>()),
            new RunResult.Outcome(RunStatus.OK, null, null, ""),
            new RunResult.Time(1, picos, picos, ""),
            new RunResult.Evidence("", "", spec.hash()),
            statistics,
            new RunResult.Observed(null, lines, null, null, null, null));
    return new Subject(name, spec, result, ALL);
  }

  /** Compares two results. */
  static RoofComparison compare(MadeUp from, MadeUp to, boolean same) {
    return new RoofComparison(
        from.subject("from"), LinePlaces.NOWHERE, to.subject("to"), LinePlaces.NOWHERE, same);
  }
}
