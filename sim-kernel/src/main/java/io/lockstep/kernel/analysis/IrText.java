// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.ReconvergencePoints;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.MemoryOrder;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A readable listing of a kernel, for people and golden tests: parameters, variables, and block by
 * block every operation with its class, type, memory slot and source line.
 */
public final class IrText {
  /** Additional text of a listing; lines and notes may be empty. */
  public interface Notes {
    /**
     * {@return an additional line before an instruction, without a line feed}
     *
     * @param block block of the kernel that is listed
     * @param index index of the instruction in the block, from 0
     */
    String before(Block block, int index);

    /**
     * {@return the text after an instruction's class}
     *
     * @param block block of the kernel that is listed
     * @param index index of the instruction in the block, from 0
     */
    String beside(Block block, int index);
  }

  private static final Notes NONE =
      new Notes() {
        @Override
        public String before(Block block, int index) {
          return "";
        }

        @Override
        public String beside(Block block, int index) {
          return "";
        }
      };

  private final Kernel kernel;
  private final ReconvergencePoints points;
  private final Notes notes;
  private final StringBuilder out = new StringBuilder();

  private IrText(Kernel kernel, Notes notes) {
    this.kernel = kernel;
    points = new ReconvergencePoints(kernel.blocks());
    this.notes = notes;
  }

  /**
   * {@return the listing; lines end with a line feed}
   *
   * @param kernel possibly malformed
   */
  public static String of(Kernel kernel) {
    return of(kernel, NONE);
  }

  /**
   * {@return the listing with notes}
   *
   * @param kernel possibly malformed
   * @param notes called for every instruction, in order
   */
  public static String of(Kernel kernel, Notes notes) {
    IrText text = new IrText(kernel, notes);
    text.print();
    return text.out.toString();
  }

  /**
   * {@return one operation without its class and line}
   *
   * @param kernel the kernel that names the registers
   * @param instruction instruction of that kernel
   */
  public static String of(Kernel kernel, Instruction instruction) {
    return new IrText(kernel, NONE).operation(instruction);
  }

  private void print() {
    out.append("kernel ").append(kernel.name()).append(" (").append(kernel.frontend()).append(", ");
    out.append(kernel.addressBits()).append("-bit addresses");
    if (!kernel.requiredGroupSize().isEmpty()) {
      out.append(", group ");
      out.append(
          kernel.requiredGroupSize().stream()
              .map(String::valueOf)
              .collect(Collectors.joining("x")));
    }
    if (kernel.fixedWidth() > 0) {
      out.append(kernel.subGroups() ? ", sub-groups of " : ", width ");
      out.append(kernel.fixedWidth());
    }
    out.append(kernel.demoted() ? ", doubles demoted to floats" : "");
    out.append(")\n");
    for (Parameter p : kernel.parameters()) {
      out.append("  parameter ").append(p.name()).append(": ").append(lower(p.type()));
      out.append(" at ").append(p.offset());
      if (p.bytes() != p.type().bytes()) {
        out.append(", ").append(p.bytes()).append(" bytes");
      }
      out.append(p.readOnly() ? ", read only" : "").append(p.restricted() ? ", restrict" : "");
      out.append('\n');
    }
    for (Variable v : kernel.variables()) {
      out.append("  ").append(lower(v.space())).append(' ').append(v.name()).append(": ");
      out.append(v.bytes()).append(" bytes at ").append(v.offset());
      out.append(v.initial().length > 0 ? ", initialised" : "").append('\n');
    }
    kernel.blocks().forEach(this::block);
  }

  private void block(Block block) {
    out.append("B").append(block.id()).append(":");
    List<String> about = new ArrayList<>();
    if (block.loop() >= 0) {
      about.add("loop " + block.loop() + ", depth " + block.loopDepth());
    }
    if (block.successors().size() > 1) {
      about.add(
          "joins at "
              + (points.meetingBlock(block.id()) < 0
                  ? "the end"
                  : "B" + points.meetingBlock(block.id())));
    }
    out.append(about.isEmpty() ? "" : "  ; " + String.join("; ", about)).append('\n');
    for (int k = 0; k < block.instructions().size(); k++) {
      Instruction i = block.instructions().get(k);
      String before = notes.before(block, k);
      out.append(before.isEmpty() ? "" : before + "\n");
      String operation = operation(i) + (i == block.last() ? targets(block) : "");
      String slot = i.isRecorded() ? "#" + i.memory().slot() : "";
      out.append(
          String.format(
                  Locale.ROOT,
                  "  %-60s ; %-17s %4s %s%s",
                  operation,
                  lower(i.opClass()),
                  slot,
                  notes.beside(block, k),
                  i.line() > 0 ? "line " + i.line() : "")
              .stripTrailing());
      out.append('\n');
    }
    if (!block.last().op().isTerminator()) {
      out.append("  -> B").append(block.successors().get(0)).append('\n');
    }
  }

  private static String targets(Block block) {
    List<Integer> s = block.successors();
    return switch (block.last().op()) {
      case JUMP -> " B" + s.get(0);
      case BRANCH -> " B" + s.get(1) + " else B" + s.get(0);
      case SWITCH -> " " + s.stream().map(b -> "B" + b).collect(Collectors.joining(" "));
      default -> "";
    };
  }

  private String operation(Instruction i) {
    StringBuilder s = new StringBuilder();
    if (i.guard() >= 0) {
      s.append(i.op() == Op.BRANCH ? "" : "@").append(i.op() == Op.BRANCH ? "if " : "");
      s.append(i.guardNegated() ? "!" : "").append(register(i.guard())).append(' ');
    }
    if (!i.destinations().isEmpty()) {
      s.append(i.destinations().stream().map(this::register).collect(Collectors.joining(", ")));
      s.append(" = ");
    }
    s.append(lower(i.op()).replace('_', '-'));
    boolean typed = i.opClass() != OpClass.FENCE && i.op() != Op.BARRIER;
    if (typed && !i.op().isTerminator()) {
      s.append('.').append(lower(i.type()));
    }
    modifiers(i, s);
    String operands =
        i.memory() == null
            ? i.sources().stream().map(o -> operand(o, i)).collect(Collectors.joining(", "))
            : memoryOperands(i);
    return s + (operands.isEmpty() ? "" : " " + operands);
  }

  private void modifiers(Instruction i, StringBuilder s) {
    boolean said = i.variant() != null && i.variant() != i.op().usualVariant();
    s.append(said ? "." + i.variant().text() : "");
    if (i.sourceType() != i.type()) {
      s.append(".from-").append(lower(i.sourceType()));
      s.append(i.sourceSigned() ? "-signed" : "");
    }
    s.append(i.signed() ? ".signed" : "");
    s.append(i.rounding() == Rounding.NONE ? "" : "." + lower(i.rounding()).replace('_', '-'));
    s.append(i.roundToIntegral() ? ".integral" : "");
    s.append(i.fusion() == Fusion.NONE ? "" : ".fusion-" + lower(i.fusion()));
    s.append(i.approximate() ? ".approx" : "");
    s.append(i.flush() ? ".flush" : "").append(i.saturate() ? ".saturate" : "");
    s.append(i.wrap() ? ".wrap" : "");
  }

  private String memoryOperands(Instruction i) {
    MemoryAccess m = i.memory();
    StringBuilder s = new StringBuilder(lower(m.space())).append('[');
    s.append(address(i.sources().get(0)));
    if (m.offset() != 0) {
      s.append(m.offset() > 0 ? "+" : "").append(m.offset());
    }
    s.append("]:").append(lower(m.element())).append(m.width() > 1 ? "x" + m.width() : "");
    s.append(m.isVolatile() ? " volatile" : "").append(m.readOnly() ? " read-only" : "");
    s.append(m.readOnly() && !m.cacheable() ? " uncached" : "");
    if (m.caching() != MemoryAccess.Caching.ALL) {
      s.append(' ').append(lower(m.caching()));
    }
    if (!m.order().equals(MemoryOrder.UNSAID)) {
      s.append(' ').append(lower(m.order().order())).append('-').append(lower(m.order().scope()));
    }
    for (Operand o : i.sources().subList(1, i.sources().size())) {
      s.append(", ").append(operand(o, i));
    }
    return s.toString();
  }

  private String address(Operand o) {
    return o.isRegister() ? register(o.register()) : immediate(o.bits());
  }

  private String immediate(long bits) {
    long variable = (bits >>> Address.OFFSET_BITS) - Address.VARIABLE_WINDOW;
    if (variable >= 0 && variable < kernel.variables().size()) {
      long offset = Address.offset(bits);
      return "&"
          + kernel.variables().get((int) variable).name()
          + (offset == 0 ? "" : "+" + offset);
    }
    return Long.toString(bits);
  }

  private String operand(Operand o, Instruction i) {
    if (o.isRegister()) {
      return register(o.register());
    }
    if (Address.isSampler(o.bits())) {
      return "sampler:0x" + Long.toHexString(Address.offset(o.bits()));
    }
    Type type = i.op() == Op.COMPARE_SET ? i.sourceType() : i.type();
    return switch (type) {
      case F32 -> String.format(Locale.ROOT, "0f%08X", (int) o.bits());
      case F64 -> String.format(Locale.ROOT, "0d%016X", o.bits());
      default -> immediate(o.bits());
    };
  }

  private String register(int r) {
    if (r < 0) {
      return "_";
    }
    String name = kernel.registerNames().get(r);
    return name.isEmpty() ? "t" + r : name;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
