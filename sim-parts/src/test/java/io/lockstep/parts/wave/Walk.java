// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.GroupExecutor;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.parts.access.Access;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One group's record walked as wavefronts of some width, and what every work-item did on the way:
 * the blocks (as negative numbers) and the addresses, in its own order.
 */
public final class Walk {
  /** Where the device of these tests keeps the buffers: out of order, far apart. */
  static final long[] BUFFER_ADDRESS = {0x7_0000_0000L, 0x10_0000L};

  static final ExecutionOptions ONE_SEGMENT =
      new ExecutionOptions(1L << 32, 1L << 40, 1L << 40, 1L << 40);

  private record Code(Kernel kernel, Kernel executed) implements MachineKernel {
    @Override
    public int registers() {
      return 1;
    }

    @Override
    public String assembly() {
      return "";
    }
  }

  final List<List<Long>> items = new ArrayList<>();
  long operations;
  long laneOperations;
  int deepest;

  /** Bits of where each wavefront stood at each step, folded into one number. */
  long course = 17;

  private Walk(int size) {
    for (int i = 0; i < size; i++) {
      items.add(new ArrayList<>());
    }
  }

  /** Runs two groups of a kernel over two buffers of small random words: the second's record. */
  static WorkGroupRecord record(
      Kernel kernel, Geometry geometry, ExecutionOptions options, long[] instructions) {
    DeviceMemory memory = new DeviceMemory();
    Random random = new Random(5);
    for (int b = 0; b < 2; b++) {
      byte[] bytes = new byte[RandomKernels.BUFFER_BYTES];
      for (int k = 0; k < bytes.length; k += 4) {
        bytes[k] = (byte) random.nextInt(4);
      }
      memory.allocate("b" + b, Type.I32, bytes.length, null);
      memory.write(b, 0, bytes, 0, bytes.length);
    }
    GroupExecutor executor =
        new GroupExecutor(
            kernel,
            geometry,
            List.of(Address.of(0, 0), Address.of(1, 0)),
            0,
            memory,
            new int[] {-1, -1},
            options);
    executor.execute(0);
    long before = executor.workItemInstructions();
    WorkGroupRecord record = executor.execute(1);
    instructions[0] = executor.workItemInstructions() - before;
    return record;
  }

  public static LaunchPlan plan(Kernel kernel, Geometry geometry) {
    return plan(kernel, kernel, geometry);
  }

  /** A launch of code whose blocks are those of another kernel. */
  static LaunchPlan plan(Kernel kernel, Kernel executed, Geometry geometry) {
    return new LaunchPlan(
        new Code(kernel, executed), geometry, new Occupancy(1, 1, 1, 1, "test"), 0, BUFFER_ADDRESS);
  }

  /** What each work-item did, read from the record one work-item at a time. */
  static List<List<Long>> expected(Kernel kernel, Geometry geometry, WorkGroupRecord record) {
    Walk walk = new Walk(geometry.groupSize());
    for (int item = 0; item < geometry.groupSize(); item++) {
      for (Segment segment : record.segments()) {
        int path = segment.pathOf(item);
        if (path >= 0) {
          follow(kernel, geometry, segment, path, item, walk.items.get(item));
        }
      }
    }
    return walk.items;
  }

  private static void follow(
      Kernel kernel, Geometry geometry, Segment segment, int path, int item, List<Long> out) {
    int[] occurrence = new int[kernel.memorySlots()];
    int block = segment.firstBlock(path);
    int bit = segment.firstOutcome(path);
    for (int n = 0; n < segment.blockCount(path); n++) {
      Block b = kernel.blocks().get(block);
      out.add(-1L - block);
      for (Instruction in : b.instructions()) {
        if (in.isRecorded()) {
          int slot = in.memory().slot();
          int k = occurrence[slot]++;
          int run = segment.run(slot, k, -1);
          out.add(
              placed(
                  in.memory().space(),
                  segment.address(run, k, item, geometry.sizeX(), geometry.sizeY())));
        }
      }
      int outcome = b.outcomeBits() == 0 ? 0 : segment.outcome(bit, b.outcomeBits());
      bit += b.outcomeBits();
      block = b.successors().isEmpty() ? -1 : b.successors().get(outcome);
    }
  }

  private static long placed(Space space, long address) {
    return space == Space.LOCAL || space == Space.PRIVATE
        ? address
        : BUFFER_ADDRESS[Address.buffer(address)] + Address.offset(address);
  }

  /** Walks all wavefronts of a group side by side, a block each in turn. */
  static Walk of(
      Kernel kernel, Geometry geometry, WorkGroupRecord record, int width, boolean takenFirst) {
    Walk walk = new Walk(geometry.groupSize());
    walk.goOn(started(kernel, geometry, record, width, takenFirst), kernel);
    return walk;
  }

  /** All wavefronts of a group at its kernel's entry. */
  static Wavefronts started(Kernel kernel, Geometry geometry, WorkGroupRecord record, int width) {
    return started(kernel, geometry, record, width, true);
  }

  private static Wavefronts started(
      Kernel kernel, Geometry geometry, WorkGroupRecord record, int width, boolean takenFirst) {
    int size = geometry.groupSize();
    int count = (size + width - 1) / width;
    Wavefronts wavefronts = new Wavefronts(count, width, takenFirst);
    wavefronts.begin(plan(kernel, geometry));
    for (int w = 0; w < count; w++) {
      wavefronts.start(w, record, w * width, Math.min(width, size - w * width));
    }
    return wavefronts;
  }

  /** Walks until all wavefronts have ended. */
  private void goOn(Wavefronts wavefronts, Kernel kernel) {
    Access access = new Access();
    boolean alive = true;
    while (alive) {
      alive = false;
      for (int w = 0; w < wavefronts.slots(); w++) {
        if (wavefronts.isResident(w)) {
          step(wavefronts, kernel, w, access);
          alive |= wavefronts.isResident(w);
        }
      }
    }
    operations = wavefronts.counts().operations();
    laneOperations = wavefronts.counts().laneOperations();
  }

  private void step(Wavefronts wavefronts, Kernel kernel, int w, Access access) {
    int block = wavefronts.block(w);
    long mask = wavefronts.mask(w);
    int first = wavefronts.firstWorkItem(w);
    deepest = Math.max(deepest, wavefronts.depth(w));
    for (long m = mask; m != 0; m &= m - 1) {
      items.get(first + Long.numberOfTrailingZeros(m)).add(-1L - block);
    }
    for (Instruction in : kernel.blocks().get(block).instructions()) {
      if (in.isRecorded()) {
        wavefronts.access(w, in.memory().slot(), access);
        if (access.mask() != mask || access.elementBytes() != in.memory().bytes()) {
          throw new AssertionError("lanes " + Long.toHexString(access.mask()));
        }
        for (long m = mask; m != 0; m &= m - 1) {
          int lane = Long.numberOfTrailingZeros(m);
          items.get(first + lane).add(access.address(lane));
        }
      }
    }
    int flags = wavefronts.advance(w);
    course = course * 0x9E3779B97F4A7C15L + (mask ^ block * 0x10001L ^ flags * 0x7000007L);
  }
}
