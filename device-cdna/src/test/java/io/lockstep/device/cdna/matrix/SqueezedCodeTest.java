// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.lowering.Chip;
import io.lockstep.gcn.lowering.GcnLowering;
import io.lockstep.gcn.lowering.GcnOp;
import io.lockstep.gcn.lowering.MachineCode;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import io.lockstep.testsupport.ValueFlow;
import io.lockstep.testsupport.ValueFlow.Kind;
import io.lockstep.testsupport.ValueFlow.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Code for few vector registers, followed along all paths. */
class SqueezedCodeTest {
  private static final int ACC = 1 << 20; // before the numbers of accumulation registers
  private static final List<DeviceSpec> DEVICES =
      List.of(Boards.spec("mi100"), Boards.spec("mi300a"));

  @Property(tries = 12, seed = "1", shrinking = ShrinkingMode.OFF)
  @Label("with few vector registers, every access and branch gets its values on all paths")
  void everyAccessAndBranchGetsItsValues(@ForAll long seed) {
    String text = RandomPtx.kernel(seed, 30, true);
    Kernel kernel = Kernels.ptx("k", text).get(0);
    for (DeviceSpec spec : DEVICES) {
      List<List<Step>> plain = steps(spec, kernel);
      BitSet given = ValueFlow.given(plain);
      assertThat(ValueFlow.problems(kernel, plain, given)).as("%s%n%s", spec.id(), text).isEmpty();
      for (String accumulation : List.of("256", "4")) {
        DeviceSpec moves = spec.with("registers.accumulation", accumulation);
        // A SIMD holds four wavefronts of the largest group.
        for (DeviceSpec few :
            List.of(
                moves.with("registers.per_item", "16"),
                moves.with("registers.vector", "48"),
                moves.with("registers.vector", "32"))) {
          assertThat(ValueFlow.problems(kernel, steps(few, kernel), given))
              .as("%s%n%s", few.overrides(), text)
              .isEmpty();
        }
      }
    }
  }

  private static List<List<Step>> steps(DeviceSpec spec, Kernel kernel) {
    Chip chip = Boards.chip(spec);
    MachineCode code = new GcnLowering(chip).code(kernel);
    Map<Instruction, Integer> numbers = new IdentityHashMap<>();
    kernel.blocks().forEach(b -> b.instructions().forEach(i -> numbers.put(i, numbers.size())));
    BitSet accumulated = new BitSet();
    code.blocks().stream()
        .flatMap(List::stream)
        .filter(op -> op.mnemonic.startsWith("v_accvgpr"))
        .forEach(op -> accumulated.set(op.src[0], chip.isa.has(Feature.UNIFIED_REGISTERS)));
    List<List<Step>> all = new ArrayList<>();
    for (int b = 0; b < code.blocks().size(); b++) {
      List<Step> steps = new ArrayList<>();
      List<GcnOp> ops =
          code.blocks().get(b).stream()
              .filter(op -> !op.prepares || op.src.length + op.dst.length > 0) // no waits
              .toList();
      int at = 0;
      for (Instruction i : code.schedule().get(b)) {
        int first = steps.size();
        boolean machine = i.memory() != null;
        while (at < ops.size() && (ops.get(at).prepares || ops.get(at).from.contains(i))) {
          machine |= !ops.get(at).prepares && !isMove(ops.get(at));
          add(ops.get(at++), numbers, accumulated, steps);
        }
        if (!machine && !i.writes().isEmpty()) { // a copy, or folded into its readers
          while (first < steps.size() && steps.get(first).kind() != Kind.SPILL) {
            first++;
          }
          steps.add(
              first, new Step("no code", numbers.get(i), Kind.COPY, i.reads(), i.writes(), -1));
        }
      }
      while (at < ops.size()) {
        add(ops.get(at++), numbers, accumulated, steps);
      }
      all.add(steps);
    }
    return all;
  }

  private static boolean isMove(GcnOp op) {
    return op.mnemonic.startsWith("v_accvgpr") || op.space == Space.PRIVATE && op.slots.length == 0;
  }

  /**
   * Adds the effects of an operation to the steps. Memory instructions may access accumulation
   * registers.
   */
  private static void add(
      GcnOp op, Map<Instruction, Integer> numbers, BitSet accumulated, List<Step> steps) {
    int by = op.from.isEmpty() ? -1 : numbers.getOrDefault(op.from.get(0), -1);
    List<Integer> reads = IntStream.of(op.src).boxed().toList();
    List<Integer> writes = IntStream.of(op.dst).boxed().toList();
    if (isMove(op)) {
      boolean vector = op.mnemonic.startsWith("v_accvgpr");
      boolean back = op.mnemonic.contains("read") || op.cls == GcnClass.VMEM_LOAD;
      int register = op.src.length > 0 ? op.src[0] : op.dst[0];
      steps.add(move(op, by, back, register, vector ? ACC + register : (int) op.offset));
      return;
    }
    boolean memory = op.cls.isVectorMemory() || op.cls.isLds();
    reads.stream()
        .filter(r -> memory && accumulated.get(r))
        .forEach(r -> steps.add(move(op, by, true, r, ACC + r)));
    boolean effect = memory || op.cls == GcnClass.SMEM || op.cls == GcnClass.BRANCH;
    Kind kind = effect ? Kind.EFFECT : Kind.WORK;
    steps.add(new Step(op.mnemonic + " " + op.operands, by, kind, reads, writes, -1));
    writes.stream()
        .filter(r -> memory && accumulated.get(r))
        .forEach(r -> steps.add(move(op, by, false, r, ACC + r)));
  }

  private static Step move(GcnOp op, int by, boolean back, int register, int place) {
    List<Integer> moved = List.of(register);
    String text = op.mnemonic + " " + op.operands;
    return back
        ? new Step(text, by, Kind.RELOAD, List.of(), moved, place)
        : new Step(text, by, Kind.SPILL, moved, List.of(), place);
  }
}
