// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.terascale.check.Launches;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Body;
import io.lockstep.testsupport.Kernels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** R700's local memory: written by owners, read by all, in fetch clauses. */
class OwnerWritesTest {
  private final Device device = Catalogue.device("hd4870");

  /** A kernel under construction whose work-items own {@code part} bytes each. */
  private static final class Shared {
    final Body body = new Body("shared", "shared.il");
    final int id;
    final int own;

    Shared(Special special, int part) {
      body.builder().variable(new Variable("share", Space.LOCAL, 0, 16384, 16, new byte[0]));
      body.builder().requiredGroupSize(List.of(64, 1, 1));
      id = body.special(Type.I32, special);
      own = body.apply(Op.MUL, Type.I32, "own", Operand.register(id), Operand.immediate(part));
    }

    void store(int address, int offset) {
      body.store(new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, offset), 7, address, id);
    }

    /** Reads of words from the work-item's own part, as one vector of the text each. */
    int read(int vectors, int words) {
      List<Integer> last = new ArrayList<>(List.of(id));
      for (int v = 0; v < vectors; v++) {
        for (int k = 0; k < words; k++) {
          int r = body.register(Type.I32, "r" + v + k);
          body.add(
              InstructionBuilder.of(Op.LOAD, Type.I32)
                  .vectorGroup(v)
                  .memory(new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, 4L * k))
                  .to(r)
                  .from(Operand.register(own))
                  .build());
          if (k == words - 1) {
            last.add(r);
          }
        }
      }
      return body.sum(Type.I32, last);
    }

    Kernel end(int value) {
      return body.end(Type.I32, id, value);
    }

    Kernel end() {
      return end(id);
    }
  }

  /** Line and reason of the refusal, or null. */
  private String violation(Kernel kernel) {
    try {
      device.lower(kernel);
      return null;
    } catch (RefusalException e) {
      String text = e.getMessage();
      return text.substring(text.indexOf(".il:") + 4, text.indexOf(", but a work-item"));
    }
  }

  @ParameterizedTest
  @DisplayName("a store inside the own part of whole elements is legal, others are named")
  @CsvSource({
    "16, 0, ''",
    "16, 12, ''",
    "64, 48, ''",
    "256, 252, ''",
    "16, 16, writes byte 16 beside the 16 bytes that a work-item owns",
    "16, -4, writes byte -4 beside the 16 bytes that a work-item owns",
    "4, 0, writes local memory in parts of 4 bytes a work-item",
    "24, 0, writes local memory in parts of 24 bytes",
    "272, 0, writes local memory in parts of 272 bytes",
    "0, 0, work-items write the same place of local memory"
  })
  void aStoreInsideTheOwnPartOfWholeElementsIsLegal(int part, int offset, String wrong) {
    Shared s = new Shared(Special.LOCAL_ID_FLAT, part);
    s.store(s.own, offset);
    String found = violation(s.end());
    if (wrong.isEmpty()) {
      assertThat(found).isNull();
    } else {
      assertThat(found).startsWith("7: " + wrong);
    }
  }

  @Test
  @DisplayName("computed places, two sizes of parts and atomics are violations")
  void computedPlacesTwoSizesOfPartsAndAtomicsAreViolations() {
    Shared x = new Shared(Special.LOCAL_ID_X, 16); // not the flat number in a group of two rows
    x.store(x.own, 0);
    assertThat(violation(x.end())).isEqualTo("7: writes local memory at a computed address");
    Shared two = new Shared(Special.LOCAL_ID_FLAT, 16);
    two.store(two.own, 0);
    int other =
        two.body.apply(Op.SHL, Type.I32, "other", Operand.register(two.id), Operand.immediate(5));
    two.store(other, 0);
    assertThat(violation(two.end())).contains("parts of 16 and of 32 bytes");
    Shared atomic = new Shared(Special.LOCAL_ID_FLAT, 16);
    atomic.body.add(
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .line(9)
            .atomic(AtomicOp.ADD)
            .memory(new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, 0))
            .from(Operand.register(atomic.own), Operand.immediate(1))
            .build());
    assertThat(violation(atomic.end())).isEqualTo("9: an atomic on local memory");
  }

  @Test
  @DisplayName("a place that is written twice, or only under a guard, is a computed one")
  void aPlaceThatIsWrittenTwiceOrOnlyUnderAGuardIsAComputed() {
    Shared twice = new Shared(Special.LOCAL_ID_FLAT, 16);
    twice.body.add(
        InstructionBuilder.of(Op.MUL, Type.I32)
            .to(twice.own)
            .from(Operand.register(twice.id), Operand.immediate(32))
            .build());
    twice.store(twice.own, 0);
    assertThat(violation(twice.end())).isEqualTo("7: writes local memory at a computed address");
    Shared guarded = new Shared(Special.LOCAL_ID_FLAT, 16);
    int place = guarded.body.register(Type.I32, "place");
    int when = guarded.body.register(Type.I1, "when");
    guarded.body.add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.LT)
            .to(when)
            .from(Operand.register(guarded.id), Operand.immediate(9))
            .build());
    guarded.body.add(
        InstructionBuilder.of(Op.MOVE, Type.I32)
            .guard(when, false)
            .to(place)
            .from(Operand.register(guarded.own))
            .build());
    guarded.store(place, 0);
    assertThat(violation(guarded.end())).isEqualTo("7: writes local memory at a computed address");
  }

  @Test
  @DisplayName("R700 refuses by line, Evergreen runs the same kernel")
  void r700RefusesByLineEvergreenRunsTheSameKernel() {
    Kernel matmul = Kernels.corpus("matmul");
    assertThatThrownBy(() -> device.lower(matmul))
        .isInstanceOf(RefusalException.class)
        .hasMessageMatching(
            "kernel 'matmul', matmul.ptx:\\d+:\\d+: writes local memory at a computed address, but a"
                + " work-item of ATI Radeon HD 4870 writes only the part that it owns .*");
    Catalogue.device("hd5870").lower(matmul);
  }

  @Test
  @DisplayName("a vector of the text is one read of the fetch clause, behind the write")
  void aVectorOfTheTextIsOneReadOfTheFetchClauseBehindThe() {
    Shared s = new Shared(Special.LOCAL_ID_FLAT, 16);
    s.store(s.own, 0);
    Kernel kernel = s.end(s.read(1, 4));
    TeraScaleKernel code = (TeraScaleKernel) device.lower(kernel);
    assertThat(ProgramCheck.problems(code)).isEmpty();
    String text = code.assembly();
    assertThat(text.split("LOCAL_DS_READ", -1)).as(text).hasSize(2);
    assertThat(text.indexOf("LOCAL_DS_WRITE"))
        .isPositive()
        .isLessThan(text.indexOf("LOCAL_DS_READ"));
    assertThat(text).doesNotContain(" LDS_");
    assertThat(((TeraScaleKernel) Catalogue.device("hd5870").lower(kernel)).assembly())
        .contains(" LDS_READ");
  }

  @Test
  @DisplayName("a read takes 16 cycles of the fetch port; banks of 16-byte parts are hit four deep")
  void aReadTakes16CyclesOfTheFetchPortBanksOf16ByteParts() {
    // One word of each lane, 16 bytes apart: 32 lanes meet in 8 banks, 4 deep, so 2 windows of 32
    // lanes take 8 clocks: hidden by the 16 of the fetch port. Four words take four times as long.
    assertThat(run(20, 1, 64).get("issue.issued_fetch")).isEqualTo(20 * 16);
    assertThat(run(20, 4, 64).get("issue.issued_fetch")).isEqualTo(20 * 32);
    // A clause of 16 fetches ends when its last data is there: as late as a hit of the first cache.
    Device near = Catalogue.device("hd4870", "l1.latency", "40cycles");
    long clause = run(32, 1, 64).cycles() - run(16, 1, 64).cycles();
    long nearer = run(near, 32, 1, 64).cycles() - run(near, 16, 1, 64).cycles();
    assertThat(clause - nearer).isEqualTo(120 - 40);
    Launches.Result r = run(1, 4, 64);
    assertThat(r.get("lds.accesses")).isEqualTo(1);
    assertThat(r.get("lds.cycles")).isEqualTo(32);
    assertThat(r.get("lds.conflict_cycles")).isEqualTo(32 - 8);
  }

  @Test
  @DisplayName("a write ends when it has issued: it does not wait for the cache's way back")
  void aWriteEndsWhenItHasIssuedItDoesNotWaitForTheCaches() {
    Device near = Catalogue.device("hd4870", "l1.latency", "40cycles");
    assertThat(ofWrite(near)).isPositive().isEqualTo(ofWrite(device));
  }

  /** Cycles that a local write adds to a kernel. */
  private static long ofWrite(Device device) {
    Shared without = new Shared(Special.LOCAL_ID_FLAT, 16);
    Shared with = new Shared(Special.LOCAL_ID_FLAT, 16);
    with.store(with.own, 0);
    return Launches.run(device, with.end(), 1, 64, 16, 4).cycles()
        - Launches.run(device, without.end(), 1, 64, 4).cycles();
  }

  private Launches.Result run(int vectors, int words, int size) {
    return run(device, vectors, words, size);
  }

  private static Launches.Result run(Device device, int vectors, int words, int size) {
    Shared s = new Shared(Special.LOCAL_ID_FLAT, 16);
    Kernel kernel = s.end(s.read(vectors, words));
    long[] strides = new long[vectors * words + 1];
    Arrays.fill(strides, 16);
    strides[vectors * words] = 4;
    return Launches.run(device, kernel, 1, size, strides);
  }

  @Test
  @DisplayName("16 KiB a compute unit: two groups of 8 KiB are resident")
  void of16KiBAComputeUnitTwoGroupsOf8KiBAreResident() {
    assertThat(device.capabilities().localBytesPerGroup()).isEqualTo(16384);
    assertThat(device.capabilities().atomics()).isEmpty();
  }
}
