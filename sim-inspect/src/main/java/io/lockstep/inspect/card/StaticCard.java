// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import io.lockstep.kernel.analysis.RegisterDemand;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchHints;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The static properties of a kernel.
 *
 * @param operations static operations by class, most frequent first
 * @param live number of live 32-bit registers at each instruction, by block
 * @param mostLive maximum number of live registers
 * @param mostLiveLine line of the first instruction with that maximum, 0 if unknown
 * @param constantBytes bytes of the module's constants
 * @param features capabilities that a device must have
 */
public record StaticCard(
    Kernel kernel,
    List<OperationCount> operations,
    List<List<Integer>> live,
    int mostLive,
    int mostLiveLine,
    int constantBytes,
    int barriers,
    List<Feature> features) {

  /**
   * A capability that a device must have.
   *
   * @param text name for people
   * @param line first line that needs it; 0 if there is no single line
   */
  public record Feature(String text, int line) {}

  public static StaticCard of(Kernel kernel) {
    RegisterDemand demand = new RegisterDemand(kernel);
    long[] mix = new long[OpClass.values().length];
    List<List<Integer>> live = new ArrayList<>();
    int most = demand.most();
    int line = -1;
    int barriers = 0;
    for (Block block : kernel.blocks()) {
      int[] at = demand.at(block.id());
      List<Integer> ofBlock = new ArrayList<>();
      for (int k = 0; k < at.length; k++) {
        Instruction i = block.instructions().get(k);
        mix[i.opClass().ordinal()]++;
        barriers += i.op() == Op.BARRIER ? 1 : 0;
        ofBlock.add(at[k]);
        line = line < 0 && at[k] == most ? i.line() : line;
      }
      live.add(List.copyOf(ofBlock));
    }
    int constants =
        kernel.variables().stream()
            .filter(v -> v.space() == Space.CONSTANT)
            .mapToInt(Variable::bytes)
            .sum();
    return new StaticCard(
        kernel,
        byClass(mix),
        List.copyOf(live),
        most,
        Math.max(line, 0),
        constants,
        barriers,
        features(kernel));
  }

  /** Returns nonzero counts by class, largest first. */
  static List<OperationCount> byClass(long[] counts) {
    List<OperationCount> all = new ArrayList<>();
    for (OpClass c : OpClass.values()) {
      if (counts[c.ordinal()] > 0) {
        all.add(new OperationCount(c, counts[c.ordinal()]));
      }
    }
    all.sort(Comparator.comparingLong(o -> -o.count())); // stable: equal counts in order of classes
    return List.copyOf(all);
  }

  private static String by(List<Integer> size) {
    return size.stream().map(String::valueOf).collect(Collectors.joining(" x "));
  }

  private static List<Feature> features(Kernel kernel) {
    Map<String, Integer> found = new LinkedHashMap<>();
    if (kernel.isPixelKernel()) {
      found.put("a domain of pixels", 0);
    }
    if (!kernel.requiredGroupSize().isEmpty()) {
      found.put("work-groups of " + by(kernel.requiredGroupSize()), 0);
    }
    LaunchHints hints = kernel.bounds().hints();
    if (!hints.groupSize().isEmpty()) {
      found.put("a hint of work-groups of " + by(hints.groupSize()), 0);
    }
    if (!hints.vectorType().isEmpty()) {
      found.put("a hint of computation in " + hints.vectorType(), 0);
    }
    if (kernel.demoted()) {
      found.put("doubles demoted to floats", 0);
    }
    if (kernel.localBytes() > 0) {
      found.put("local memory", 0);
    }
    if (kernel.fixedWidth() > 0) {
      found.put(
          kernel.subGroups()
              ? "wavefronts of " + kernel.fixedWidth() + " (sub-groups)"
              : "wavefronts of at least " + kernel.fixedWidth() + " (lane operations)",
          0);
    }
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        String feature = feature(i);
        if (!feature.isEmpty()) {
          found.putIfAbsent(feature, i.line());
        }
      }
    }
    List<Feature> all = new ArrayList<>();
    found.forEach((text, line) -> all.add(new Feature(text, line)));
    return List.copyOf(all);
  }

  private static String feature(Instruction i) {
    switch (i.op()) {
      case TEXTURE:
        return "texture fetches";
      case SURFACE_LOAD, SURFACE_STORE:
        return "surfaces";
      case PRINTF:
        return "printf";
      case ATOMIC:
        return "atomic %s on %s in %s memory"
            .formatted(lower(i.atomic()), lower(i.type()), lower(i.memory().space()));
      case BARRIER:
        return i.is(Variant.Barrier.ARRIVE)
            ? "barriers that are only arrived at"
            : !i.is(Variant.Barrier.WAIT)
                ? "barriers that reduce"
                : i.sources().size() > 1 ? "barriers with a count" : "";
      default:
        boolean arithmetic = i.memory() == null && i.op() != Op.MOVE;
        if (arithmetic && (i.type() == Type.F64 || i.sourceType() == Type.F64)) {
          return "double precision";
        }
        if (arithmetic && i.type() == Type.F16 && i.op() != Op.CONVERT) {
          return "half-precision arithmetic";
        }
        return i.op() == Op.FMA && i.type() == Type.F32 && i.fusion() == Fusion.REQUIRED
            ? "fused multiply-add"
            : "";
    }
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
