package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Instructions that write address registers: shifts of a general register or of shared memory by a
 * constant, and sums with a constant (envytools, hw/graph/tesla/cuda/data).
 */
class AddressRegistersTest {
  private static final String TILE = ".shared .align 4 .b8 tile[4096];";
  private static final String READ = "ld.shared.u32 %r7, [%r6]; st.global.u32 [%rd5], %r7;";

  private static Kernel kernel(String body) {
    return Board.kernel(TILE, body);
  }

  private static String code(String body) {
    return new Board("gtx280").device.lower(kernel(body)).assembly();
  }

  private static int moves(String body) {
    return code(body).split("shl \\$a", -1).length - 1;
  }

  @ParameterizedTest(name = "{0}: {1}")
  @DisplayName("a shift writes an address register, other arithmetic takes an instruction more")
  @CsvSource({
    "'shl.b32 %r6, %r2, 2;', 0",
    "'mul.lo.u32 %r6, %r2, 8;', 0",
    "'shl.b32 %r8, %r2, 2; add.u32 %r6, %r8, 64;', 0",
    "'ld.shared.u32 %r6, [tile];', 0",
    "'mov.u32 %r6, tile;', 0",
    "'and.b32 %r6, %r2, 252;', 1",
    "'add.u32 %r6, %r2, %r3;', 1",
    "'mad.lo.u32 %r6, %r2, 4, %r3;', 1",
    "'shl.b32 %r8, %r2, %r3; mov.u32 %r6, %r8;', 1",
  })
  void aShiftWritesAnAddressRegister(String body, int moves) {
    assertThat(moves(body + READ)).isEqualTo(moves);
  }

  @Test
  @DisplayName("an address that arithmetic reads too is brought once, before its first access")
  void anAddressThatArithmeticReadsTooIsBroughtOnce() {
    String body =
        "shl.b32 %r6, %r2, 2; ld.shared.u32 %r7, [%r6]; ld.shared.u32 %r8, [%r6+64];"
            + "add.u32 %r7, %r7, %r6; add.u32 %r7, %r7, %r8; st.global.u32 [%rd5], %r7;";
    assertThat(moves(body)).isEqualTo(1);
    assertThat(code(body)).containsPattern("shl \\$a %r6 [^\n]*\n[^\n]*s\\[\\]");
  }

  @Test
  @DisplayName("an address that a loop increases stays in its register")
  void anAddressThatALoopIncreasesStaysInItsRegister() {
    String loop =
        "shl.b32 %r6, %r2, 2; mov.u32 %r9, 0; mov.u32 %r10, 0; LOOP: ld.shared.u32 %r7, [%r6];"
            + "add.u32 %r9, %r9, %r7; add.u32 %r6, %r6, 64; add.u32 %r10, %r10, 1;"
            + "setp.lt.u32 %p1, %r10, 8; @%p1 bra LOOP; st.global.u32 [%rd5], %r9;";
    assertThat(moves(loop)).isZero();
    assertThat(moves(loop.replace("%r6, 64", "%r6, %r3"))).isEqualTo(2);
  }

  @Test
  @DisplayName("of a sum of scaled indices the sum is scaled, into the address register")
  void ofASumOfScaledIndicesTheSumIsScaled() {
    String sum = "shl.b32 %r8, %r2, 2; shl.b32 %r9, %r3, SCALE; add.u32 %r6, %r8, %r9;" + READ;
    String same = code(sum.replace("SCALE", "2"));
    assertThat(same).doesNotContain("shl %r8").doesNotContain("shl %r9").contains("shl $a %r6");
    String other = code(sum.replace("SCALE", "3"));
    assertThat(other).contains("shl %r8").contains("shl %r9").contains("shl $a %r6");
  }

  @Test
  @DisplayName("a chain of loads stays in its register, and is read back behind the loop")
  void aChainOfLoadsStaysInItsRegister() {
    String chain =
        "shl.b32 %r6, %r2, 2; mov.u32 %r10, 0; LOOP: ld.shared.u32 %r6, [%r6];"
            + "add.u32 %r10, %r10, 1; setp.lt.u32 %p1, %r10, 8; @%p1 bra LOOP;"
            + "add.u32 %r7, %r6, %r3; st.global.u32 [%rd5], %r7;";
    assertThat(moves(chain)).isZero();
    assertThat(code(chain)).containsOnlyOnce("mov $a %r6");
  }

  private static String together(int addresses) {
    String shifts =
        IntStream.range(0, addresses)
            .mapToObj(
                k ->
                    "add.u32 %%r%d, %%r2, %d; shl.b32 %%r%d, %%r%d, %d;"
                        .formatted(20 + k, k, 30 + k, 20 + k, k + 2))
            .collect(Collectors.joining());
    String reads =
        IntStream.range(0, addresses)
            .mapToObj(
                k -> "ld.shared.u32 %%r7, [%%r%d]; xor.b32 %%r9, %%r9, %%r7;".formatted(30 + k))
            .collect(Collectors.joining());
    return "mov.u32 %r9, 0;" + shifts + reads + reads + "st.global.u32 [%rd5], %r9;";
  }

  @Test
  @DisplayName("of more than four addresses all but three take turns in one register")
  void ofMoreThanFourAddressesAllButThreeTakeTurns() {
    assertThat(moves(together(4))).isZero();
    assertThat(moves(together(5))).isEqualTo(2 * 2);
    assertThat(moves(together(7))).isEqualTo(4 * 2);
  }

  @Test
  @DisplayName("the instruction takes an issue slot, and the access waits for it")
  void theInstructionTakesAnIssueSlotAndTheAccessWaitsForIt() {
    String body = "and.b32 %r6, %r2, 252; mov.u32 %r9, tile; add.u32 %r6, %r6, %r9;" + READ;
    Kernel kernel = kernel(body);
    Board on = Board.withCodeAtHand("gtx280");
    Board off = Board.withCodeAtHand("gtx280", "compiler.address_registers=false");
    assertThat(on.run(kernel, 1, 32).get("issue.issued_sp"))
        .isEqualTo(off.run(kernel, 1, 32).get("issue.issued_sp") + 4);
    assertThat(off.device.lower(kernel).assembly()).doesNotContain("shl $a");
  }
}
