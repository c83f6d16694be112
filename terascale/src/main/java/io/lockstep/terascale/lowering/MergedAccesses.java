package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.MemoryOrder;
import io.lockstep.kernel.ir.PollLoops;
import io.lockstep.kernel.ir.Space;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Merges fetches of neighbouring dwords of one block to one fetch of two or four, and stores
 * likewise, as LLVM's load and store vectorizer does for R600: accesses of more than a dword need
 * no more than a dword's alignment, except to private memory, which does not take vectors
 * (R600TargetLowering, R600TargetTransformInfo).
 *
 * <p>A fetch goes where its first one was, if no write, barrier or wait lies between them; a store
 * where its last one was, if no other access to memory does. Kernels whose groups wait for each
 * other's writes keep all that they write apart. Not thread-safe.
 */
final class MergedAccesses {
  private static final int DWORD = 4;
  private static final int MOST = 4;

  /** Constant offsets of a fetch are below it. */
  private static final int FETCH_OFFSETS = 1 << 16;

  private final KernelFacts kernel;
  private final ValueTable values;
  private final boolean waits;
  private List<MachineOp> ops;
  private AddressForms forms;
  private List<Group> open;
  private List<List<Member>> chosen;

  /** An access of one dword: its place among the operations, and its address. */
  private record Member(int at, AddressForms.Form address) {
    int plus() {
      return address.plus();
    }
  }

  /** Accesses that only their offsets tell apart. */
  private record Group(Instruction like, List<Member> members) {}

  MergedAccesses(KernelFacts kernel) {
    this.kernel = kernel;
    values = kernel.values();
    waits = !PollLoops.of(kernel.kernel()).isEmpty();
  }

  /** Merges what a block's operations access. */
  void join(List<MachineOp> block) {
    ops = block;
    merge(true);
    merge(false);
  }

  private void merge(boolean stores) {
    forms = new AddressForms();
    open = new ArrayList<>();
    chosen = new ArrayList<>();
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      if (isDword(op, stores)) {
        add(i, stores ? forms.bytes(op.sources()[0]) : forms.of(op.sources()[0]));
      } else if (endsGroups(op, stores)) {
        close();
      }
      forms.execute(op);
    }
    close();
    // From the end on, so that places before it stay what they are.
    chosen.sort(Comparator.comparingInt(m -> -(stores ? last(m) : first(m))));
    if (stores) {
      chosen.forEach(this::store);
    } else {
      chosen.forEach(this::fetch);
    }
    ops.removeIf(op -> op == GONE);
  }

  /** Stands where a merged access was. */
  private static final MachineOp GONE = new MachineOp("NOP", Unit.ANY, new int[0]);

  private static boolean endsGroups(MachineOp op, boolean stores) {
    boolean access =
        op.kind() != MachineOp.Kind.ALU && (stores || op.kind() != MachineOp.Kind.FETCH);
    return access || op.unit() == Unit.ALONE;
  }

  private boolean isDword(MachineOp op, boolean stores) {
    Instruction i = op.from();
    if (op.kind() != (stores ? MachineOp.Kind.STORE : MachineOp.Kind.FETCH)
        || i == null
        || i.memory() == null
        || op.memorySlot() < 0
        || op.bytes() != DWORD
        || i.memory().element().bytes() != DWORD
        || op.isLocal()
        || op.isTexture()
        || op.usesReturnBuffer()
        || i.guard() >= 0
        || i.memory().isVolatile()
        || !i.memory().order().equals(MemoryOrder.UNSAID)
        || waits && !i.memory().readOnly()) {
      return false;
    }
    if (stores) {
      return i.memory().space() == Space.GLOBAL && forms.bytes(op.sources()[0]) != null;
    }
    boolean memory = i.memory().space() == Space.GLOBAL || i.memory().space() == Space.CONSTANT;
    return memory && op.results().length == 1 && joins(op.results()[0]);
  }

  /** Whether a value can be any channel of a register that it shares. */
  private boolean joins(int value) {
    boolean once = value >= 2 * kernel.kernel().registers().size() || kernel.isWrittenOnce(value);
    return once && !values.isGrouped(value) && values.channel(value) < 0;
  }

  private void add(int at, AddressForms.Form address) {
    MachineOp op = ops.get(at);
    boolean store = op.kind() == MachineOp.Kind.STORE;
    int offset = store ? 0 : op.offset();
    Member member =
        new Member(at, new AddressForms.Form(address.unknown(), address.plus() + offset));
    if (store && !open.isEmpty() && !belongs(open.get(0), op, member)) {
      close(); // they may write the same place: their order stays
    }
    for (Group group : open) {
      if (belongs(group, op, member)) {
        group.members().add(member);
        return;
      }
    }
    Group group = new Group(op.from(), new ArrayList<>());
    group.members().add(member);
    open.add(group);
  }

  private boolean belongs(Group group, MachineOp op, Member member) {
    Member first = group.members().get(0);
    if (first.address().unknown() != member.address().unknown()
        || group.like().memory().space() != op.from().memory().space()
        || group.like().memory().cacheable() != op.from().memory().cacheable()
        || group.members().stream().anyMatch(m -> m.plus() == member.plus())) {
      return false;
    }
    for (int i = first.at(); i < member.at(); i++) {
      for (int result : op.results()) {
        if (ops.get(i).reads(result) || ops.get(i).writes(result)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Takes what lies side by side, from the lowest address on. */
  private void close() {
    for (Group group : open) {
      List<Member> sorted = new ArrayList<>(group.members());
      sorted.sort(Comparator.comparingInt(Member::plus));
      for (int from = 0; from < sorted.size(); ) {
        int to = from + 1;
        while (to < sorted.size()
            && to - from < MOST
            && sorted.get(to).plus() == sorted.get(to - 1).plus() + DWORD) {
          to++;
        }
        to = from + Integer.highestOneBit(to - from);
        if (to > from + 1) {
          chosen.add(List.copyOf(sorted.subList(from, to)));
        }
        from = to;
      }
    }
    open.clear();
  }

  private static int first(List<Member> members) {
    return members.stream().mapToInt(Member::at).min().orElseThrow();
  }

  private static int last(List<Member> members) {
    return members.stream().mapToInt(Member::at).max().orElseThrow();
  }

  /** The recorded accesses of all but the lowest address. */
  private int[] others(List<Member> members) {
    return members.stream().skip(1).mapToInt(m -> ops.get(m.at()).memorySlot()).toArray();
  }

  private void fetch(List<Member> members) {
    int at = first(members);
    MachineOp first = ops.get(at);
    int[] results = members.stream().mapToInt(m -> ops.get(m.at()).results()[0]).toArray();
    values.group(results);
    Member firstMember = members.stream().filter(m -> m.at() == at).findFirst().orElseThrow();
    int offset = first.offset() + members.get(0).plus() - firstMember.plus();
    Source address = first.sources()[0];
    MachineOp sum = null;
    if (offset < 0 || offset >= FETCH_OFFSETS) {
      int moved = values.add();
      sum =
          new MachineOp("ADD_INT", Unit.ANY, new int[] {moved}, address, Source.number(offset))
              .from(first.from());
      address = Source.value(moved);
      offset = 0;
    }
    MachineOp merged =
        new MachineOp(
                MachineOp.Kind.FETCH, "VTX_READ_" + 32 * results.length, null, results, address)
            .memory(ops.get(members.get(0).at()).memorySlot(), DWORD * results.length, offset)
            .merging(others(members))
            .from(first.from());
    members.forEach(m -> ops.set(m.at(), GONE));
    ops.set(at, merged);
    if (sum != null) {
      ops.add(at, sum);
    }
  }

  /** Each word is moved to its channel where its own store was. */
  private void store(List<Member> members) {
    int at = last(members);
    MachineOp last = ops.get(at);
    Source[] sources = new Source[1 + members.size()];
    sources[0] = ops.get(members.get(0).at()).sources()[0];
    int[] words = new int[members.size()];
    for (int n = 0; n < words.length; n++) {
      words[n] = values.add();
      values.pin(words[n], n);
      sources[n + 1] = Source.value(words[n]);
    }
    values.group(words);
    MachineOp merged =
        new MachineOp(MachineOp.Kind.STORE, last.mnemonic(), null, new int[0], sources)
            .memory(ops.get(members.get(0).at()).memorySlot(), DWORD * words.length, 0)
            .merging(others(members))
            .from(last.from());
    for (int n = 0; n < words.length; n++) {
      MachineOp one = ops.get(members.get(n).at());
      ops.set(
          members.get(n).at(),
          new MachineOp("MOV", Unit.ANY, new int[] {words[n]}, one.sources()[1]).from(one.from()));
    }
    ops.add(at + 1, merged);
  }
}
