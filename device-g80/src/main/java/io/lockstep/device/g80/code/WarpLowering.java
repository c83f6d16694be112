// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.analysis.DemandedHalves;
import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.analysis.Uniformity;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.PassList;
import io.lockstep.lower.control.BlockLayout;
import io.lockstep.lower.control.DirectBranches;
import io.lockstep.lower.control.JoinPoints;
import io.lockstep.lower.control.PredicatedIfs;
import io.lockstep.lower.facts.CommonAddresses;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.pass.EarlyLoads;
import io.lockstep.lower.pass.KnownBranches;
import io.lockstep.lower.rows.PrivateFrame;
import io.lockstep.spi.RefusalException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Lowers a portable kernel to warp instructions of compute capability 1.x.
 *
 * <p>Addresses are 32 bits wide; a contracted multiply-add is a MAD; 32-bit multiplies, divisions
 * and 64-bit arithmetic are fixed sequences; copies between registers are coalesced; kernel
 * arguments and block sizes are read from shared memory, and arithmetic may take one operand from
 * there. A branch that may diverge is preceded by a {@code joinat} that pushes its reconvergence
 * point.
 *
 * <p>Not thread-safe; one per kernel.
 */
public final class WarpLowering {
  /** The passes over the portable kernel, under a register limit too. */
  private static final PassList<Kernel> PORTABLE =
      new PassList.Builder<Kernel>()
          .rewriting(WarpOption.KNOWN_BRANCHES, KnownBranches::of)
          .build();

  /** The passes that reorder instructions as far as occupancy is unchanged. */
  private static final PassList<WarpLowering> ORDER =
      new PassList.Builder<WarpLowering>()
          .rewriting("early_loads", WarpLowering::withEarlyLoads)
          // Uses the times of the code whose loads are early.
          .rewriting(WarpOption.EARLY_CONDITIONS, WarpLowering::withEarlyConditions)
          .build();

  private final Kernel kernel;
  private final Kernel original;
  private final Timings timings;
  private final Uniformity uniformity;
  private final SharedOperands operands;
  private final OperandReach reach;
  private final BitSet arguments; // registers that are read from shared memory
  private final Immediates immediates;
  private final ConstantOperands constants;
  private final BlockLayout layout;
  private final DirectBranches branches;
  private final JoinPoints joins;
  private final BranchLowering control;
  private final CommonAddresses addresses;
  private final ResultConditions results;
  private final Ranges ranges;
  private final DemandedHalves demanded;
  private final AllocatedKernel allocated;
  private final BitSet folded = new BitSet(); // registers whose instruction is not emitted
  private final LoweringOptions options;
  private final boolean votes;
  private final boolean listed;
  private Block block; // whose code is generated
  private RowEmitter out;
  private ArithmeticLowering arithmetic;
  private final TextureOperands textures;
  private PredicatedIfs ifs;
  private RegisterSpills spills; // null if every value has a register
  private WarpCode finished; // null until it is generated

  /**
   * @param original the kernel before its instructions were reordered
   */
  private WarpLowering(
      Kernel kernel,
      Kernel original,
      Timings timings,
      LoweringOptions options,
      boolean votes,
      boolean listed) {
    this.kernel = kernel;
    this.original = original;
    this.timings = timings;
    this.options = options;
    this.votes = votes;
    this.listed = listed;
    RegisterFacts facts = new RegisterFacts(kernel);
    boolean header = options.applies(WarpOption.HEADER_OPERANDS);
    boolean derived = header && options.applies(WarpOption.VALUE_WIDTHS);
    ranges = new Ranges(facts, s -> header ? most(s) : Ranges.UNKNOWN, derived);
    demanded = new DemandedHalves(kernel);
    uniformity = new Uniformity(kernel, Uniformity.Among.WORK_GROUP);
    operands = new SharedOperands(facts, options.applies(WarpOption.SHARED_WORDS));
    reach = new OperandReach(kernel, operands, options.operandReach);
    arguments = new ParameterOperands(facts, operands, demanded, ranges, header).folded();
    constants = new ConstantOperands(facts, options.applies(WarpOption.CONSTANT_OPERANDS));
    immediates = new Immediates(facts, constants, options.applies(WarpOption.IMMEDIATES));
    boolean common = options.applies(WarpOption.OFFSETS);
    addresses =
        new CommonAddresses(facts, i -> common && immediates.isComputed(i), immediates::isUpper);
    results =
        new ResultConditions(kernel, immediates, options.applies(WarpOption.RESULT_CONDITIONS));
    List.of(arguments, operands.folded(), immediates.folded(), addresses.folded())
        .forEach(folded::or);
    layout = new BlockLayout(facts, options.applies(WarpOption.LAYOUT));
    boolean direct = options.applies(WarpOption.DIRECT_BRANCHES);
    branches = new DirectBranches(kernel, layout, direct);
    joins = new JoinPoints(facts, branches, uniformity, options.applies(WarpOption.JOINS));
    control = new BranchLowering(branches, joins, timings, direct);
    start(new PredicatedIfs(kernel, branches));
    allocated = new AllocatedKernel(facts, demanded, ranges, arithmetic::isRenamed);
    textures =
        new TextureOperands(facts, allocated.kernel(), options.applies(WarpOption.TEXTURE_MOVES));
  }

  /**
   * Returns an upper bound of a special register, or {@link Ranges#UNKNOWN}: a block has at most
   * 512 threads, a grid at most 65535 blocks in each dimension.
   */
  private static long most(Special special) {
    return switch (special) {
      case LOCAL_ID_X, LOCAL_ID_Y, LOCAL_ID_Z, LOCAL_ID_FLAT -> 511;
      case LOCAL_SIZE_X, LOCAL_SIZE_Y, LOCAL_SIZE_Z -> 512;
      case GROUP_ID_X, GROUP_ID_Y, GROUP_ID_Z -> 65534;
      case NUM_GROUPS_X, NUM_GROUPS_Y, NUM_GROUPS_Z -> 65535;
      default -> Ranges.UNKNOWN;
    };
  }

  /** Begins the code, with some ifs predicated. */
  private void start(PredicatedIfs predicated) {
    ifs = predicated;
    out = new RowEmitter(original, listed, arguments::get, timings.sharedOperand);
    arithmetic =
        new ArithmeticLowering(timings, options, out, demanded, ranges, votes, this::control);
  }

  /**
   * @param votes whether the device supports votes (compute capability 1.2 and 1.3)
   * @throws RefusalException if this generation does not support an operation
   */
  public static WarpCode lower(
      Kernel kernel, Timings timings, LoweringOptions options, boolean votes) {
    Kernel reached = PORTABLE.run(kernel, options.applied());
    WarpLowering plain = new WarpLowering(reached, kernel, timings, options, votes, true);
    return ORDER.run(plain, options.applied()).run();
  }

  /** This kernel's lowering with other orders of its instructions. */
  private WarpLowering reordered(Kernel other) {
    return new WarpLowering(other, original, timings, options, votes, true);
  }

  private WarpLowering withEarlyLoads() {
    for (int ahead = options.earlyLoads; ahead > 0; ahead--) {
      WarpLowering other = reordered(EarlyLoads.of(kernel, ahead, EarlyLoads::isDeviceLoad));
      if (options.isFree(original, registers(), other.registers())) {
        return other;
      }
    }
    return this;
  }

  private WarpLowering withEarlyConditions() {
    run(); // for the times
    WarpLowering other = reordered(EarlyConditions.of(kernel, out.times(), this::operands));
    return options.isFree(original, registers(), other.registers()) ? other : this;
  }

  /** Registers that an instruction reads, including those of a folded address. */
  private List<Integer> operands(Instruction i) {
    if (results.of(i) >= 0) {
      return List.of(results.of(i));
    }
    SharedOperands.Word word = operands.foldedInto(i);
    if (word == null) {
      return i.reads();
    }
    List<Integer> both = new ArrayList<>(i.reads());
    both.addAll(word.load().reads());
    return both;
  }

  /**
   * Returns the kernel's code under a register limit, with further values rematerialised or spilled
   * to local memory.
   *
   * @return empty if the limit cannot be met
   */
  public static Optional<WarpCode> limited(
      Kernel kernel, Timings timings, LoweringOptions options, boolean votes, RegisterLimit limit) {
    Kernel reached = PORTABLE.run(kernel, options.applied());
    WarpLowering lowering = new WarpLowering(reached, kernel, timings, options, votes, true);
    if (limit.registers() < timings.fewestRegisters || !PollLoops.of(kernel).isEmpty()) {
      return Optional.empty(); // repeated poll loops contain no spill accesses
    }
    lowering.spills = new RegisterSpills(lowering.allocated, lowering::isFolded, limit);
    return lowering.spills.registers() > limit.registers()
        ? Optional.empty()
        : Optional.of(lowering.run());
  }

  /**
   * @throws RefusalException if this generation does not support an operation
   */
  public static void check(Kernel kernel, Timings timings, LoweringOptions options, boolean votes) {
    new WarpLowering(kernel, kernel, timings, options, votes, false).run();
  }

  /** The code, which is generated once, with short ifs predicated. */
  private WarpCode run() {
    if (finished == null) {
      finished = code();
      if (options.predicated > 0) {
        int[] lengths = lengths(finished);
        start(
            new PredicatedIfs(
                kernel, branches, layout, joins, uniformity, lengths, options.predicated, false));
        finished = code();
      }
    }
    return finished;
  }

  /** Instructions of each block without branches. */
  private int[] lengths(WarpCode plain) {
    int[] lengths = new int[kernel.blocks().size()];
    for (int b = 0; b < lengths.length; b++) {
      for (int r = plain.blockStart[b]; r < plain.blockEnd[b]; r++) {
        lengths[b] += plain.pipe[r] == Pipe.BRANCH.ordinal() ? 0 : plain.instructions[r];
      }
    }
    return lengths;
  }

  private WarpCode code() {
    int registers = registers();
    out.comment(
        ("// %s: %s registers a thread, %s bytes of shared memory beside header and arguments")
            .formatted(kernel.name(), registers, kernel.localBytes()));
    for (int place = 0; place < layout.size(); place++) {
      block = kernel.blocks().get(layout.at(place));
      out.startBlock(block.id());
      for (Instruction i : block.instructions()) {
        if (i == block.last()) {
          control.enterLoops(block, i, out);
        }
        if (spills == null) {
          lower(i);
        } else {
          spills.lower(i, out, timings, () -> lower(i));
        }
      }
      control.fallThrough(block, out);
    }
    PrivateFrame frame =
        spills == null ? new PrivateFrame(kernel.privateBytes(), 0, "") : spills.frame();
    boolean renames = options.applies(WarpOption.VALUE_REGISTERS);
    return out.finish(registers, ifs, joins, frame, renames);
  }

  private int registers() {
    int registers =
        spills != null
            ? spills.registers()
            : new RegisterCount(allocated.kernel(), this::isFolded).registers();
    return Math.max(timings.fewestRegisters, registers);
  }

  private boolean isFolded(int register) {
    return folded.get(register) || constants.folded().get(register);
  }

  private void lower(Instruction i) {
    int t = timings.simple;
    if (!i.writes().isEmpty() && i.writes().stream().allMatch(folded::get)) {
      return;
    }
    if (addresses.near(i) >= 0) {
      out.near(i, addresses.near(i), t, timings.simpleLatency);
      return;
    }
    if (immediates.isRenamed(i)) {
      out.rename(i);
      return;
    }
    if (results.of(i) >= 0) {
      out.follow(i, results.of(i));
      return;
    }
    SharedOperands.Word word = operands.foldedInto(i);
    if (word != null) {
      withSharedOperand(i, word);
      return;
    }
    arithmetic.lower(i);
  }

  /** Emits a memory access or control flow by the name of the table's function. */
  private void control(Instruction i, String function) {
    switch (function) {
      case "memory" -> memory(i);
      case "branch" -> control.branch(block, i, ifs, out);
      case "exit" -> out.flag("    exit (flag)", i);
      default -> {
        if (!block.successors().isEmpty() && !branches.isEmpty(block.id())) {
          control.jump(block, i, out);
        }
      }
    }
  }

  private void withSharedOperand(Instruction i, SharedOperands.Word word) {
    boolean mad = i.opClass() == OpClass.FLOAT_FMA || i.opClass() == OpClass.FLOAT_MAD;
    if (mad && i.fusion() == Fusion.REQUIRED) {
      arithmetic.lower(i); // refuses the fused multiply-add
    }
    if (reach.isBeyond(i)) {
      out.part(i, Pipe.SP, "add $a", timings.simple, word.load().reads());
    }
    int steps = mad ? arithmetic.roundingSteps(i) : 0;
    String name = mad ? "mad f32" : i.op().name().toLowerCase(Locale.ROOT);
    int latency = timings.sharedLatency + steps * timings.simpleLatency;
    out.withOperand(i, word, name, timings.sharedOperand, latency);
  }

  private void memory(Instruction i) {
    int t = timings.simple;
    byte access =
        switch (i.op()) {
          case STORE -> WarpCode.STORE;
          case ATOMIC -> i.opClass() == OpClass.ATOMIC ? WarpCode.ATOMIC : WarpCode.ATOMIC_RETURN;
          default -> WarpCode.LOAD;
        };
    switch (i.op() == Op.TEXTURE ? Space.TEXTURE : i.memory().space()) {
      case PARAMETER -> {
        // Wide loads (members of structures) are one move for each register that is read.
        int n = Math.max(1, i.writes().size());
        out.emit(i, Pipe.SP, "mov s[param]", n, n * t, timings.simpleLatency);
      }
      case LOCAL -> {
        // There is no wide shared access on this generation: one request per word.
        int words = operands.words(i);
        int latency = access == WarpCode.STORE ? 0 : timings.sharedLatency;
        Row.Cost cost = new Row.Cost(words, words * t, latency);
        out.access(i, Pipe.SHARED, name(i) + " s[]", cost, access);
      }
      case CONSTANT -> {
        boolean operand =
            constants.isFolded(i); // the cache is accessed, but no issue slot is needed
        String name = operand ? "operand c[]" : "ld c[]";
        int slots = operand ? 0 : 1;
        Row.Cost cost = new Row.Cost(slots, slots * t, timings.constantLatency);
        out.access(i, Pipe.CONSTANT, name, cost, access);
      }
      case PRIVATE -> {
        // Words are interleaved over the lanes, so a wide element is one request per word.
        int words = Math.max(1, i.memory().bytes() / 4);
        out.access(i, Pipe.PRIVATE, name(i) + " l[]", new Row.Cost(words, t, 0), access);
      }
      case TEXTURE -> {
        for (int coordinate : textures.moved(i)) {
          out.part(i, Pipe.SP, "mov b32", t, List.of(coordinate));
        }
        String name = "tex " + i.coordinates() + "d t[] s[]";
        out.access(i, Pipe.TEXTURE, name, new Row.Cost(1, t, 0), access);
      }
      default -> out.access(i, Pipe.GLOBAL, name(i) + " g[]", new Row.Cost(1, t, 0), access);
    }
  }

  private static String name(Instruction i) {
    return i.op() == Op.STORE
        ? "st"
        : i.op() == Op.LOAD ? "ld" : "atom " + i.atomic().name().toLowerCase(Locale.ROOT);
  }
}
