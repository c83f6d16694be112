// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.cubin.MachineFlow.Piece;
import io.lockstep.device.nvidia.schedule.BankReads;
import io.lockstep.io.InputException;
import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Rate;
import io.lockstep.sm.code.Row;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.RefusalException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Lowers kernels by NVIDIA's assembler ptxas: rows are the instructions of the cubin, with their
 * registers and control bits. Immutable and thread-safe.
 */
public final class PtxasLowering {
  static final int ZERO = 255; // register that is always zero
  private static final Row.Access NONE = Row.Access.NONE;

  private final Capability capability;
  private final int target; // such as 80 for sm_80
  private final boolean doubleConverts;

  /** The newest target whose machine code is decoded; 12.0 loads constants by other operations. */
  private static final int NEWEST = 90;

  private final Map<String, String> environment;

  /**
   * Creates the lowering for a compute capability such as 8.0.
   *
   * @param doubleConverts whether the unit of doubles converts from and to 64 bits
   * @param environment variables of the process, which say where ptxas is
   */
  public PtxasLowering(String capability, boolean doubleConverts, Map<String, String> environment) {
    this.capability = Capability.of(capability);
    this.doubleConverts = doubleConverts;
    target = Integer.parseInt(capability.replace(".", ""));
    this.environment = environment;
  }

  /**
   * Lowers a kernel.
   *
   * @throws RefusalException if there is no ptxas, if it rejects the kernel, or if its code cannot
   *     be decoded or related to the execution of the kernel
   */
  public SassCode lower(Kernel kernel) {
    if (target > NEWEST) {
      throw new RefusalException(
          "kernel '%s': code.source ptxas decodes machine code up to compute capability 9.0, the device has %d.%d"
              .formatted(kernel.name(), target / 10, target % 10));
    }
    if (kernel.text().isEmpty()) {
      throw new RefusalException(
          "kernel '%s': code.source ptxas needs the kernel's PTX, which changed kernels, traces and other languages lack"
              .formatted(kernel.name()));
    }
    return decode(kernel, Ptxas.find(environment, Ptxas.USUAL).compile(kernel, "sm_" + target));
  }

  /** Makes rows of a cubin. */
  SassCode decode(Kernel kernel, byte[] bytes) {
    try {
      String where = "kernel '" + kernel.name() + "'";
      return code(kernel, Cubin.read(where, bytes, kernel.name(), target));
    } catch (InputException e) {
      throw new RefusalException(e.getMessage()); // it concerns this device only
    }
  }

  private SassCode code(Kernel kernel, Cubin cubin) {
    if (!PollLoops.of(kernel).isEmpty()) {
      throw cubin.refusal(0, "a loop that waits for another block");
    }
    List<Piece> pieces = MachineFlow.of(cubin);
    Tokens tokens = new Tokens(kernel, cubin, pieces);
    CodeRows<Row> rows = new CodeRows<>(kernel, pieces.size());
    rows.note(
        "// %s, sm_%s by ptxas: %s registers".formatted(kernel.name(), target, cubin.registers()));
    for (int p = 0; p < pieces.size(); p++) {
      rows.begin(p, ".L" + p + ":");
      for (int k = pieces.get(p).from(); k < pieces.get(p).end(); k++) {
        Instruction from = tokens.from(k);
        List<Instruction> origins = from == null ? List.of() : List.of(from);
        rows.add(row(cubin, k, tokens), origins);
        rows.line(cubin.line(k), origins);
      }
    }
    Kernel executed = executed(kernel, cubin, pieces, tokens);
    return new AssembledCode(rows, cubin, pieces, executed, new PathMatcher(pieces, tokens));
  }

  private Row row(Cubin cubin, int k, Tokens tokens) {
    MachineWord word = cubin.words().get(k);
    Operation operation = cubin.operation(k);
    Instruction from = tokens.from(k);
    Instruction access = tokens.access(k);
    AccessKind loop = tokens.inLoop(k);
    Pipe pipe = operation.pipe();
    if (access != null && pipe == Pipe.GLOBAL && access.memory().space() == Space.LOCAL) {
      pipe = Pipe.SHARED; // generic addressing of shared memory
    }
    if (doubleConverts && Rate.isLongConversion(operation.name())) {
      pipe = Pipe.DOUBLE;
    }
    boolean barrier = operation.name().equals("BAR");
    boolean fenceLike = pipe == Pipe.BARRIER && !barrier;
    Row.Access fence =
        fenceLike ? Row.Access.ofFence(operation.name() + word.reach(operation.name())) : NONE;
    boolean clock = from != null && isClock(from) && operation.name().matches("CS2R|S2U?R");
    boolean own = barrier || clock || access != null;
    return new Row(
        own && from != null ? List.of(from) : List.of(),
        fenceLike && fence == NONE ? Pipe.BRANCH : pipe,
        operation.name().equals("DEPBAR")
            ? word.control().waitingFor(word.awaited())
            : word.control(),
        new Row.Operands(
            0,
            access == null ? bankReads(cubin, k) : 0,
            word.constant(),
            false,
            Rate.of(operation.name() + word.halves(operation.name()), capability.bothHalves()),
            null),
        loop != AccessKind.NONE
            ? new Row.Access(loop, from.memory().slot(), from.memory().bytes(), null)
            : access == null
                ? fence
                : new Row.Access(
                    operation.access() == AccessKind.NONE ? AccessKind.LOAD : operation.access(),
                    access.memory().slot(),
                    word.accessBytes(),
                    null,
                    List.of(),
                    lanes(access, word)),
        clock);
  }

  /** One lane performs an atomic that ptxas predicates and the kernel does not, for all. */
  private static Row.Lanes lanes(Instruction access, MachineWord word) {
    boolean elects = access.op() == Op.ATOMIC && access.guard() < 0 && word.isGuarded();
    return elects ? Row.Lanes.ELECTED : Row.Lanes.EACH;
  }

  private static boolean isClock(Instruction i) {
    return i.special() == Special.CLOCK || i.special() == Special.CLOCK64;
  }

  /** Registers that a row reads, less those in the register cache, for {@link Row.Operands}. */
  private static int bankReads(Cubin cubin, int k) {
    MachineWord before = cubin.words().get(Math.max(0, k - 1));
    int kept = k > 0 ? before.control().reuse() : 0;
    return BankReads.of(sources(cubin.words().get(k)), sources(before), kept);
  }

  private static List<List<Integer>> sources(MachineWord word) {
    return Arrays.stream(word.registers())
        .mapToObj(r -> r == ZERO ? List.<Integer>of() : List.of(r))
        .toList();
  }

  /** Returns a kernel of the machine code's blocks, with the accesses that each makes. */
  private static Kernel executed(Kernel kernel, Cubin cubin, List<Piece> pieces, Tokens tokens) {
    KernelBuilder builder = new KernelBuilder(kernel.name(), kernel.frontend(), kernel.source());
    builder.memorySlots(Math.max(1, kernel.memorySlots()));
    for (Piece piece : pieces) {
      int block = builder.block();
      for (int k = piece.from(); k < piece.end(); k++) {
        Instruction access = tokens.access(k);
        if (access != null) {
          builder.add(block, wide(access, cubin.words().get(k).accessBytes()));
        }
      }
      if (piece.next().length == 0) {
        builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
      }
      builder.successors(block, Arrays.stream(piece.next()).boxed().toList());
    }
    Kernel.Code made = builder.build().code();
    return kernel.with(
        new Kernel.Code(
            kernel.registers(),
            kernel.registerNames(),
            made.blocks(),
            made.memorySlots(),
            made.loops()));
  }

  private static Instruction wide(Instruction i, int bytes) {
    MemoryAccess m = i.memory();
    boolean sized = i.op() == Op.LOAD || i.op() == Op.STORE;
    if (!sized || bytes <= m.bytes()) {
      return i;
    }
    int width = bytes / m.element().bytes();
    MemoryAccess wide =
        new MemoryAccess(m.space(), m.element(), width, m.slot(), m.offset(), m.qualifiers());
    return InstructionBuilder.from(i).memory(wide).build();
  }
}
