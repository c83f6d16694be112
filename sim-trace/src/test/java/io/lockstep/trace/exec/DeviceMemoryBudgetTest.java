package io.lockstep.trace.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.trace.OutputException;
import io.lockstep.trace.ir.Address;
import io.lockstep.trace.ir.Type;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeviceMemoryBudgetTest {
  private static final int PAGE = DeviceMemory.PAGE_BYTES;

  private static void ramp(long offset, byte[] page, int length) {
    for (int i = 0; i < length; i++) {
      page[i] = (byte) ((offset + i) % 251);
    }
  }

  /** Memory with a budget beside plain arrays, which have to hold the same all the time. */
  private static final class Pair {
    final Random random;
    final DeviceMemory memory;
    final List<byte[]> model = new ArrayList<>();

    Pair(long seed, int pages) {
      random = new Random(seed);
      memory = new DeviceMemory((long) pages * PAGE);
      for (int b = 0; b < 3; b++) {
        byte[] bytes = new byte[8 * (1 + random.nextInt(9 * PAGE / 8))];
        PageFiller filler = random.nextBoolean() ? DeviceMemoryBudgetTest::ramp : null;
        memory.allocate("b" + b, Type.I8, bytes.length, filler);
        if (filler != null) {
          filler.fill(0, bytes, bytes.length);
        }
        model.add(bytes);
      }
    }

    void step() {
      int b = random.nextInt(model.size());
      byte[] bytes = model.get(b);
      int at = random.nextInt(bytes.length / 8) * 8;
      long address = Address.of(b, at);
      int length = random.nextInt(bytes.length - at + 1);
      switch (random.nextInt(12)) {
        case 0, 1 -> {
          long value = random.nextLong();
          memory.storeLong(address, value);
          DeviceMemory.LONG.set(bytes, at, value);
        }
        case 2, 3 -> {
          memory.storeByte(address + 3, at);
          bytes[at + 3] = (byte) at;
        }
        case 4, 5 ->
            assertThat(memory.loadLong(address)).isEqualTo((long) DeviceMemory.LONG.get(bytes, at));
        case 6, 7 -> { // as an atomic does it
          byte[] page = memory.pageForWrite(address, 4);
          int sum = (int) DeviceMemory.INT.get(page, at & DeviceMemory.PAGE_MASK) + 1;
          DeviceMemory.INT.set(page, at & DeviceMemory.PAGE_MASK, sum);
          DeviceMemory.INT.set(bytes, at, (int) DeviceMemory.INT.get(bytes, at) + 1);
        }
        case 8 -> {
          byte[] data = new byte[length];
          random.nextBytes(data);
          memory.write(b, at, data, 0, length);
          System.arraycopy(data, 0, bytes, at, length);
        }
        case 9 -> {
          byte[] data = new byte[length + 5];
          memory.read(b, at, data, 5, length);
          assertThat(Arrays.equals(data, 5, 5 + length, bytes, at, at + length)).isTrue();
        }
        case 10 -> {
          if (random.nextInt(8) == 0) { // not too often: it forgets everything
            byte[] pattern = new byte[1 + random.nextInt(4)];
            random.nextBytes(pattern);
            memory.fill(b, pattern);
            for (int i = 0; i < bytes.length; i++) {
              bytes[i] = pattern[i % pattern.length];
            }
          }
        }
        default -> {
          int to = random.nextInt(model.size());
          int most = Math.min(bytes.length, model.get(to).length);
          int n = random.nextBoolean() ? most : random.nextInt(most + 1);
          memory.copy(b, to, n);
          System.arraycopy(bytes, 0, model.get(to), 0, n);
        }
      }
    }

    void compare() {
      for (int b = 0; b < model.size(); b++) {
        byte[] all = new byte[model.get(b).length];
        memory.read(b, 0, all, 0, all.length);
        assertThat(Arrays.equals(all, model.get(b))).isTrue();
      }
    }
  }

  @Property(tries = 200)
  void aBudgetOfAFewPagesHoldsWhatPlainArraysHold(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int pages) {
    Pair pair = new Pair(seed, pages);
    for (int n = 0; n < 400; n++) {
      pair.step();
      assertThat(pair.memory.residentBytes()).isLessThanOrEqualTo((long) pages * PAGE);
    }
    pair.compare();
    pair.memory.close();
  }

  @Test
  void writtenPagesBeyondTheBudgetGoToTheFileWhichIsUsedAgain() {
    DeviceMemory memory = new DeviceMemory(64L * PAGE);
    int b = memory.allocate("b", Type.I32, 512L * PAGE, null);
    for (int round = 1; round <= 5; round++) {
      for (int p = 0; p < 512; p++) {
        int at = p * PAGE + 8;
        assertThat(memory.loadInt(Address.of(b, at))).isEqualTo(p * (round - 1));
        memory.storeInt(Address.of(b, at), p * round);
      }
      assertThat(memory.residentBytes()).isEqualTo(64L * PAGE);
    }
    assertThat(memory.fileBytes()).isBetween(448L * PAGE, 512L * PAGE);
    memory.fill(b, new byte[4]);
    assertThat(memory.residentBytes()).isZero();
    memory.close();
  }

  @Test
  void pagesThatAreOnlyReadNeverGoToTheFile() {
    DeviceMemory memory = new DeviceMemory(16L * PAGE);
    int b = memory.allocate("b", Type.I8, 200L * PAGE, DeviceMemoryBudgetTest::ramp);
    for (int at = 0; at < 200 * PAGE; at += 100) {
      assertThat(memory.loadByte(Address.of(b, at))).isEqualTo(at % 251);
    }
    assertThat(memory.fileBytes()).isZero();
  }

  @Test
  void aPageInUseStaysWhileOthersStreamPast() {
    DeviceMemory memory = new DeviceMemory(64L * PAGE);
    int[] made = new int[1];
    int hot = memory.allocate("hot", Type.I8, PAGE, (offset, page, length) -> made[0]++);
    int stream = memory.allocate("stream", Type.I8, 2000L * PAGE, DeviceMemoryBudgetTest::ramp);
    for (long p = 0; p < 2000; p++) {
      memory.loadByte(Address.of(hot, 0));
      memory.loadByte(Address.of(stream, p * PAGE));
    }
    assertThat(made[0]).isEqualTo(1);
  }

  @Test
  @DisplayName("a full disk: one line that says so, as for other results that cannot be written")
  void fullDisk() {
    assumeTrue(Files.exists(Path.of("/dev/full")));
    PageFile full = new PageFile(() -> new RandomAccessFile("/dev/full", "rw"));
    DeviceMemory memory = new DeviceMemory(PAGE, full);
    int b = memory.allocate("b", Type.I8, 1000L * PAGE, null);
    assertThatThrownBy(
            () -> {
              for (long p = 0; p < 1000; p++) {
                memory.storeByte(Address.of(b, p * PAGE), 1);
              }
            })
        .isInstanceOf(OutputException.class)
        .hasMessage(
            System.getProperty("java.io.tmpdir")
                + ": device memory beyond --memory cannot be written there: no space left on"
                + " device");
  }
}
