// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.lower.pass.AdjacentAccesses;
import io.lockstep.lower.pass.AdjacentAccesses.Candidates;
import io.lockstep.lower.pass.AdjacentAccesses.Kind;
import io.lockstep.lower.pass.AdjacentAccesses.Place;
import io.lockstep.lower.pass.AdjacentAccesses.Run;
import io.lockstep.lower.pass.Neighbours;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Merges accesses of adjacent dwords. Scalar loads have 2, 4, 8 or 16 dwords. Vector loads and
 * stores have two to four, as LLVM's LoadStoreVectorizer makes them: with unaligned access, which
 * HSA enables, dword alignment suffices.
 */
final class LoadStoreVectorizer {
  private static final int MAX_SCALAR_DWORDS = 16;
  private static final int SCALAR_GAP = 3;

  private final AddressModes modes;
  private final RegisterPlacement placement;
  private final List<Integer> vectorDwords;
  private final MergedAccesses merged;

  /**
   * @param modes addresses of the accesses
   * @param placement determines which loads are scalar
   * @param chip limits the dwords of a vector access
   * @param merged receives the groups
   */
  LoadStoreVectorizer(
      AddressModes modes, RegisterPlacement placement, Chip chip, MergedAccesses merged) {
    this.modes = modes;
    this.placement = placement;
    this.merged = merged;
    int most = chip.applies(GcnOption.MERGED_ACCESSES) ? chip.mostMergedDwords : 1;
    vectorDwords = IntStream.rangeClosed(1, most).boxed().toList();
  }

  /**
   * @param wanted whether a load is performed at all
   */
  void find(int block, List<Instruction> schedule, Predicate<Instruction> wanted) {
    Function<Instruction, Kind> scalar =
        i -> placement.isScalarLoad(i, block) && wanted.test(i) ? Kind.READ_ONLY_LOAD : null;
    for (Run run : runs(schedule, scalar)) {
      merge(
          run,
          Neighbours.groups(
              run.accesses(),
              this::offset,
              LoadStoreVectorizer::bytes,
              MAX_SCALAR_DWORDS,
              SCALAR_GAP));
    }
    Function<Instruction, Kind> vector =
        i -> placement.isScalarLoad(i, block) || !wanted.test(i) ? null : kind(i);
    for (Run run : runs(schedule, vector)) {
      merge(
          run,
          Neighbours.groups(
              run.accesses(), this::offset, LoadStoreVectorizer::bytes, vectorDwords, 0));
    }
  }

  private List<Run> runs(List<Instruction> schedule, Function<Instruction, Kind> kind) {
    return AdjacentAccesses.runs(
        schedule,
        new Candidates() {
          @Override
          public Kind kind(Instruction i) {
            return kind.apply(i);
          }

          @Override
          public Place place(Instruction i) {
            AddressModes.Mode m = modes.of(i);
            return m == null
                ? new Place(-1, -1, offset(i))
                : new Place(m.base(), m.index(), m.offset());
          }
        });
  }

  private void merge(Run run, List<List<Instruction>> groups) {
    groups.forEach(group -> merged.add(run.performs(group), group));
  }

  /** The constant offset of an access from its address registers or the kernel's arguments. */
  long offset(Instruction i) {
    AddressModes.Mode m = modes.of(i);
    return m == null ? i.memory().offset() + i.sources().get(0).bits() : m.offset();
  }

  static int bytes(Instruction i) {
    return Math.max(4, i.memory().bytes());
  }

  private static Kind kind(Instruction i) {
    Kind kind = AdjacentAccesses.plain(i);
    return kind != null && (i.memory().bytes() == 4 || i.memory().bytes() == 8) ? kind : null;
  }
}
