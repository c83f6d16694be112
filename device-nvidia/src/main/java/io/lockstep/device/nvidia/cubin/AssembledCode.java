// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.device.nvidia.cubin.MachineFlow.Piece;
import io.lockstep.device.nvidia.cubin.PathMatcher.MachinePath;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.control.PredicatedIfs;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.lower.rows.PrivateFrame;
import io.lockstep.sm.code.Row;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Machine code of ptxas, whose blocks are its own. */
final class AssembledCode extends SassCode {
  private final Cubin cubin;
  private final List<Piece> pieces;
  private final Kernel executed;
  private final PathMatcher paths;
  private final Map<List<Integer>, MachinePath> known = new ConcurrentHashMap<>();

  AssembledCode(
      CodeRows<Row> rows, Cubin cubin, List<Piece> pieces, Kernel executed, PathMatcher paths) {
    super(
        rows,
        cubin.registers(),
        new PrivateFrame(executed.privateBytes(), 0, ""),
        meets(cubin, pieces),
        PredicatedIfs.none(pieces.size()));
    this.cubin = cubin;
    this.pieces = pieces;
    this.executed = executed;
    this.paths = paths;
  }

  private static BitSet meets(Cubin cubin, List<Piece> pieces) {
    BitSet meets = new BitSet();
    for (int p = 0; p < pieces.size(); p++) {
      Piece piece = pieces.get(p);
      meets.set(
          p, piece.from() < piece.end() && cubin.operation(piece.from()).name().equals("BSYNC"));
    }
    return meets;
  }

  @Override
  public Kernel executed() {
    return executed;
  }

  @Override
  public WorkGroupSource groups(WorkGroupSource recorded) {
    return new MatchedGroups(recorded, kernel(), this::path);
  }

  @Override
  public int predicatedSide(int block) {
    return pieces.get(block).decides() ? pieces.get(block).next()[1] : -1;
  }

  @Override
  public boolean diverges(int block) {
    return !pieces.get(block).decides();
  }

  /**
   * Returns the path for the blocks of the portable kernel that a work-item executes.
   *
   * @param key equal for equal blocks
   * @throws RefusalException if there is none
   */
  MachinePath path(List<Integer> key, Supplier<int[]> blocks) {
    return known.computeIfAbsent(
        key, any -> paths.match(blocks.get(), this::refusal, this::uncounted));
  }

  private RefusalException refusal(int piece) {
    return cubin.refusal(
        Math.max(0, pieces.get(piece).end() - 1),
        "blocks whose accesses have another order or number than those");
  }

  private RefusalException uncounted(int piece) {
    return cubin.refusal(
        pieces.get(piece).from(),
        "a loop whose iterations no access, barrier or operation of its own counts");
  }
}
