// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.spi.address.AddressAnswer;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random descriptors and addresses against a reference that is written from the manuals in another
 * way: it lays memory out byte by byte, or takes fields from a text of 128 bits.
 */
class AddressReferenceTest {
  private static final long BASE = 0x7f5a_0000_0000L;

  private static Map<String, String> result(String kind, Object... words) {
    String[] texts = new String[words.length / 2];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = words[2 * i] + "=" + words[2 * i + 1];
    }
    return AddressRowsTest.answer(kind, texts).result().stream()
        .collect(Collectors.toMap(AddressAnswer.Value::name, AddressAnswer.Value::text));
  }

  /** Bits of a descriptor, as the manuals number them, of a text with bit 127 first. */
  private static long field(String bits, int high, int low) {
    return new BigInteger(bits.substring(127 - high, 128 - low), 2).longValueExact();
  }

  private static String bits(long high, long low) {
    String text = "";
    for (long half : new long[] {high, low}) {
      String digits = Long.toBinaryString(half);
      text += "0".repeat(64 - digits.length()) + digits;
    }
    return text;
  }

  private static String words(long high, long low) {
    return "0x%x,0x%x,0x%x,0x%x"
        .formatted(low & 0xFFFF_FFFFL, low >>> 32, high & 0xFFFF_FFFFL, high >>> 32);
  }

  @Property
  @Label("fields of a random descriptor are those that the manuals number")
  void fieldsOfARandomDescriptorAreThoseThatTheManualsNumber(@ForAll long high, @ForAll long low) {
    long typed = high & (1L << 62) - 1;
    String bits = bits(typed, low);
    Map<String, String> is = result("vsharp_decode", "words", words(typed, low));
    assertThat(is.get("base")).isEqualTo("0x" + Long.toHexString(field(bits, 47, 0)));
    assertThat(is.get("stride")).isEqualTo("" + field(bits, 61, 48));
    assertThat(is.get("cache_swz")).isEqualTo("" + field(bits, 62, 62));
    assertThat(is.get("swz")).isEqualTo("" + field(bits, 63, 63));
    assertThat(is.get("nrec")).isEqualTo("" + field(bits, 95, 64));
    assertThat(is.get("num_fmt")).isEqualTo("" + field(bits, 110, 108));
    assertThat(is.get("data_fmt")).isEqualTo("" + field(bits, 114, 111));
    assertThat(is.get("elem")).isEqualTo("" + (int) Math.pow(2, 1 + field(bits, 116, 115)));
    assertThat(is.get("istride")).isEqualTo("" + (int) Math.pow(2, 3 + field(bits, 118, 117)));
    assertThat(is.get("add_tid")).isEqualTo("" + field(bits, 119, 119));
  }

  @Property(tries = 200)
  @Label("a swizzled buffer is its records' elements, dealt out in groups of records")
  void aSwizzledBufferIsItsRecordsElementsDealtOutInGroupsOfRecords(
      @ForAll @IntRange(min = 0, max = 3) int e,
      @ForAll @IntRange(min = 0, max = 3) int s,
      @ForAll @IntRange(min = 1, max = 6) int elements,
      @ForAll @IntRange(max = 200) int index,
      @ForAll @IntRange(max = 100) int offset) {
    int element = 2 << e;
    int side = 8 << s;
    int stride = elements * element;
    int records = 150;
    List<Long> place = new ArrayList<>(); // of each byte: its record and its offset in the record
    for (int group = 0; group * side <= index; group++) {
      for (int row = 0; row < elements; row++) {
        for (int record = 0; record < side; record++) {
          for (int b = 0; b < element; b++) {
            place.add((long) (group * side + record) << 32 | row * element + b);
          }
        }
      }
    }
    Map<String, String> is =
        result(
            "vsharp_swizzled",
            "base",
            BASE,
            "stride",
            stride,
            "num_records",
            records,
            "index",
            index,
            "offset",
            offset,
            "element",
            element,
            "index_stride",
            side);
    boolean beyond = index >= records || offset >= stride;
    assertThat(is.get("oob")).isEqualTo(beyond ? "1" : "0");
    if (!beyond) {
      long at = place.indexOf((long) index << 32 | offset);
      assertThat(is.get("addr")).isEqualTo("0x" + Long.toHexString(BASE + at));
    }
  }

  @Property
  @Label("a linear buffer is out of range where its bytes end, less the scalar offset")
  void aLinearBufferIsOutOfRangeWhereItsBytesEndLessTheScalarOffset(
      @ForAll @IntRange(max = 64) int stride,
      @ForAll @IntRange(max = 4096) int bytes,
      @ForAll @IntRange(max = 256) int soffset,
      @ForAll @IntRange(max = 80) int index,
      @ForAll @IntRange(max = 200) int offset) {
    Map<String, String> is =
        result(
            "vsharp_linear",
            "base",
            BASE,
            "stride",
            stride,
            "num_records_bytes",
            bytes,
            "soffset",
            soffset,
            "index",
            index,
            "offset",
            offset);
    BigInteger at =
        BigInteger.valueOf(stride)
            .multiply(BigInteger.valueOf(index))
            .add(BigInteger.valueOf(offset));
    boolean beyond = at.add(BigInteger.valueOf(soffset)).compareTo(BigInteger.valueOf(bytes)) >= 0;
    assertThat(is.get("oob")).isEqualTo(beyond ? "1" : "0");
    assertThat(is.get("addr"))
        .isEqualTo(beyond ? null : "0x" + at.add(BigInteger.valueOf(BASE + soffset)).toString(16));
  }

  @Property
  @Label("private bytes of the lanes of a wavefront share no address, and fill their rows")
  void privateBytesOfTheLanesOfAWavefrontShareNoAddressAndFillTheirRows(
      @ForAll @IntRange(max = 63) int element) {
    Set<String> all = new LinkedHashSet<>();
    for (int lane = 0; lane < 64; lane++) {
      for (int b = 0; b < 4; b++) {
        Map<String, String> is =
            result(
                "scratch_swizzle",
                "flat_scratch",
                BASE,
                "private_addr",
                4 * element + b,
                "lane",
                lane);
        all.add(is.get("global_addr"));
      }
    }
    List<String> row = new ArrayList<>();
    for (int b = 0; b < 256; b++) {
      row.add("0x" + Long.toHexString(BASE + 256L * element + b));
    }
    assertThat(all).containsExactlyElementsOf(row);
  }

  @Property
  @Label("a buffer that adds the lane is addressed as private memory is")
  void aBufferThatAddsTheLaneIsAddressedAsPrivateMemoryIs(
      @ForAll @IntRange(max = 63) int lane, @ForAll @LongRange(max = 1003) long dword) {
    String descriptor = "0x0,0x8fb07f5a,0x40,0x00e80000"; // stride 4016, element 4, 64 records
    assertThat(
            result("buffer", "words", descriptor, "lane", lane, "vgpr_offset", 4 * dword)
                .get("addr"))
        .isEqualTo(
            result("scratch_swizzle", "flat_scratch", BASE, "private_addr", 4 * dword, "lane", lane)
                .get("global_addr"));
  }

  @Property
  @Label("s_waitcnt's operand has each counter at its bits")
  void sWaitcntsOperandHasEachCounterAtItsBits(
      @ForAll @IntRange(max = 63) int vector,
      @ForAll @IntRange(max = 7) int exports,
      @ForAll @IntRange(max = 15) int others) {
    String text =
        result("s_waitcnt_encode", "vmcnt", vector, "expcnt", exports, "lgkmcnt", others)
            .get("simm16");
    int operand = Integer.decode(text);
    assertThat(operand & 0b1111 | operand >> 10 & 0b110000).isEqualTo(vector);
    assertThat(operand / 16 % 8).isEqualTo(exports);
    assertThat(operand / 256 % 16).isEqualTo(others);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "vsharp_decode|words=0,0,0,0x80000000|type (bits 127:126) must be 0",
        "vsharp_decode|words=0,0,0|words: expected 4 numbers, found 3",
        "vsharp_decode|words=0,0,0,0x100000000|words: dword 3 does not fit 32 bits",
        "scratch_swizzle|flat_scratch=0 private_addr=0 lane=64|lane must be from 0 to 63, found 64",
        "scratch_swizzle|flat_scratch=0 private_addr=0|lane is missing: lane of the wavefront",
        "scratch_swizzle|flat_scratch=0 lan=3|unknown input 'lan'; did you mean 'lane'?",
        "scratch_swizzle|flat_scratch=0 lane=1 lane=2|lane is given twice",
        "scratch_swizzle|flat_scratch=0 private_addr=x lane=1|private_addr: expected a number, found 'x'",
        "vsharp_swizzled|base=0 stride=4 num_records=1 index=0 offset=0 element=3 index_stride=8"
            + "|element must be one of [2, 4, 8, 16], found 3",
        "vsharp_linear|base=0 stride=0 num_records_bytes=4 index=0 offset=0 swizzle=1"
            + "|swizzle must be one of [0], found 1",
        "flat_private_chain|flat_addr=0x100 lane=0 slot=0 bytes_per_lane=4 scratch_base=0"
            + "|flat_addr 0x100 is not in the private aperture",
        "lds_b32_cycles|addr=lane*3|addr of lane 1 must be a multiple of 4, found 3",
        "lds_b32_cycles|addr=wave*4|addr: unknown name 'wave'; valid: lane",
        "lds_b128_cycles|ds_read_b64 addr=lane|expected KEY=VALUE, found 'ds_read_b64'",
        "segment_to_flat|shared_base=0|give either local_addr or private_addr"
      })
  @DisplayName("a wrong input is answered with its field and the reason")
  void aWrongInputIsAnsweredWithItsFieldAndTheReason(String kind, String words, String message) {
    assertThatThrownBy(() -> AddressRowsTest.answer(kind, words.split(" ")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("address " + kind)
        .hasMessageContaining(message);
  }
}
