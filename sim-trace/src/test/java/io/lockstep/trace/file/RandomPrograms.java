// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.matrix.MmaShape;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.MemoryOrder;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Programs, kernels and segments with every field filled at random: well-formed, but no sense. */
public final class RandomPrograms {
  private final Random random;

  public RandomPrograms(long seed) {
    random = new Random(seed);
  }

  /** What a source would deliver, as a list of things to tell a sink. */
  public record Script(Program program, List<ProgramItem> items, Outcome outcome) {
    public void play(ProgramSink sink) {
      items.forEach(item -> item.tell(sink));
      sink.finish(outcome);
    }
  }

  public Script script(int mostSteps, int mostGroups, int mostSegments) {
    Program program = random.nextBoolean() ? program() : withStreams(program());
    List<ProgramItem> items = new ArrayList<>();
    int steps = random.nextInt(mostSteps + 1);
    for (int i = 0; i < steps; i++) {
      HostStep step = step(i, program, mostGroups);
      items.add(step);
      HostStep.Launch launch = step.asLaunch();
      if (launch != null) {
        for (long g = 0; g < launch.geometry().groups(); g++) {
          if (random.nextInt(8) != 0) { // groups may be executed selectively
            int segments = random.nextInt(mostSegments + 1);
            int size = launch.geometry().groupSize();
            items.add(new WorkGroupRecord(g, list(segments, () -> segment(size))));
          }
        }
        items.add(new LaunchEnd(1 << random.nextInt(7), random.nextInt(4)));
      }
    }
    Outcome outcome =
        new Outcome(
            pick(Boolean.TRUE, Boolean.FALSE, null),
            text(),
            list(random.nextInt(3), this::text),
            number());
    return new Script(program, items, outcome);
  }

  public Program program() {
    TreeMap<String, String> parameters = new TreeMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      parameters.put(text(), text());
    }
    List<BufferInfo> buffers = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      buffers.add(new BufferInfo(buffers.size(), text(), pick(Type.values()), number(), number()));
    }
    return new Program(
        text(),
        list(1 + random.nextInt(2), this::kernel),
        buffers,
        parameters,
        random.nextInt(3),
        pick(Program.Timing.values()));
  }

  private Program withStreams(Program p) {
    ProgramStreams streams =
        new ProgramStreams(
            list(
                1 + random.nextInt(ProgramStreams.MOST),
                () -> new ProgramStreams.Stream(text(), random.nextBoolean())),
            list(random.nextInt(4), this::text));
    return new Program(
        p.name(), p.kernels(), p.buffers(), p.parameters(), p.warmups(), p.timing(), streams);
  }

  private HostStep step(int number, Program program, int mostGroups) {
    int streams = program.streams().streams().size();
    if (streams == 0 || random.nextInt(3) == 0) {
      return defaultStep(number, program, mostGroups);
    }
    int stream = random.nextInt(streams + 1);
    int events = program.streams().events().size();
    switch (random.nextInt(events == 0 ? 4 : 8)) {
      case 0:
        return new HostStep.SynchronizeStream(number, stream);
      case 5:
        return new HostStep.SynchronizeEvent(number, random.nextInt(events));
      case 6:
        return new HostStep.RecordEvent(
            number, stream, random.nextInt(events), random.nextBoolean());
      case 7:
        return new HostStep.WaitEvent(number, stream, random.nextInt(events), random.nextBoolean());
      default:
        HostStep operation = defaultStep(number, program, mostGroups);
        return stream == 0 || operation instanceof HostStep.Synchronize
            ? operation
            : new HostStep.InStream(stream, operation);
    }
  }

  private HostStep defaultStep(int number, Program program, int mostGroups) {
    return switch (random.nextInt(8)) {
      case 0 -> new HostStep.Fill(number, random.nextInt(9), number());
      case 1 -> new HostStep.Upload(number, random.nextInt(9), number(), random.nextBoolean());
      case 2 -> new HostStep.Download(number, random.nextInt(9), number(), random.nextBoolean());
      case 3 -> new HostStep.Copy(number, random.nextInt(9), random.nextInt(9), number());
      case 4 -> new HostStep.Synchronize(number);
      default ->
          new HostStep.Launch(
              number,
              random.nextInt(program.kernels().size()),
              new Geometry(
                  1 + random.nextInt(mostGroups),
                  1 + random.nextInt(2),
                  1,
                  1 + random.nextInt(20),
                  1 + random.nextInt(3),
                  1 + random.nextInt(2)),
              random.nextInt(1 << 14),
              list(random.nextInt(5), this::number),
              random.nextInt(65),
              random.nextInt(4),
              list(random.nextInt(3), this::texture),
              random.nextBoolean() ? 0 : random.nextInt(200),
              random.nextBoolean() ? 0 : random.nextInt(200));
    };
  }

  private TextureInfo texture() {
    return new TextureInfo(
        random.nextInt(9),
        new TextureInfo.Texel(
            pick(Type.I8, Type.I16, Type.I32, Type.F16, Type.F32),
            random.nextBoolean(),
            1 << random.nextInt(3),
            pick(TextureInfo.Format.values())),
        new TextureInfo.Extent(
            1 + random.nextInt(1 << 17), 1 + random.nextInt(99), 1 + random.nextInt(9)),
        new TextureInfo.Sampling(
            new TextureInfo.Edges(
                pick(TextureInfo.AddressMode.values()),
                pick(TextureInfo.AddressMode.values()),
                pick(TextureInfo.AddressMode.values()),
                TextureInfo.Border.ZERO),
            pick(TextureInfo.Filter.values()),
            random.nextBoolean()));
  }

  Kernel kernel() {
    int blocks = 1 + random.nextInt(4);
    List<Block> all = new ArrayList<>();
    for (int b = 0; b < blocks; b++) {
      all.add(
          new Block(
              b,
              list(1 + random.nextInt(6), this::instruction),
              list(random.nextInt(3), () -> random.nextInt(blocks)),
              random.nextInt(blocks + 1) - 1,
              random.nextInt(3) - 1,
              random.nextInt(3)));
    }
    int registers = random.nextInt(5);
    int width = pick(0, 32, 64);
    return new Kernel(
        new Kernel.Origin(text(), text(), text(), "", pick("", "clang version 19.1.7")),
        new Kernel.Signature(
            list(
                random.nextInt(4),
                () ->
                    new Parameter(
                        text(),
                        pick(Type.values()),
                        random.nextInt(99),
                        random.nextInt(99),
                        random.nextBoolean(),
                        random.nextBoolean())),
            random.nextInt(99),
            pick(32, 64)),
        new Kernel.Code(
            list(registers, () -> pick(Type.values())),
            list(registers, this::text),
            all,
            random.nextInt(99),
            random.nextInt(9)),
        new Kernel.Memory(
            list(random.nextInt(3), this::variable), random.nextInt(), random.nextInt()),
        pick(LaunchBounds.NONE, LaunchBounds.NONE.withGroupSize(List.of(16, 16, 1))),
        traits(width));
  }

  private Kernel.Traits traits(int width) {
    Set<Kernel.Trait> set = EnumSet.noneOf(Kernel.Trait.class);
    if (width == 64) {
      set.add(Kernel.Trait.SUB_GROUPS);
    }
    if (random.nextBoolean()) {
      set.add(Kernel.Trait.UNROLLED);
    }
    if (random.nextInt(8) == 0) {
      set.add(Kernel.Trait.DEMOTED);
    }
    return new Kernel.Traits(width, random.nextInt(2) * 90, set);
  }

  private Variable variable() {
    byte[] initial = new byte[random.nextInt(20)];
    random.nextBytes(initial);
    return new Variable(
        text(), pick(Space.values()), random.nextInt(99), random.nextInt(99), 4, initial);
  }

  Instruction instruction() {
    // The class of an operation follows from its fields, and not every combination has one.
    while (true) {
      try {
        return anyInstruction();
      } catch (RuntimeException e) {
        continue;
      }
    }
  }

  private Instruction anyInstruction() {
    Op op = pick(Op.values());
    Variant variant = variant(op);
    InstructionBuilder b = InstructionBuilder.of(op, pick(Type.values()));
    if (variant instanceof Variant.Relation r) {
      b.comparison(r.comparison()).combine(r.combine());
    } else {
      b.variant(variant);
    }
    return b.sourceType(pick(Type.values()))
        .signed(random.nextBoolean())
        .sourceSigned(random.nextBoolean())
        .to(list(random.nextInt(5), () -> random.nextInt(50) - 1))
        .from(
            list(
                random.nextInt(5),
                () ->
                    random.nextBoolean()
                        ? Operand.register(random.nextInt(50))
                        : Operand.immediate(number())))
        .guard(random.nextInt(9) - 1, random.nextBoolean())
        .rounding(pick(Rounding.values()))
        .fusion(pick(Fusion.values()))
        .roundToIntegral(random.nextBoolean())
        .saturate(random.nextBoolean())
        .flush(random.nextBoolean())
        .approximate(random.nextBoolean())
        .wrap(random.nextBoolean())
        .memory(random.nextBoolean() ? null : memory())
        .line(random.nextInt(2000))
        .vectorGroup(random.nextInt(9) - 1)
        .text(text())
        .build();
  }

  /** A variant that the operation may have; null where it has none. */
  private Variant variant(Op op) {
    Class<? extends Variant> type = op.variants();
    if (type == null) {
      return null;
    } else if (type.isEnum()) {
      return pick(type.getEnumConstants());
    } else if (type == Variant.Relation.class) {
      return new Variant.Relation(pick(Comparison.values()), pick(BoolOp.values()));
    } else if (type == Variant.TruthTable.class) {
      return new Variant.TruthTable(random.nextInt(Variant.TruthTable.COUNT));
    } else if (type == Variant.Matrix.class) {
      MfmaShape shape = pick(MfmaShape.values());
      int cbsz = shape.blocks() > 1 && shape.result() != Type.F64 ? random.nextInt(2) : 0;
      int abid = random.nextInt(1 << cbsz);
      int blgp = shape.isSparse() ? 0 : random.nextInt(8);
      return shape.ordinal() % 3 == 0
          ? new Variant.Matrix(MmaShape.values().get(shape.ordinal()), MatrixModifiers.NONE)
          : new Variant.Matrix(shape, new MatrixModifiers(cbsz, abid, blgp));
    }
    Texels.Geometry geometry = pick(Texels.Geometry.values());
    return type == Texels.Fetch.class
        ? new Texels.Fetch(
            geometry, pick(Texels.Coordinates.values()), random.nextBoolean(), random.nextBoolean())
        : new Texels.Surface(geometry, pick(Texels.Outside.values()), random.nextBoolean());
  }

  private MemoryAccess memory() {
    return new MemoryAccess(
        pick(Space.values()),
        pick(Type.values()),
        pick(1, 2, 4),
        random.nextInt(9) - 1,
        number(),
        new MemoryAccess.Qualifiers(
            random.nextBoolean(),
            pick(MemoryAccess.Mutability.values()),
            new MemoryOrder(pick(MemoryOrder.Order.values()), pick(MemoryOrder.Scope.values())),
            pick(MemoryAccess.Caching.values())));
  }

  /** A segment of any shape: several paths, idle work-items, all kinds of runs. */
  public Segment segment(int workItems) {
    boolean uniform = random.nextInt(3) == 0;
    int paths = uniform ? 1 : 1 + random.nextInt(4);
    int[] pathOf = null;
    if (!uniform) {
      pathOf = new int[workItems];
      for (int i = 0; i < workItems; i++) {
        pathOf[i] = i > 0 && random.nextInt(4) != 0 ? pathOf[i - 1] : random.nextInt(paths + 1) - 1;
      }
    }
    int[] firstBlock = ints(paths, 9);
    int[] blockCount = ints(paths, 500);
    int[] outcomeBit = new int[paths + 1];
    for (int p = 0; p < paths; p++) {
      outcomeBit[p + 1] = outcomeBit[p] + random.nextInt(90);
    }
    long[] outcomes = new long[(outcomeBit[paths] + 63) / 64 + random.nextInt(2)];
    Arrays.setAll(outcomes, i -> number());

    int slots = random.nextInt(5);
    int[] slotRun = new int[slots + 1];
    for (int s = 0; s < slots; s++) {
      slotRun[s + 1] = slotRun[s] + random.nextInt(4);
    }
    int runs = slotRun[slots];
    int[] runFirst = new int[runs];
    int[] runCount = new int[runs];
    byte[] runKind = new byte[runs];
    long[] runBase = new long[runs];
    long[] runStep = new long[runs];
    int[] strides = new int[3 * runs];
    int[] runPool = new int[runs];
    int[] runLow = new int[runs];
    int pool = 0;
    int wide = 0;
    for (int s = 0; s < slots; s++) {
      int next = 0;
      for (int r = slotRun[s]; r < slotRun[s + 1]; r++) {
        RunKind kind = pick(RunKind.values());
        runKind[r] = (byte) kind.ordinal();
        runFirst[r] = next;
        runCount[r] = 1 + random.nextInt(100);
        next += runCount[r];
        int low = random.nextInt(workItems);
        int length = 1 + random.nextInt(workItems - low);
        switch (kind) {
          case UNIFORM, AFFINE -> {
            runBase[r] = Address.of(random.nextInt(5), random.nextInt(1 << 20) - 4096);
            runStep[r] = random.nextInt(1000) - 500;
            if (kind == RunKind.AFFINE) {
              strides[3 * r] = pick(4, -4, 256);
              strides[3 * r + 1] = random.nextInt(10000);
              strides[3 * r + 2] = random.nextInt();
            }
          }
          case SCATTER -> {
            runBase[r] = number();
            runLow[r] = low;
            runPool[r] = pool;
            pool += length;
          }
          case SCATTER_WIDE -> {
            runLow[r] = low;
            runPool[r] = wide;
            wide += length;
          }
        }
      }
    }
    int[] offsets = new int[pool];
    Arrays.setAll(offsets, i -> random.nextInt(3) == 0 ? random.nextInt() : 4 * i);
    long[] addresses = new long[wide];
    Arrays.setAll(addresses, i -> number());
    return new Segment(
        workItems,
        new Segment.Paths(pathOf, firstBlock, blockCount, outcomeBit, outcomes),
        new Segment.Occurrences(slotRun, runFirst, runCount),
        new Segment.Formulas(runKind, runBase, runStep, strides),
        new Segment.Scatters(runPool, runLow, offsets, addresses),
        random.nextInt(3) > 0 ? Waits.NONE : waits(slots, workItems));
  }

  private Waits waits(int slots, int workItems) {
    if (slots == 0) {
      return Waits.NONE;
    }
    int size = 1 + random.nextInt(5);
    int[] slot = ints(size, slots);
    Arrays.sort(slot);
    int[] occurrence = new int[size];
    int[] items = new int[2 * size];
    int[] flags = new int[size];
    for (int i = 0; i < size; i++) {
      boolean same = i > 0 && slot[i] == slot[i - 1];
      occurrence[i] = (same ? occurrence[i - 1] : 0) + random.nextInt(1 << 20);
      items[2 * i] = random.nextInt(workItems);
      items[2 * i + 1] = items[2 * i] + 1 + random.nextInt(workItems - items[2 * i]);
      flags[i] = Waits.flags(random.nextBoolean(), random.nextBoolean());
    }
    return new Waits(slot, occurrence, items, ints(size, 1000), ints(size, 1 << 20), flags);
  }

  private int[] ints(int length, int bound) {
    int[] values = new int[length];
    Arrays.setAll(values, i -> random.nextInt(bound));
    return values;
  }

  /** Any number, small ones more often than chance would have it. */
  private long number() {
    return random.nextLong() >> random.nextInt(64);
  }

  private String text() {
    return pick("", "a", "matmul", "größe", "folder/kernel.ptx", "mul.wide.u32 %rd4, %r1, 4;")
        + random.nextInt(1000);
  }

  @SafeVarargs
  private <T> T pick(T... values) {
    return values[random.nextInt(values.length)];
  }

  private static <T> List<T> list(int length, Supplier<T> one) {
    List<T> values = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      values.add(one.get());
    }
    return List.copyOf(values);
  }
}
