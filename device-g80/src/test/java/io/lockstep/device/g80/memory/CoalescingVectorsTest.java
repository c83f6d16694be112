// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import static io.lockstep.device.g80.memory.Transactions.bytes;
import static io.lockstep.device.g80.memory.Transactions.ofWarp;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.CoalescingRule;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A warp's patterns under both rules, derived from the guides' rules by hand: element, lane's index
 * as multiple and offset, then transactions and bytes of compute capability 1.0 and of 1.2.
 */
class CoalescingVectorsTest {
  private static final long BASE = 4096;

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "float at offset 0,           4, 1,  0,  2,  128, 2, 128",
    "float at offset 16 words,    4, 1, 16,  2,  128, 2, 128",
    "float at offset 1 word,      4, 1,  1, 32, 1024, 3, 224",
    "float at offset 8 words,     4, 1,  8, 32, 1024, 3, 192",
    "float of stride 2,           4, 2,  0, 32, 1024, 2, 256",
    "float of stride 4,           4, 4,  0, 32, 1024, 4, 512",
    "float of stride 8,           4, 8,  0, 32, 1024, 8, 1024",
    "float of stride 16,          4, 16, 0, 32, 1024, 16, 2048",
    "float of stride 32,          4, 32, 0, 32, 1024, 32, 1024",
    "float2,                      8, 1,  0,  2,  256, 2, 256",
    "float4,                     16, 1,  0,  4,  512, 4, 512",
    "char,                        1, 1,  0, 32, 1024, 2, 64",
    "short,                       2, 1,  0, 32, 1024, 2, 64",
    "float3 component,            4, 3,  0, 32, 1024, 4, 384",
    "all lanes one word,          4, 0,  0, 32, 1024, 2, 64",
  })
  void warpsBecomeTheTransactionsOfTheirCapability(
      String pattern, int element, int multiple, int offset, int n10, int b10, int n12, int b12) {
    IntToLongFunction address = lane -> BASE + (long) element * (multiple * lane + offset);
    check(new Cc10Coalescing(16), element, address, n10, b10);
    check(new Cc12Coalescing(16), element, address, n12, b12);
  }

  @ParameterizedTest(name = "neighbours swapped")
  @CsvSource("32, 1024, 2, 128")
  void swappedNeighboursCoalesceFromCapability12OnOnly(int n10, int b10, int n12, int b12) {
    check(new Cc10Coalescing(16), 4, lane -> BASE + 4L * (lane ^ 1), n10, b10);
    check(new Cc12Coalescing(16), 4, lane -> BASE + 4L * (lane ^ 1), n12, b12);
  }

  private static void check(
      CoalescingRule rule, int element, IntToLongFunction address, int count, int bytes) {
    List<String> transactions = ofWarp(rule, element, address);
    assertThat(transactions).hasSize(count);
    assertThat(bytes(transactions)).isEqualTo(bytes);
  }
}
