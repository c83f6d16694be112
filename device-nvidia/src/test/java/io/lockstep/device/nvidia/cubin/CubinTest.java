// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.spi.RefusalException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads a cubin that ptxas 13.0 made for compute capability 8.0, with a line table. */
class CubinTest {
  private static byte[] file() throws IOException {
    try (InputStream in = CubinTest.class.getResourceAsStream("root.cubin")) {
      return in.readAllBytes();
    }
  }

  @Test
  void readsInstructionsRegistersAndLines() throws IOException {
    Cubin cubin = Cubin.read("root.cubin", file(), "k", 80);

    assertThat(cubin.registers()).isEqualTo(12);
    assertThat(cubin.words()).hasSize(47);
    assertThat(cubin.operation(7).name()).isEqualTo("LDG");
    assertThat(cubin.operation(7).access()).isEqualTo(AccessKind.LOAD);
    assertThat(Arrays.copyOf(cubin.lines(), 9)).containsExactly(6, 15, 17, 19, 23, 6, 23, 25, 27);
    assertThat(cubin.lines()[22]).isEqualTo(29);
  }

  @Test
  void registersAreThoseOfTheAttributeForSectionsOfHopperTellNone() throws IOException {
    byte[] file = file();
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int table = (int) bytes.getLong(40);
    for (int s = 0; s < bytes.getShort(60); s++) {
      int info = table + 64 * s + 44;
      bytes.putInt(info, bytes.getInt(info) & 0xffffff);
    }
    assertThat(Cubin.read("root.cubin", file, "k", 80).registers()).isEqualTo(12);
  }

  @Test
  void decodesOperandsGuardAndControlField() throws IOException {
    Cubin cubin = Cubin.read("root.cubin", file(), "k", 80);
    MachineWord address = cubin.words().get(6); // IMAD.WIDE R2, R2, R3, c[0x0][0x160]
    MachineWord load = cubin.words().get(7); // LDG R0, [R2]

    assertThat(address.destination()).isEqualTo(2);
    assertThat(address.source()).isEqualTo(2);
    assertThat(address.form()).isEqualTo(MachineWord.Form.CONSTANT_THIRD);
    assertThat(address.third()).isEqualTo(3);
    assertThat(address.constant()).isEqualTo(0x160);
    assertThat(address.isGuarded()).isFalse();
    assertThat(address.control())
        .isEqualTo(new ControlBits(5, ControlBits.NO_COUNTER, ControlBits.NO_COUNTER, 0, true, 0));
    assertThat(load.accessBytes()).isEqualTo(4);
    assertThat(load.control())
        .isEqualTo(new ControlBits(1, 2, ControlBits.NO_COUNTER, 0, false, 0));
    MachineWord exit = cubin.words().get(3); // @P0 EXIT
    assertThat(exit.isGuarded()).isTrue();
    assertThat(exit.guard()).isZero();
  }

  @Test
  void rejectsEveryTruncatedFileWithOneMessage() throws IOException {
    byte[] whole = file();
    ByteBuffer header = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    long end = header.getLong(40) + 64L * header.getShort(60); // of the table of sections
    for (int length = 0; length < end; length += 7) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Cubin.read("part.cubin", part, "k", 80))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("part.cubin")
          .hasMessageContaining("cannot be decoded");
    }
  }

  @Test
  void readsOrRejectsEveryFileWithOneChangedByte() throws IOException {
    byte[] file = file();
    int rejected = 0;
    for (int at = 0; at < file.length; at++) {
      for (byte wrong : new byte[] {0, -1, 0x7F}) {
        byte kept = file[at];
        file[at] = wrong;
        try {
          Cubin.read("changed.cubin", file, "k", 80);
        } catch (InputException e) {
          rejected++;
        }
        file[at] = kept;
      }
    }
    assertThat(rejected).isPositive();
  }

  @Test
  void refusesComputedBranchesOfRegistersAndOfUniformOnes() {
    long[] words = {0xfffffffc04007949L, 0xfffffffc04d47958L}; // BRX R4 -0xc0, BRXU UR4 -0xb0
    for (long lower : words) {
      MachineWord word = new MachineWord(lower, 0x000fe4000b83ffffL);
      Cubin cubin = new Cubin("kernel 'k'", List.of(word), new int[] {12}, 8, 90);
      assertThatThrownBy(() -> MachineFlow.of(cubin))
          .isInstanceOf(RefusalException.class)
          .hasMessageContaining("a computed branch of line 12");
    }
  }

  @Test
  void namesAMissingKernelAndAnUnknownOperation() throws IOException {
    byte[] file = file();

    assertThatThrownBy(() -> Cubin.read("root.cubin", file, "other", 80))
        .hasMessageContaining("has no code of kernel 'other'");
    assertThatThrownBy(() -> Operation.of(new MachineWord(0x1FF, 0), "root.cubin"))
        .hasMessageContaining("operation 0x1ff is unknown");
  }
}
