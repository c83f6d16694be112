// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.SourceLines;
import io.lockstep.inspect.occupancy.LaunchShape;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.spi.Device;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.trace.change.Rewrite;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds private values that are kept in memory: spilled registers and indexed arrays. */
public final class Spills implements AdviceRule {
  private static final String FILE = "registers.size";
  private static final String STEP = "spills";

  public Spills() {}

  @Override
  public String name() {
    return "spills";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    for (KernelCard kernel : evidence.kernels()) {
      List<AccessCard> own =
          kernel.accesses().stream()
              .filter(a -> a.space() == Space.PRIVATE && a.requests() > 0 && a.line() > 0)
              .toList();
      if (own.stream().anyMatch(a -> a.op() == Op.LOAD)) {
        all.add(proposal(evidence, kernel, own));
      }
    }
    Set<String> once = new HashSet<>();
    for (LaunchShape shape : evidence.shapes(new TreeMap<>())) {
      if (once.add(shape.kernel().name())) {
        spilled(evidence, shape).ifPresent(all::add);
      }
    }
    return all;
  }

  /** Finds values that the device's compiler spilled for lack of registers. */
  private static Optional<Proposal> spilled(Evidence evidence, LaunchShape shape) {
    Kernel kernel = shape.kernel();
    Device device = evidence.device(kernel);
    MachineKernel plain = device.lower(kernel);
    MachineKernel code = device.fitted(plain, shape.geometry());
    boolean bounded = kernel.bounds().limitsRegisters();
    boolean leavesOut = evidence.spec().schema().steps().contains(STEP);
    // Without the step, launch bounds do not restrict registers.
    SortedMap<String, String> figures =
        bounded && leavesOut
            ? new TreeMap<>(Map.of(DeviceSpec.WITHOUT, STEP))
            : evidence.known(Map.of(FILE, String.valueOf(large(evidence, plain, code))));
    if (code.spilledBytes() == 0 || figures.isEmpty()) {
      return Optional.empty();
    }
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("spilled_bytes", (double) code.spilledBytes());
    numbers.put("registers", (double) code.registers());
    return Optional.of(
        new Proposal(
            new Place(kernel.name(), 0),
            "Spills: "
                + (bounded ? "launch bounds" : "groups of " + shape.geometry().groupSize())
                + " leave a work-item "
                + code.registers()
                + " registers, so that "
                + code.spilledBytes()
                + " bytes of its values are kept in memory.",
            bounded
                ? "Raise the limit of registers (max_registers, .maxnreg), or ask for fewer resident"
                    + " groups."
                : "Launch smaller work-groups, or use fewer live values.",
            numbers,
            List.of(Remedy.figures(figures)),
            evidence.part(kernel.name()) * evidence.share(CommonCause.MEMORY_LATENCY)));
  }

  /** Returns the size of a register file that can hold a group without spills. */
  private static long large(Evidence evidence, MachineKernel plain, MachineKernel code) {
    long times = 1 + plain.registers() / Math.max(1, code.registers());
    return evidence.spec().has(FILE) ? (times + 1) * evidence.spec().value(FILE) : 0;
  }

  private static Proposal proposal(Evidence evidence, KernelCard kernel, List<AccessCard> own) {
    String name = Evidence.name(kernel);
    AccessLine worst = AccessLine.worst(own, AccessCard::requests).orElseThrow();
    long requests = own.stream().mapToLong(AccessCard::requests).sum();
    long all = kernel.accesses().stream().mapToLong(AccessCard::requests).sum();
    SourceLines lines = SourceLines.of(own);
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("private_accesses", (double) requests);
    numbers.put("share_of_accesses", (double) requests / all);
    return new Proposal(
        new Place(name, worst.line()),
        "Spills: %s %s values of a work-item in memory, %s of the kernel's accesses."
            .formatted(lines, lines.verb("keep"), Say.percent((double) requests / all)),
        "Use fewer live values, or index private arrays by constants only (unroll the loop), so that"
            + " they stay in registers.",
        numbers,
        List.of(Remedy.rewritten(Rewrite.of(Rewrite.Kind.REGISTERS))),
        evidence.part(name) * requests / all);
  }
}
