// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.io.OutputException;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.type.Type;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        // Two of one size, so that one is copied over the other as a whole.
        int size = b == 2 ? model.get(1).length : 8 * (1 + random.nextInt(9 * PAGE / 8));
        byte[] bytes = new byte[size];
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
      switch (random.nextInt(13)) {
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
        case 11 -> { // from anywhere to anywhere, in one buffer to the bytes right behind
          int to = random.nextInt(model.size());
          int place = to == b ? at + length / 2 : random.nextInt(model.get(to).length);
          int n = to == b ? length / 2 : Math.min(length, model.get(to).length - place);
          memory.copy(b, at, to, place, n);
          System.arraycopy(bytes, at, model.get(to), place, n);
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
  void pagesUsedOnceInSixDeparturesStay() {
    DeviceMemory memory = new DeviceMemory(64L * PAGE);
    int[] made = new int[1];
    int hot = memory.allocate("hot", Type.I8, 4L * PAGE, (offset, page, length) -> made[0]++);
    int stream = memory.allocate("stream", Type.I8, 2000L * PAGE, DeviceMemoryBudgetTest::ramp);
    for (long p = 0; p < 2000; p++) {
      if (p % 6 == 0) {
        for (long h = 0; h < 4; h++) {
          memory.loadByte(Address.of(hot, h * PAGE));
        }
      }
      memory.loadByte(Address.of(stream, p * PAGE));
    }
    assertThat(made[0]).isEqualTo(4);
  }

  /**
   * A buffer of so many pages, each of which holds its number and most of which are in the file.
   */
  private static int written(DeviceMemory memory, int pages) {
    int b = memory.allocate("b", Type.I32, (long) pages * PAGE, null);
    for (int p = 0; p < pages; p++) {
      memory.storeInt(Address.of(b, (long) p * PAGE), p + 1);
    }
    return b;
  }

  @Test
  void whatIsForgottenLeavesItsPlaceInTheFileToOthers() {
    DeviceMemory memory = new DeviceMemory(16L * PAGE);
    for (int round = 0; round < 5; round++) {
      memory.fill(written(memory, 300), new byte[4]);
    }
    assertThat(memory.fileBytes()).isLessThanOrEqualTo(300L * PAGE);
    memory.close();
  }

  @Test
  void aWholeCopyTakesWhatIsInTheFile() {
    DeviceMemory memory = new DeviceMemory(16L * PAGE);
    int from = written(memory, 300);
    int to = memory.allocate("to", Type.I32, 300L * PAGE, DeviceMemoryBudgetTest::ramp);
    memory.copy(from, to, 300L * PAGE);
    for (int p = 0; p < 300; p++) {
      assertThat(memory.loadInt(Address.of(to, (long) p * PAGE))).isEqualTo(p + 1);
    }
    memory.close();
  }

  @Test
  void readingAWholeBufferDrivesNoPageOut() {
    DeviceMemory memory = new DeviceMemory(16L * PAGE);
    int b = written(memory, 300);
    int before = memory.departures();
    byte[] all = new byte[300 * PAGE];
    memory.read(b, 0, all, 0, all.length);
    assertThat(memory.departures()).isEqualTo(before);
    for (int p = 0; p < 300; p++) {
      assertThat((int) DeviceMemory.INT.get(all, p * PAGE)).isEqualTo(p + 1);
    }
    memory.close();
  }

  /** A file that counts how often it is read. */
  private static final class CountingFile extends RandomAccessFile {
    int reads;

    CountingFile(Path path) throws IOException {
      super(path.toFile(), "rw");
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
      reads++;
      return super.read(into, at, length);
    }
  }

  @Test
  void neighboursAreReadAheadAndTheFileIsClosedWithTheMemory(@TempDir Path folder)
      throws IOException {
    CountingFile file = new CountingFile(folder.resolve("pages"));
    DeviceMemory memory = new DeviceMemory(16L * PAGE, new PageFile(() -> file));
    int b = written(memory, 400);
    for (int p = 0; p < 320; p++) {
      assertThat(memory.loadInt(Address.of(b, (long) p * PAGE))).isEqualTo(p + 1);
    }
    assertThat(file.reads).isBetween(320 / 16, 320 / 16 + 4);
    memory.close();
    assertThat(file.getChannel().isOpen()).isFalse();
  }

  @Test
  @DisplayName("the file has no name while it is used: however the process ends, nothing stays")
  void theFileHasNoNameWhileItIsUsedHoweverTheProcessEndsNothingStays() throws IOException {
    DeviceMemory memory = new DeviceMemory(PAGE);
    written(memory, 300);
    assertThat(memory.fileBytes()).isPositive();
    String own = "lockstep-" + ProcessHandle.current().pid() + "-";
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      for (Path left : all.filter(f -> f.getFileName().toString().startsWith(own)).toList()) {
        assertThat(left).isDirectoryNotContaining(f -> f.toString().endsWith(".pages"));
      }
    }
    memory.close();
  }

  @Test
  @DisplayName("the usual budget is a quarter of the heap, at least 512 MiB, at most half of it")
  void theUsualBudgetIsAQuarterOfTheHeap() {
    long heap = Runtime.getRuntime().maxMemory();
    assertThat(DeviceMemory.usualBudget())
        .isGreaterThanOrEqualTo(heap / 4)
        .isGreaterThanOrEqualTo(Math.min(heap / 2, 512L << 20))
        .isLessThanOrEqualTo(heap / 2)
        .isLessThanOrEqualTo(Math.max(heap / 4, 512L << 20));
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
