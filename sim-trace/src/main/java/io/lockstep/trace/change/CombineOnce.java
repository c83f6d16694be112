package io.lockstep.trace.change;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Type;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A loop in whose rounds the work-items of a group combine values by several barriers combines them
 * in its last round alone. The rounds before it are copies of the blocks that access global memory
 * or end a round, in which a value goes into a register instead of local memory.
 */
final class CombineOnce implements ProgramRewrite {
  /** Fewer barriers of a round guard a buffer, rather than combine values in steps. */
  private static final int LEAST_BARRIERS = 4;

  @Override
  public KernelCopy kernel(Kernel original) {
    Rounds rounds = rounds(original);
    return rounds == null ? null : new Peeled(original, rounds).make();
  }

  /** The loop with most barriers; null if none has enough. */
  private static Rounds rounds(Kernel kernel) {
    Rounds found = null;
    long most = LEAST_BARRIERS - 1;
    for (Block block : kernel.blocks()) {
      if (block.last().op() == Op.BARRIER && block.loop() >= 0) {
        Rounds rounds = Rounds.around(kernel, block.id());
        long barriers = rounds == null ? 0 : barriers(kernel, rounds);
        if (barriers > most) {
          most = barriers;
          found = rounds;
        }
      }
    }
    return found;
  }

  /** Barriers of a round; one in an inner loop counts as enough. */
  private static long barriers(Kernel kernel, Rounds rounds) {
    int depth = kernel.blocks().get(rounds.header()).loopDepth();
    return rounds.blocks().stream()
        .mapToObj(b -> kernel.blocks().get(b))
        .filter(b -> b.last().op() == Op.BARRIER)
        .mapToLong(b -> b.loopDepth() > depth ? LEAST_BARRIERS : 1)
        .sum();
  }

  @Override
  public WorkGroupRecord group(KernelCopy kernel, SegmentEditor editor, WorkGroupRecord group) {
    Kernel original = kernel.original;
    Rounds rounds = rounds(original);
    Peeled peeled = new Peeled(original, rounds);
    int first = original.blocks().size();
    int items = group.segments().get(0).workItems();
    int[] all = new int[items];
    for (Segment s : group.segments()) {
      int[] ofPath = new int[s.paths()];
      for (int p = 0; p < s.paths(); p++) {
        for (int block : SegmentEditor.visited(original, s, p)) {
          ofPath[p] += block == rounds.header() ? 1 : 0;
        }
      }
      for (int i = 0; i < items; i++) {
        all[i] += s.pathOf(i) < 0 ? 0 : ofPath[s.pathOf(i)];
      }
    }
    int[] seen = new int[items];
    List<Segment> segments = new ArrayList<>();
    for (Segment s : group.segments()) {
      List<SegmentEditor.Visits> paths = new ArrayList<>();
      int[] next = seen.clone();
      for (int p = 0; p < s.paths(); p++) {
        int item = 0;
        while (s.pathOf(item) != p) {
          item++;
        }
        int[] blocks = SegmentEditor.visited(original, s, p);
        int round = seen[item];
        int[] to = new int[2 * blocks.length + 1];
        int[] from = new int[to.length];
        int n = 0;
        for (int v = 0; v < blocks.length; v++) {
          boolean enters = blocks[v] == rounds.header();
          if (enters && round == 0) {
            to[n] = first; // which round comes first is decided there
            from[n++] = -1;
          }
          round += enters ? 1 : 0;
          boolean early = rounds.blocks().get(blocks[v]) && round < all[item];
          int block = early ? peeled.copies.getOrDefault(blocks[v], -1) : blocks[v];
          if (block >= 0) {
            to[n] = block;
            from[n++] = v;
          }
        }
        for (int i = 0; i < items; i++) {
          next[i] = s.pathOf(i) == p ? round : next[i];
        }
        paths.add(
            new SegmentEditor.Visits(
                java.util.Arrays.copyOf(to, n), java.util.Arrays.copyOf(from, n)));
      }
      seen = next;
      segments.add(editor.edit(s, paths));
    }
    return new WorkGroupRecord(group.group(), segments);
  }

  /** The kernel with copies of the blocks of early rounds. */
  private static final class Peeled {
    final Map<Integer, Integer> copies = new HashMap<>(); // by block; looked up only
    private final Kernel original;
    private final Rounds rounds;
    private final BitSet kept = new BitSet();

    Peeled(Kernel original, Rounds rounds) {
      this.original = original;
      this.rounds = rounds;
      int next = original.blocks().size() + 1;
      for (int b = rounds.blocks().nextSetBit(0); b >= 0; b = rounds.blocks().nextSetBit(b + 1)) {
        if (isKept(original.blocks().get(b))) {
          kept.set(b);
          copies.put(b, next++);
        }
      }
    }

    private boolean isKept(Block block) {
      return block.id() == rounds.header()
          || block.successors().contains(rounds.header())
          || block.successors().stream().anyMatch(s -> !rounds.blocks().get(s))
          || block.instructions().stream().anyMatch(Peeled::isOfGlobal);
    }

    private static boolean isOfGlobal(Instruction i) {
      return i.isRecorded()
          && i.memory().space() != Space.LOCAL
          && i.memory().space() != Space.PRIVATE;
    }

    /** The changed kernel; null if its rounds take several ways, or bring no new values. */
    KernelCopy make() {
      if (rounds.endsAtHeader(original)
          || kept.stream()
              .mapToObj(b -> original.blocks().get(b))
              .flatMap(b -> b.instructions().stream())
              .noneMatch(i -> i.op() == Op.LOAD && isOfGlobal(i))) {
        return null;
      }
      KernelCopy copy = new KernelCopy(original);
      int predicate = copy.builder.register(Type.I1, "early");
      List<Instruction> begin = copy.code.get(0).code();
      begin.add(
          0,
          InstructionBuilder.of(Op.COMPARE, Type.I32)
              .to(predicate)
              .from(item(copy, begin), Operand.immediate(1))
              .comparison(io.lockstep.kernel.ir.Comparison.LT)
              .build());
      begin.add(0, begin.remove(1)); // the item's number first
      int entry =
          copy.block(
              List.of(InstructionBuilder.of(Op.BRANCH, Type.I1).guard(predicate, false).build()),
              List.of(rounds.header(), copies.get(rounds.header())));
      for (Block block : original.blocks()) {
        if (!rounds.blocks().get(block.id())) {
          copy.successors(
              block.id(),
              block.successors().stream().map(s -> s == rounds.header() ? entry : s).toList());
        }
      }
      for (int b = kept.nextSetBit(0); b >= 0; b = kept.nextSetBit(b + 1)) {
        if (!early(copy, original.blocks().get(b))) {
          return null;
        }
      }
      return copy;
    }

    private static Operand item(KernelCopy copy, List<Instruction> begin) {
      int item = copy.builder.register(Type.I32, "group");
      begin.add(
          0,
          InstructionBuilder.of(Op.SPECIAL, Type.I32)
              .to(item)
              .special(io.lockstep.kernel.ir.Special.GROUP_ID_X)
              .build());
      return Operand.register(item);
    }

    /** Adds the copy of a block; false if what follows is not one block. */
    private boolean early(KernelCopy copy, Block block) {
      List<Integer> to = new ArrayList<>();
      for (int s : block.successors()) {
        int next = rounds.blocks().get(s) ? next(s) : rounds.header();
        if (next < 0) {
          return false;
        }
        to.add(next);
      }
      List<Instruction> code = new ArrayList<>(skipped(block));
      for (Instruction i : block.instructions()) {
        boolean isLocal = i.isRecorded() && i.memory().space() == Space.LOCAL;
        if (isLocal && i.op() == Op.STORE) {
          code.add(sum(copy, i));
        } else if (!isLocal && i.op() != Op.BARRIER) {
          code.add(i);
        }
      }
      if (to.stream().distinct().count() == 1) {
        code.removeIf(i -> i.op().isTerminator());
        code.add(InstructionBuilder.of(Op.JUMP, Type.I1).build());
        to = List.of(to.get(0));
      }
      copy.block(code, to);
      return true;
    }

    /** Arithmetic of blocks without a copy, whose results a copy uses. */
    private List<Instruction> skipped(Block block) {
      BitSet needed = new BitSet();
      for (Instruction i : block.instructions()) {
        i.reads().forEach(needed::set);
      }
      BitSet elsewhere = new BitSet(); // registers that other blocks define, too
      List<Instruction> arithmetic = new ArrayList<>();
      for (Block b : original.blocks()) {
        boolean isSkipped = rounds.blocks().get(b.id()) && !kept.get(b.id());
        for (Instruction i : b.instructions()) {
          boolean isPure = !i.op().isTerminator() && i.op() != Op.BARRIER && i.memory() == null;
          if (isSkipped && isPure && !i.writes().isEmpty()) {
            arithmetic.add(i);
          } else {
            i.writes().forEach(elsewhere::set);
          }
        }
      }
      List<Instruction> code = new ArrayList<>();
      for (int n = arithmetic.size() - 1; n >= 0; n--) {
        Instruction i = arithmetic.get(n);
        if (i.writes().stream().anyMatch(needed::get)
            && i.writes().stream().noneMatch(elsewhere::get)) {
          code.add(0, i);
          i.reads().forEach(needed::set);
        }
      }
      return code;
    }

    /** The work-item's own sum, in place of a value that it shares. */
    private static Instruction sum(KernelCopy copy, Instruction store) {
      Operand value = store.sources().get(1);
      Type type = value.isRegister() ? copy.builder.typeOf(value.register()) : store.type();
      int sum = copy.builder.register(type, "sum");
      copy.code
          .get(0)
          .code()
          .add(0, InstructionBuilder.of(Op.MOVE, type).to(sum).from(Operand.immediate(0)).build());
      InstructionBuilder add =
          InstructionBuilder.of(Op.ADD, type)
              .to(sum)
              .from(Operand.register(sum), value)
              .line(store.line());
      return (type.isFloat() ? add.rounding(io.lockstep.kernel.ir.Rounding.NEAREST_EVEN) : add)
          .build();
    }

    /** The copy of the only kept block that follows; -1 if there are several. */
    private int next(int block) {
      BitSet work = new BitSet();
      BitSet seen = new BitSet();
      int found = -1;
      work.set(block);
      while (!work.isEmpty()) {
        int b = work.nextSetBit(0);
        work.clear(b);
        seen.set(b);
        if (kept.get(b)) {
          if (found >= 0 && found != b) {
            return -1;
          }
          found = b;
        } else {
          original.blocks().get(b).successors().stream()
              .filter(s -> !seen.get(s))
              .forEach(work::set);
        }
      }
      return copies.get(found);
    }
  }
}
