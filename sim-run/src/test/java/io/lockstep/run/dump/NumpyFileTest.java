// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.workload.element.ElementType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Array files as NumPy's format describes them (numpy/lib/format.py). */
class NumpyFileTest {
  @TempDir private Path folder;

  /** A file of a version with a header's text and elements. */
  private Path file(int version, String header, byte... elements) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(20_000).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    out.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    out.put((byte) version).put((byte) 0);
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    if (version == 1) {
      out.putShort((short) text.length);
    } else {
      out.putInt(text.length);
    }
    out.put(text).put(elements);
    return Files.write(folder.resolve("a.npy"), Arrays.copyOf(out.array(), out.position()));
  }

  private static String header(String type, String order, String shape) {
    return "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n".formatted(type, order, shape);
  }

  private static byte[] read(NumpyFile file) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    file.read((part, n) -> all.write(part, 0, n));
    return all.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({
    "1, <f4, '(1,)', f32 [1]",
    "2, '|u1', '(2, 2)', 'u8 [2, 2]'",
    "3, <i2, '(2,)', i16 [2]",
    "1, '=u4', (), u32 []",
    "1, <f2, '(1L, 2L)', 'f16 [1, 2]'"
  })
  @DisplayName("files of versions 1 to 3 have the type and shape of their header")
  void filesHaveTheTypeOfTheirHeader(int version, String type, String shape, String text)
      throws IOException {
    byte[] elements = {1, 2, 3, 4};
    NumpyFile file = NumpyFile.open(file(version, header(type, "False", shape), elements));
    assertThat(file.text()).isEqualTo(text);
    assertThat(file.count() * file.type().bytes()).isEqualTo(4);
    assertThat(read(file)).isEqualTo(elements);
  }

  @Test
  @DisplayName("big-endian elements are read little-endian, each in itself")
  void bigEndianElementsAreReversed() throws IOException {
    byte[] elements = {1, 2, 3, 4, 5, 6, 7, 8};
    assertThat(read(NumpyFile.open(file(1, header(">u4", "False", "(2,)"), elements))))
        .containsExactly(4, 3, 2, 1, 8, 7, 6, 5);
    assertThat(read(NumpyFile.open(file(1, header(">i2", "False", "(4,)"), elements))))
        .containsExactly(2, 1, 4, 3, 6, 5, 8, 7);
  }

  @Test
  @DisplayName("files longer than a block are read whole")
  void longFilesAreReadWhole() throws IOException {
    byte[] elements = new byte[18_000];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = (byte) (i * 31);
    }
    Path file = file(1, header("<u2", "False", "(9000,)"), elements);
    assertThat(read(NumpyFile.open(file))).isEqualTo(elements);
    byte[] longer = new byte[(1 << 16) + 12];
    new Random(3).nextBytes(longer);
    NumpyHeader header = NumpyHeader.of(ElementType.U32, longer.length / 4);
    byte[] start = header.bytes();
    byte[] all = Arrays.copyOf(start, start.length + longer.length);
    System.arraycopy(longer, 0, all, start.length, longer.length);
    assertThat(read(NumpyFile.open(Files.write(folder.resolve("b.npy"), all)))).isEqualTo(longer);
  }

  @ParameterizedTest
  @CsvSource({
    "U8, '|u1'",
    "I8, '|i1'",
    "U16, <u2",
    "I32, <i4",
    "U64, <u8",
    "F16, <f2",
    "F32, <f4",
    "F64, <f8"
  })
  @DisplayName("a header that is written ends at a multiple of 64 bytes, and is read again")
  void aWrittenHeaderIsAligned(ElementType type, String code) throws IOException {
    for (long count : new long[] {0, 7, 123_456_789_012L}) {
      byte[] bytes = NumpyHeader.of(type, count).bytes();
      assertThat(bytes.length % 64).isZero();
      assertThat(bytes[bytes.length - 1]).isEqualTo((byte) '\n');
      assertThat(new String(bytes, StandardCharsets.ISO_8859_1).substring(10).strip())
          .isEqualTo(
              "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }".formatted(code, count));
    }
    byte[] none = NumpyHeader.of(type, 0).bytes();
    NumpyFile file = NumpyFile.open(Files.write(folder.resolve("c.npy"), none));
    assertThat(file.type()).isEqualTo(type);
    assertThat(file.count()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '!',
      value = {
        "<f4 | False | (2,) | has 4 bytes of elements, but its header says f32 [2]",
        "<f4 | True | (2, 3) | its elements stand in Fortran's order; write it in C's order:",
        "<c8 | False | (1,) | holds elements of NumPy's type '<c8'; expected i1 to i8,",
        "f4 | False | (1,) | holds elements of NumPy's type 'f4'; expected i1 to i8,",
        "<f4 | False | 1 | its header lacks 'descr', 'fortran_order' or a tuple 'shape':",
        "<f4 | False | (1 1,) | its shape is (1 1,)",
        "<f4 | False | (9999999999, 9999999999) | its shape is (9999999999, 9999999999)",
        "<f4 | False | [1] | expected an array of plain numbers, found the header"
      })
  @DisplayName("what a workload cannot take is refused with the reason")
  void whatCannotBeTakenIsRefused(String type, String order, String shape, String message)
      throws IOException {
    Path file = file(1, header(type, order, shape), new byte[4]);
    assertThatThrownBy(() -> NumpyFile.open(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ": " + message);
  }

  @Test
  @DisplayName("Fortran's order of one dimension is that of C")
  void oneDimensionHasOneOrder() throws IOException {
    assertThat(NumpyFile.open(file(1, header("<f4", "True", "(1, 1)"), new byte[4])).text())
        .isEqualTo("f32 [1, 1]");
  }

  @Test
  @DisplayName("other files, other versions and files that end early are refused")
  void otherFilesAreRefused() throws IOException {
    Path other = Files.writeString(folder.resolve("o.npy"), "not an array");
    assertThatThrownBy(() -> NumpyFile.open(other)).hasMessageContaining("is not a NumPy array");
    Path shorter = Files.writeString(folder.resolve("s.npy"), "x");
    assertThatThrownBy(() -> NumpyFile.open(shorter)).hasMessageContaining("is not a NumPy array");
    Path newer = file(4, "{}");
    assertThatThrownBy(() -> NumpyFile.open(newer))
        .hasMessageContaining("is a NumPy array file of version 4; 1, 2 and 3 are read");
    Path whole = file(1, header("<f4", "False", "(0,)"));
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(folder.resolve("d.npy"), Arrays.copyOf(bytes, bytes.length - 1));
    assertThatThrownBy(() -> NumpyFile.open(cut)).hasMessageContaining("ends within its header");
    assertThatThrownBy(() -> NumpyFile.open(folder.resolve("none")))
        .hasMessageEndingWith("none: no such file");
  }
}
