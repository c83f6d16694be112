package io.lockstep.inspect.card;

import io.lockstep.kernel.ir.Space;
import io.lockstep.trace.record.Geometry;
import java.util.List;
import java.util.Map;

/**
 * Exact counts of the launches of one kernel, independent of devices.
 *
 * @param text static properties
 * @param launches geometries of its launches
 * @param instructions portable operations, summed over work-items
 * @param operations the same by class, most first; classes that did not occur are absent
 * @param narrow evaluation with wavefronts of 32
 * @param wide evaluation with wavefronts of 64
 * @param work arithmetic
 * @param traffic bytes requested
 * @param branches every block end that chooses among successors, in the kernel's order
 * @param accesses every recorded memory operation, in the kernel's order
 * @param lines source lines by their work, most first
 * @param barriers barriers executed, summed over work-items
 * @param blocks executions of each block
 */
public record KernelCard(
    StaticCard text,
    Launches launches,
    long instructions,
    List<OperationCount> operations,
    Width narrow,
    Width wide,
    Work work,
    Traffic traffic,
    List<Branch> branches,
    List<AccessCard> accesses,
    List<Line> lines,
    long barriers,
    List<BlockCount> blocks) {
  /** Bytes of a line of device memory. */
  public static final int LINE_BYTES = LineSet.LINE_BYTES;

  /**
   * How a kernel was launched.
   *
   * @param count launches
   * @param groups work-groups of all launches
   * @param workItems work-items of all launches; pixels with the helpers that complete quads
   * @param shapes the different geometries, the first {@value KernelMeter#GEOMETRIES}
   * @param minimumWidth the largest of the launches' smallest widths; 0 if it was not computed
   * @param flags of all launches together, as in {@link io.lockstep.trace.record.HostStep.Launch}
   */
  public record Launches(
      long count, long groups, long workItems, List<Shape> shapes, int minimumWidth, int flags) {}

  /**
   * {@return the number of an access's instruction, counted through the kernel's blocks in order:
   * the same as in times by line}
   *
   * @param access one of {@link #accesses}
   */
  public int instruction(AccessCard access) {
    return access.index()
        + text.kernel().blocks().stream()
            .limit(access.block())
            .mapToInt(block -> block.instructions().size())
            .sum();
  }

  /**
   * A launch's geometry; the domain is 0 x 0 if its work-items are no pixels.
   *
   * @param geometry work-groups and work-items of a group
   * @param dynamicLocalBytes local memory of a group beyond the kernel's declarations
   * @param domainWidth pixels of a row, or 0
   * @param domainHeight rows of pixels, or 0
   */
  public record Shape(
      Geometry geometry, int dynamicLocalBytes, int domainWidth, int domainHeight) {}

  /**
   * The launches as wavefronts of a width that part and meet again at immediate post-dominators.
   *
   * @param width lanes: 32 or 64
   * @param wavefronts started
   * @param instructions portable operations, one for each wavefront that executes it
   * @param activeLanes the same, one for each lane that is active: work-item instructions
   */
  public record Width(int width, long wavefronts, long instructions, long activeLanes) {
    /** {@return lanes that were issued, idle ones included} */
    public long lanes() {
      return instructions * width;
    }
  }

  /**
   * Arithmetic, summed over work-items.
   *
   * @param floating floating-point operations; a multiply-add counts two
   * @param integer integer operations that do not only form addresses; a multiply-add counts two, a
   *     dot product of four eight
   */
  public record Work(long floating, long integer) {
    /** {@return floating-point and integer operations together} */
    public long total() {
      return floating + integer;
    }
  }

  /**
   * Bytes requested by work-items.
   *
   * @param bySpace bytes by memory; generic accesses by the memory that they reached, texels as
   *     TEXTURE
   * @param touchedBytes distinct lines of device memory (global and constant), times 128 bytes
   * @param isExact whether every touched line was counted; otherwise there are more
   */
  public record Traffic(Map<Space, Long> bySpace, long touchedBytes, boolean isExact) {
    /** {@return bytes of global memory and texels} */
    public long requested() {
      return bySpace.getOrDefault(Space.GLOBAL, 0L) + bySpace.getOrDefault(Space.TEXTURE, 0L);
    }
  }

  /**
   * How often a block was executed.
   *
   * @param block its number in the kernel
   * @param workItems executions by work-items
   * @param narrow executions by wavefronts of 32
   * @param wide executions by wavefronts of 64
   */
  public record BlockCount(int block, long workItems, long narrow, long wide) {}

  /**
   * A block end that chooses among successors.
   *
   * @param block its number in the kernel
   * @param line its source line, 0 if unknown
   * @param workItems executions by work-items
   * @param narrow executions by wavefronts of 32
   * @param narrowParted of these, how often lanes went different ways
   * @param wide executions by wavefronts of 64
   * @param wideParted of these, how often lanes went different ways
   */
  public record Branch(
      int block,
      int line,
      long workItems,
      long narrow,
      long narrowParted,
      long wide,
      long wideParted) {}

  /**
   * A source line's share of the work.
   *
   * @param line from 1; 0 for operations without a line
   * @param instructions work-item instructions
   * @param narrow instructions of wavefronts of 32
   * @param wide instructions of wavefronts of 64
   * @param source its text, or empty if that cannot be read
   */
  public record Line(int line, long instructions, long narrow, long wide, String source) {}
}
