// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.TestKernel.access;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelGroupsTest {
  private static final int GROUPS = 500;
  private static final int SIZE = 60; // neighbouring groups share lines and pages
  private static final int ITEMS = GROUPS * SIZE;
  private static final int[] NO_VARIABLES = new int[16];

  /**
   * The result of a launch: the bytes of its buffers, its records, its fault, and whether groups
   * had to be executed in order.
   */
  private record Result(
      List<Byte> bytes,
      List<List<Long>> records,
      long instructions,
      String fault,
      boolean conflict) {}

  private static Result run(int threads, Consumer<TestKernel> body) {
    TestKernel k = new TestKernel(SIZE, 1, 1);
    body.accept(k);
    k.exit();
    Kernel kernel = k.builder.build();
    ExecutorPool pool = new ExecutorPool(1);
    GroupExecutor executor =
        pool.take(
            kernel,
            new Geometry(GROUPS, 1, 1, SIZE, 1, 1),
            k.arguments,
            0,
            k.memory,
            NO_VARIABLES,
            k.options.withThreads(threads),
            LaunchResources.none());
    List<List<Long>> records = new ArrayList<>();
    String fault = "";
    try {
      for (long group = 0; group < GROUPS; group++) {
        records.add(numbers(executor.execute(group)));
      }
    } catch (ExecutionException e) {
      fault = e.getMessage();
    }
    List<Byte> list = new ArrayList<>();
    for (int b = 0; b < k.memory.buffers(); b++) {
      byte[] after = new byte[(int) k.memory.bytes(b)];
      k.memory.read(b, 0, after, 0, after.length);
      for (byte value : after) {
        list.add(value);
      }
    }
    return new Result(
        list,
        records,
        executor.workItemInstructions(),
        fault,
        executor.isConflicting() || !ParallelGroups.allows(kernel));
  }

  /** Returns the group, the executed blocks of its paths, and the addresses of its accesses. */
  private static List<Long> numbers(WorkGroupRecord record) {
    List<Long> numbers = new ArrayList<>(List.of(record.group()));
    for (Segment segment : record.segments()) {
      for (int path = 0; path < segment.paths(); path++) {
        numbers.add((long) segment.blockCount(path));
      }
      for (int run = 0; run < segment.runs(); run++) {
        for (int n = 0; n < segment.runCount(run); n++) {
          for (int item = 0; item < SIZE; item++) {
            numbers.add(segment.address(run, n, item, SIZE, 1));
          }
        }
      }
    }
    return numbers;
  }

  /** Executes a kernel on several threads; the result is that of one thread. */
  private static Result runBoth(int threads, Consumer<TestKernel> body) {
    Result result = run(threads, body);
    Result serial = run(1, body);
    assertThat(result.records()).isEqualTo(serial.records());
    assertThat(result.bytes()).isEqualTo(serial.bytes());
    assertThat(result.instructions()).isEqualTo(serial.instructions());
    assertThat(result.fault()).isEqualTo(serial.fault());
    assertThat(serial.conflict()).isFalse();
    return result;
  }

  @Test
  void aLaterLaunchOfAnExecutorHasItsOwnArgumentsOnEachThread() {
    TestKernel k = new TestKernel(SIZE, 1, 1);
    int out = k.buffer("out", ITEMS * Integer.BYTES, null);
    k.buffer("other", ITEMS * Integer.BYTES, null);
    store(k, out, k.special(Special.GLOBAL_ID_FLAT), k.special(Special.LOCAL_SIZE_X));
    k.exit();
    Kernel kernel = k.builder.build();
    ExecutorPool pool = new ExecutorPool(1);
    GroupExecutor first = null;
    for (List<Long> arguments :
        List.of(k.arguments, List.of(k.arguments.get(1), k.arguments.get(0)))) {
      GroupExecutor executor =
          pool.take(
              kernel,
              new Geometry(GROUPS, 1, 1, SIZE, 1, 1),
              arguments,
              0,
              k.memory,
              NO_VARIABLES,
              k.options.withThreads(2),
              LaunchResources.none());
      first = first == null ? executor : first;
      assertThat(executor).isSameAs(first);
      for (long group = 0; group < GROUPS; group++) {
        executor.execute(group);
      }
      pool.giveBack(executor);
    }
    int[] words = new int[ITEMS];
    Arrays.setAll(words, item -> k.memory.loadInt(k.arguments.get(1) + item * Integer.BYTES));
    assertThat(words).containsOnly(SIZE);
  }

  private static byte[] pattern(int bytes) {
    byte[] initial = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      initial[i] = (byte) (i * 31);
    }
    return initial;
  }

  private static int load(TestKernel k, int base, int index) {
    return k.op(
        Type.I32,
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .from(r(k.address(base, index, 4)))
            .memory(access(Space.GLOBAL, Type.I32, 1)));
  }

  private static void store(TestKernel k, int base, int index, int value) {
    k.add(
        InstructionBuilder.of(Op.STORE, Type.I32)
            .from(r(k.address(base, index, 4)), r(value))
            .memory(access(Space.GLOBAL, Type.I32, 1)));
  }

  private static int signed(TestKernel k, Op op, int left, long right) {
    return k.op(Type.I32, InstructionBuilder.of(op, Type.I32).signed(true).from(r(left), i(right)));
  }

  /**
   * Each work-item adds its number to the word {@code distance} before its own, or to the first or
   * last word, and stores the sum to its own word of the same buffer or of another one.
   */
  private static Consumer<TestKernel> shifted(int distance, int words, boolean inPlace) {
    return k -> {
      int source = k.buffer("data", 4L * words, pattern(4 * words));
      int target = inPlace ? source : k.buffer("sums", 4L * words, null);
      int id = k.special(Special.GLOBAL_ID_FLAT);
      int from = signed(k, Op.MAX, signed(k, Op.SUB, id, distance), 0);
      int value = load(k, source, signed(k, Op.MIN, from, ITEMS - 1));
      int sum = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(value), r(id)));
      store(k, target, id, sum);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void independentGroupsAreExecutedSideBySide(int threads) {
    assertThat(runBoth(threads, shifted(0, ITEMS, true)).conflict()).isFalse();
    Result between = runBoth(threads, shifted(1, ITEMS, false));
    assertThat(between.conflict()).isFalse();
    assertThat(between.records()).hasSize(GROUPS);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void groupsThatReadWhatEarlierOnesWriteAreExecutedInOrder(int threads) {
    assertThat(runBoth(threads, shifted(1, ITEMS, true)).conflict()).isTrue();
  }

  @Property(tries = 30)
  void resultsAreThoseOfOneThread(
      @ForAll @IntRange(min = -150, max = 150) int distance,
      @ForAll @IntRange(min = 2, max = 4) int threads,
      @ForAll boolean inPlace) {
    runBoth(threads, shifted(distance, ITEMS, inPlace));
  }

  /** Returns the number of an item's word, another for each item, among 4 MiB. */
  private static int word(TestKernel k, int item) {
    return signed(k, Op.AND, signed(k, Op.MUL, item, 1_000_003), (1 << 20) - 1);
  }

  /** Each item adds its number to the word of the item {@code distance} before, and stores it. */
  private static Consumer<TestKernel> scattered(int distance) {
    return k -> {
      int data = k.buffer("data", 4L << 20, null);
      int id = k.special(Special.GLOBAL_ID_FLAT);
      int value = load(k, data, word(k, signed(k, Op.SUB, id, distance)));
      int sum = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(value), r(id)));
      store(k, data, word(k, id), sum);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void scatteredAccessesToOwnWordsAreExecutedSideBySide(int threads) {
    assertThat(runBoth(threads, scattered(0)).conflict()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void groupsWithScatteredReadsOfWhatEarlierOnesWriteAreExecutedInOrder(int threads) {
    assertThat(runBoth(threads, scattered(1)).conflict()).isTrue();
  }

  @Test
  void roundsThatCopyMoreThanTheyExecuteAreSlowerThanOneThread() {
    assertThat(ParallelGroups.gains(2, 10_000_000, 0, 1_000_000)).isTrue();
    assertThat(ParallelGroups.gains(2, 10_000_000, 0, 11_000_000)).isFalse();
    assertThat(ParallelGroups.gains(2, 10_000_000, 6_000_000, 0)).isFalse();
    assertThat(ParallelGroups.gains(4, 10_000_000, 6_000_000, 0)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void theFirstFaultIsReported(int threads) {
    Result result = runBoth(threads, shifted(0, (GROUPS - 40) * SIZE, true));
    assertThat(result.fault()).contains("buffer data");
    assertThat(result.records()).hasSize(GROUPS - 40);
  }

  /**
   * Adds an atomic operation of each work-item on one of some words, a power of two; the operand is
   * the work-item's number. Returns the address.
   */
  private static int update(TestKernel k, AtomicOp op, Type type, int counters, int words, int to) {
    int id = k.special(Special.GLOBAL_ID_FLAT);
    int value = k.register(type);
    k.add(
        InstructionBuilder.of(Op.CONVERT, type)
            .sourceType(Type.I32)
            .sourceSigned(true)
            .to(value)
            .from(r(id)));
    int times = k.op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(id), i(77)));
    int at = k.op(Type.I32, InstructionBuilder.of(Op.AND, Type.I32).from(r(times), i(words - 1)));
    int address = k.address(counters, at, type.bytes());
    k.add(
        InstructionBuilder.of(Op.ATOMIC, type)
            .atomic(op)
            .to(to)
            .from(r(address), r(value))
            .memory(access(Space.GLOBAL, type, 1)));
    return address;
  }

  @Property(tries = 60)
  void atomicOperationsWithoutResultHaveTheEffectOfOneThread(
      @ForAll @IntRange(max = 8) int opNumber,
      @ForAll @IntRange(max = 2) int typeNumber,
      @ForAll @IntRange(max = 13) int bits,
      @ForAll @IntRange(min = 2, max = 4) int threads) {
    Type type = List.of(Type.I32, Type.F32, Type.I64).get(typeNumber);
    AtomicOp op =
        type == Type.F32 ? AtomicOp.ADD : AtomicOp.OF_LANES.get(opNumber); // rounding has an order
    Result result =
        runBoth(
            threads,
            k -> {
              int counters = k.buffer("counters", (long) type.bytes() << bits, null);
              update(k, op, type, counters, 1 << bits, k.register(type));
            });
    assertThat(result.conflict()).isFalse();
  }

  @Test
  void anAtomicOperationWhoseOldValueIsReadKeepsTheOrderOfGroups() {
    TestKernel k = new TestKernel(SIZE, 1, 1);
    int counters = k.buffer("counters", 4096, null);
    int old = k.register(Type.I32);
    update(k, AtomicOp.ADD, Type.I32, counters, 16, old);
    store(k, counters, k.special(Special.GLOBAL_ID_FLAT), old);
    k.exit();
    assertThat(ParallelGroups.allows(k.builder.build())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void groupsThatLoadWhatOthersUpdateAreExecutedInOrder(int threads) {
    Result loads =
        runBoth(
            threads,
            k -> {
              int counters = k.buffer("counters", 64, null);
              int sums = k.buffer("sums", 4L * ITEMS, null);
              update(k, AtomicOp.ADD, Type.I32, counters, 16, k.register(Type.I32));
              int zero = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(0)));
              int value = load(k, counters, zero);
              store(k, sums, k.special(Special.GLOBAL_ID_FLAT), value);
            });
    assertThat(loads.conflict()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void groupsThatStoreAndUpdateTheSameBytesAreExecutedInOrder(int threads) {
    Result stores =
        runBoth(
            threads,
            k -> {
              int counters = k.buffer("counters", 4L * ITEMS, null);
              int id = k.special(Special.GLOBAL_ID_FLAT);
              store(k, counters, signed(k, Op.AND, id, 63), id);
              update(k, AtomicOp.ADD, Type.I32, counters, 16, k.register(Type.I32));
            });
    assertThat(stores.conflict()).isTrue();
  }

  /** Each group ends the chain that the next one follows; without that, the chain has no end. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void groupThatNeverEndsWithOldDataIsExecutedInOrder(int threads) {
    Result result =
        runBoth(
            threads,
            k -> {
              byte[] own = new byte[4 * (GROUPS + 1)]; // each word holds its own number
              for (int w = 1; w <= GROUPS; w++) {
                own[4 * w] = (byte) w;
                own[4 * w + 1] = (byte) (w >> 8);
              }
              int chain = k.buffer("chain", own.length, own);
              int group = k.special(Special.GROUP_ID_X);
              int zero = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(0)));
              store(k, chain, signed(k, Op.ADD, group, 1), zero);
              int at = k.register(Type.I32);
              k.add(InstructionBuilder.of(Op.MOVE, Type.I32).from(r(group)).to(at));
              int loop = k.builder.block();
              k.add(InstructionBuilder.of(Op.JUMP, Type.I1));
              k.goOn(loop);
              int next = load(k, chain, at);
              k.add(InstructionBuilder.of(Op.MOVE, Type.I32).from(r(next)).to(at));
              int end = k.builder.block();
              Operators.branch(k, Operators.less(k, next, 1), loop, end);
              k.block = end;
            });
    assertThat(result.conflict()).isTrue();
    assertThat(result.records()).hasSize(GROUPS);
  }
}
