// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.fault.MemoryFault;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.type.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceMemoryTest {
  private final DeviceMemory memory = new DeviceMemory();

  /** Byte i of the buffer is i mod 251, so that no two pages look alike. */
  private static void ramp(long offset, byte[] page, int length) {
    for (int i = 0; i < length; i++) {
      page[i] = (byte) ((offset + i) % 251);
    }
  }

  @Test
  void numbersBuffersInOrder() {
    assertThat(memory.allocate("a", Type.F32, 16, null)).isZero();
    assertThat(memory.allocate("b", Type.I64, 24, null)).isEqualTo(1);
    assertThat(memory.buffers()).isEqualTo(2);
    assertThat(memory.name(1)).isEqualTo("b");
    assertThat(memory.bytes(1)).isEqualTo(24);
  }

  @Test
  void sixGigabytesOfWhichOneMegabyteIsTouchedStaySmall() {
    int zeros = memory.allocate("zeros", Type.F32, 3L << 30, null);
    int ramp = memory.allocate("ramp", Type.F32, 3L << 30, DeviceMemoryTest::ramp);
    for (long i = 0; i < 1 << 18; i++) {
      memory.storeInt(Address.of(zeros, (1L << 30) + 4 * i), 7);
    }
    assertThat(memory.loadInt(Address.of(zeros, (1L << 31)))).isZero();
    assertThat(memory.loadByte(Address.of(ramp, (1L << 31) + 5)))
        .isEqualTo((int) (((1L << 31) + 5) % 251));
    assertThat(memory.residentBytes()).isEqualTo((1 << 20) + DeviceMemory.PAGE_BYTES);
  }

  @Test
  void readingUntouchedZerosKeepsNothing() {
    int b = memory.allocate("b", Type.I8, 1L << 32, null);
    memory.read(b, 12345678, new byte[1 << 20], 0, 1 << 20);
    assertThat(memory.residentBytes()).isZero();
  }

  @Test
  void unwrittenPagesAreDroppedWhenManyAreResidentAndWrittenOnesKept() {
    DeviceMemory memory = new DeviceMemory(16 << 20);
    int b = memory.allocate("b", Type.I8, 1L << 26, DeviceMemoryTest::ramp);
    memory.storeByte(Address.of(b, 100), 99);
    for (long offset = 0; offset < 1L << 26; offset += DeviceMemory.PAGE_BYTES) {
      memory.loadByte(Address.of(b, offset));
      assertThat(memory.residentBytes()).isLessThanOrEqualTo(16 << 20);
    }
    assertThat(memory.loadByte(Address.of(b, 100))).isEqualTo(99);
    assertThat(memory.loadByte(Address.of(b, 101))).isEqualTo(101);
    assertThat(memory.loadByte(Address.of(b, 65536 * 3 + 1))).isEqualTo((65536 * 3 + 1) % 251);
  }

  @Test
  void aBufferOfAnotherSizeKeepsItsContentsAsFarAsTheyFit() {
    DeviceMemory memory = new DeviceMemory(64 << 10);
    int b = memory.allocate("b", Type.I32, 100000, DeviceMemoryTest::ramp);
    for (int i = 0; i < 100000; i += 400) {
      memory.storeInt(Address.of(b, i), i);
    }
    memory.resize(b, 1L << 31, AllocatedRest.none(1L << 31));
    assertThat(memory.bytes(b)).isEqualTo(1L << 31);
    memory.storeInt(Address.of(b, 1L << 30), 7);
    memory.resize(b, 50000, AllocatedRest.none(50000));
    assertThat(memory.bytes(b)).isEqualTo(50000);
    for (int i = 0; i < 50000; i += 400) {
      assertThat(memory.loadInt(Address.of(b, i))).isEqualTo(i);
      assertThat(memory.loadByte(Address.of(b, i + 4))).isEqualTo((i + 4) % 251);
    }
    assertThatThrownBy(() -> memory.loadInt(Address.of(b, 50000))).isInstanceOf(MemoryFault.class);
  }

  @Test
  void readsAndWritesAcrossPages() {
    int b = memory.allocate("b", Type.I8, 200000, DeviceMemoryTest::ramp);
    byte[] data = new byte[140000];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (i * 7);
    }
    memory.write(b, 30001, data, 0, data.length);
    byte[] all = new byte[200000];
    memory.read(b, 0, all, 0, all.length);
    for (int i = 0; i < all.length; i++) {
      int expected = i < 30001 || i >= 170001 ? i % 251 : (i - 30001) * 7;
      assertThat(all[i]).isEqualTo((byte) expected);
    }
  }

  @Test
  void fillRepeatsThePatternAndForgetsWhatWasThere() {
    int b = memory.allocate("b", Type.I32, 1L << 32, null);
    memory.storeInt(Address.of(b, 4096), 1);
    memory.fill(b, new byte[] {1, 2, 3, 4});
    assertThat(memory.residentBytes()).isZero();
    assertThat(memory.loadInt(Address.of(b, 4096))).isEqualTo(0x04030201);
    memory.storeInt(Address.of(b, 4096), 5);
    assertThat(memory.loadInt(Address.of(b, 4100))).isEqualTo(0x04030201);
    assertThat(memory.loadInt(Address.of(b, 1 << 20))).isEqualTo(0x04030201);
    memory.fill(b, new byte[] {0, 0, 0, 0});
    assertThat(memory.loadInt(Address.of(b, 4096))).isZero();
    memory.fill(b, new byte[] {1, 2, 3});
    assertThat(memory.loadByte(Address.of(b, 3L * 65536 + 2))).isEqualTo(3);
  }

  @Test
  void copiesWholeBuffersSparselyAndPartsExactly() {
    int a = memory.allocate("a", Type.I8, 1L << 31, DeviceMemoryTest::ramp);
    int b = memory.allocate("b", Type.I8, 1L << 31, null);
    int c = memory.allocate("c", Type.I8, 100000, null);
    memory.storeByte(Address.of(a, 70000), 200);
    memory.storeByte(Address.of(b, 1), 77);
    memory.copy(a, b, 1L << 31);
    assertThat(memory.loadByte(Address.of(b, 1))).isEqualTo(1);
    assertThat(memory.loadByte(Address.of(b, 70000))).isEqualTo(200);
    assertThat(memory.residentBytes()).isLessThan(1 << 20);
    memory.storeByte(Address.of(a, 70001), 201);
    assertThat(memory.loadByte(Address.of(b, 70001))).isEqualTo(70001 % 251);
    memory.copy(a, c, 70001);
    assertThat(memory.loadByte(Address.of(c, 70000))).isEqualTo(200);
    assertThat(memory.loadByte(Address.of(c, 70001))).isZero();
    memory.copy(a, a, 10);
    assertThatThrownBy(() -> memory.copy(a, c, 100001))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("c")
        .hasMessageContaining("100000");
  }

  @Test
  void everyWayToWriteABufferIsToldOnce() {
    int a = memory.allocate("a", Type.I32, 8, null);
    int b = memory.allocate("b", Type.I32, 8, null);
    List<Runnable> writes =
        List.of(
            () -> memory.storeInt(Address.of(b, 0), 1),
            () -> memory.write(b, 0, new byte[4], 0, 4),
            () -> memory.fill(b, new byte[4]),
            () -> memory.copy(a, b, 8),
            () -> memory.copy(a, 0, b, 4, 4));
    for (Runnable write : writes) {
      assertThat(memory.takeWritten(b)).isFalse();
      write.run();
      assertThat(memory.takeWritten(b)).isTrue();
      assertThat(memory.takeWritten(a)).isFalse();
    }
  }

  @Test
  void aCopyBeyondEitherBufferChangesNothing() {
    int large = memory.allocate("large", Type.I8, 20000, DeviceMemoryTest::ramp);
    int small = memory.allocate("small", Type.I8, 10000, null);
    assertThatThrownBy(() -> memory.copy(large, 0, small, 1, 10000))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> memory.copy(small, 1, large, 0, 10000))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(memory.takeWritten(small)).isFalse();
    assertThat(memory.takeWritten(large)).isFalse();
  }

  @Test
  void findsOneElementTooFarAndMisalignment() {
    int b = memory.allocate("b", Type.I32, 4096, null);
    memory.allocate("next", Type.I32, 4096, null);
    memory.storeInt(Address.of(b, 4092), 1);
    assertThatThrownBy(() -> memory.loadInt(Address.of(b, 4096)))
        .isInstanceOf(MemoryFault.class)
        .hasMessageContaining("4-byte access at offset 4096")
        .hasMessageContaining("buffer b of 4096 bytes");
    assertThatThrownBy(() -> memory.storeInt(Address.of(b, -4), 1))
        .isInstanceOf(MemoryFault.class)
        .hasMessageContaining("offset -4 out of bounds of buffer b");
    assertThatThrownBy(() -> memory.loadInt(Address.of(1, -8)))
        .hasMessageContaining("offset -8 out of bounds of buffer next");
    assertThatThrownBy(() -> memory.loadInt(Address.of(b, 2)))
        .isInstanceOf(MemoryFault.class)
        .hasMessageContaining("not aligned");
    assertThatThrownBy(() -> memory.loadLong(0)).hasMessageContaining("no buffer");
    assertThatThrownBy(() -> memory.loadInt(Address.of(2, 0))).hasMessageContaining("no buffer");
  }

  @Test
  void everyWidthIsLittleEndian() {
    int b = memory.allocate("b", Type.I64, 16, null);
    memory.storeLong(Address.of(b, 8), 0x8877665544332211L);
    assertThat(memory.loadByte(Address.of(b, 8))).isEqualTo(0x11);
    assertThat(memory.loadShort(Address.of(b, 14))).isEqualTo(0x8877);
    assertThat(memory.loadInt(Address.of(b, 12))).isEqualTo(0x88776655);
    memory.storeShort(Address.of(b, 8), 0xABCD);
    assertThat(memory.loadLong(Address.of(b, 8))).isEqualTo(0x887766554433ABCDL);
  }
}
