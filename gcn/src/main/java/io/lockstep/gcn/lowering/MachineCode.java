// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.pass.RewrittenKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** A kernel on its way to machine code; the passes of {@link GcnLowering} change it in order. */
public final class MachineCode {
  final RewrittenKernel rewritten;
  private final Kernel kernel;
  private final Chip chip;
  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final AddressModes modes;
  private final OperandFolding folding;
  private final Quotients quotients;
  private final ArithmeticSelector arithmetic;
  private final MemorySelector memory;
  private final ControlSelector control;
  private final VectorCopies copies;
  private final PackedArithmetic packed;
  private final RolledLoops rolled;
  private final List<List<List<Instruction>>> schedule = new ArrayList<>(); // by block and trip
  private List<List<GcnOp>> blocks = new ArrayList<>();
  private RegisterSpills spills;

  MachineCode(RewrittenKernel rewritten, Chip chip) {
    this.rewritten = rewritten;
    this.chip = chip;
    kernel = rewritten.kernel();
    facts = new RegisterFacts(kernel);
    placement = new RegisterPlacement(facts);
    Ranges ranges = new Ranges(facts, MachineCode::most, true);
    modes = new AddressModes(facts, placement, ranges, chip);
    folding = new OperandFolding(facts, placement, modes, chip);
    quotients = new Quotients(folding);
    arithmetic = new ArithmeticSelector(folding, quotients);
    memory = new MemorySelector(facts, placement, modes, folding);
    control = new ControlSelector(facts, placement, folding);
    copies = new VectorCopies(facts, chip);
    packed = new PackedArithmetic(facts, placement, folding, chip);
    rolled = new RolledLoops(facts, chip);
  }

  private static long most(Special special) {
    return switch (special) {
      case LOCAL_ID_X, LOCAL_ID_Y, LOCAL_ID_Z, LOCAL_ID_FLAT -> 1023;
      case LOCAL_SIZE_X, LOCAL_SIZE_Y, LOCAL_SIZE_Z -> 1024;
      case LANE_ID, WAVEFRONT_ID -> 63;
      default -> Ranges.UNKNOWN;
    };
  }

  /** Machine instructions of each block. */
  public List<List<GcnOp>> blocks() {
    return blocks;
  }

  /** Portable instructions of each block in scheduled order, all trips of a loop. */
  public List<List<Instruction>> schedule() {
    return schedule.stream().map(trips -> trips.stream().flatMap(List::stream).toList()).toList();
  }

  RegisterCounts registers() {
    return spills.counts(chip);
  }

  void roll() {
    kernel.blocks().forEach(b -> schedule.add(new ArrayList<>(rolled.trips(b.id()))));
  }

  private void reorder(BiFunction<Integer, List<Instruction>, List<Instruction>> order) {
    for (int b = 0; b < schedule.size(); b++) {
      int block = b;
      schedule.get(b).replaceAll(trip -> order.apply(block, trip));
    }
  }

  void moveLoads() {
    reorder(new BlockScheduler(facts, placement, chip)::order);
  }

  void pair() {
    reorder(packed::order);
  }

  void pairLocal() {
    reorder(memory::pairLocal);
  }

  void merge() {
    reorder(memory::merge);
  }

  void select() {
    int[] ends = new int[schedule.size()];
    for (Block block : kernel.blocks()) {
      GcnEmitter out = new GcnEmitter(facts, placement, folding, copies);
      copies.begin(block.id());
      quotients.begin(block.id());
      out.before(block.instructions().get(0));
      if (block.id() == 0 && limitsLocal()) {
        out.op(GcnClass.SALU, "s_mov_b32", "m0, -1");
      }
      control.head(block, out);
      boolean first = true;
      for (List<Instruction> trip : schedule.get(block.id())) {
        if (!first) {
          out.behind();
          control.nextTrip(rolled.steps(block), out);
        }
        first = false;
        memory.begin();
        trip.forEach(i -> select(i, block.id(), out));
      }
      ends[block.id()] = out.ops.size();
      out.from(block.last());
      control.tail(block, out);
      blocks.add(out.ops);
    }
    for (Block block : kernel.blocks()) { // what other blocks have requested
      GcnEmitter out = new GcnEmitter(facts, placement, folding, copies);
      out.from(block.last());
      copies.behind(block.id()).forEach(out::move);
      arithmetic.behind(block.id(), out);
      if (block.id() == 0) {
        copies.constants().forEach(out::move);
      }
      blocks.get(block.id()).addAll(ends[block.id()], out.ops);
    }
  }

  private void select(Instruction i, int block, GcnEmitter out) {
    out.from(i);
    if (i.op() == Op.SPECIAL && isNeeded(i)) {
      memory.dispatchPacket(i, out);
    }
    if (packed.second(i) != null) {
      arithmetic.select(i, packed, out);
    } else if (i.memory() != null) {
      memory.select(i, block, out);
    } else if (!packed.isSecond(i) && isSelected(i)) {
      arithmetic.select(i, out);
    }
  }

  /** Whether the kernel has LDS instructions, which need their limit in M0. */
  private boolean limitsLocal() {
    return !chip.has(Feature.UNLIMITED_LDS)
        && facts.code().stream()
            .anyMatch(i -> i.memory() != null && i.memory().space() == Space.LOCAL);
  }

  private boolean isNeeded(Instruction i) {
    return i.writes().stream().anyMatch(folding::isNeeded);
  }

  private boolean isSelected(Instruction i) {
    boolean wanted = i.destinations().isEmpty() || isNeeded(i);
    return !i.op().isComputation() || wanted && !folding.isFreeCopy(i);
  }

  void spill() {
    spills = new RegisterSpills(facts, placement, modes, copies, folding, schedule(), chip);
    SpillCode moves = new SpillCode(spills, folding, modes, chip);
    blocks.replaceAll(moves::insert);
  }

  void space() {
    blocks = chip.matrix.spaced(blocks, facts.predecessors(), facts.registers());
  }

  void await() {
    blocks = new WaitInsertion(facts.registers(), chip).insert(blocks, facts.predecessors());
  }
}
