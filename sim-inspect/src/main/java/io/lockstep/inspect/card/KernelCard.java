// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import io.lockstep.kernel.type.Space;
import io.lockstep.trace.record.Geometry;
import java.util.List;
import java.util.Map;

/**
 * Exact counts over all launches of one kernel, independent of devices.
 *
 * @param text static properties
 * @param launches geometries of its launches
 * @param executed what the work-items executed
 * @param traffic bytes requested by work-items
 * @param places counts by place in the kernel
 */
public record KernelCard(
    StaticCard text, Launches launches, Executed executed, Traffic traffic, Places places) {
  public static final int LINE_BYTES = LineSet.LINE_BYTES;

  /**
   * The launches of a kernel.
   *
   * @param groups work-groups of all launches
   * @param workItems work-items of all launches; for pixels including the helpers that complete
   *     quads
   * @param shapes distinct geometries, the first {@value KernelMeter#GEOMETRIES}
   * @param minimumWidth maximum over launches of the smallest wavefront width that a launch
   *     requires; 0 if it was not computed
   * @param flags flags of all launches combined, as in {@link
   *     io.lockstep.trace.record.HostStep.Launch}
   */
  public record Launches(
      long count, long groups, long workItems, List<Shape> shapes, int minimumWidth, int flags) {}

  /**
   * What the work-items of a kernel executed.
   *
   * @param instructions portable operations, summed over work-items
   * @param operations portable operations by class, most frequent first; unused classes are absent
   * @param narrow evaluation with wavefronts of 32
   * @param wide evaluation with wavefronts of 64
   * @param work arithmetic operations
   * @param barriers barriers executed, summed over work-items
   */
  public record Executed(
      long instructions,
      List<OperationCount> operations,
      Width narrow,
      Width wide,
      Work work,
      long barriers) {}

  /**
   * Counts by place in the kernel.
   *
   * @param branches all block ends with several successors, in the kernel's order
   * @param accesses all recorded memory operations, in the kernel's order
   * @param lines source lines by number of instructions, most first
   * @param blocks executions of each block
   */
  public record Places(
      List<Branch> branches,
      List<AccessCard> accesses,
      List<Line> lines,
      List<BlockCount> blocks) {}

  /** Returns portable operations, summed over work-items. */
  public long instructions() {
    return executed.instructions;
  }

  /** Returns portable operations by class, most frequent first. */
  public List<OperationCount> operations() {
    return executed.operations;
  }

  /** Returns the evaluation with wavefronts of 32. */
  public Width narrow() {
    return executed.narrow;
  }

  /** Returns the evaluation with wavefronts of 64. */
  public Width wide() {
    return executed.wide;
  }

  /** Returns arithmetic operations. */
  public Work work() {
    return executed.work;
  }

  /** Returns barriers executed, summed over work-items. */
  public long barriers() {
    return executed.barriers;
  }

  /** Returns all block ends with several successors, in the kernel's order. */
  public List<Branch> branches() {
    return places.branches;
  }

  /** Returns all recorded memory operations, in the kernel's order. */
  public List<AccessCard> accesses() {
    return places.accesses;
  }

  /** Returns source lines by number of instructions, most first. */
  public List<Line> lines() {
    return places.lines;
  }

  /** Returns executions of each block. */
  public List<BlockCount> blocks() {
    return places.blocks;
  }

  /**
   * Returns the index of an access's instruction across the kernel's blocks, as used in times by
   * line.
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
   * The geometry of a launch; the domain is 0 x 0 if its work-items are not pixels.
   *
   * @param geometry grid and work-group size
   * @param dynamicLocalBytes local memory per work-group beyond the kernel's declarations
   * @param domainWidth pixels per row, or 0
   * @param domainHeight number of rows, or 0
   */
  public record Shape(
      Geometry geometry, int dynamicLocalBytes, int domainWidth, int domainHeight) {}

  /**
   * The launches executed by wavefronts of one width, which diverge at branches and meet again as
   * {@link io.lockstep.kernel.ir.ReconvergencePoints} says.
   *
   * @param width number of lanes: 32 or 64
   * @param instructions portable operations, counted once per wavefront that executes them
   * @param activeLanes portable operations, counted once per active lane
   */
  public record Width(int width, long wavefronts, long instructions, long activeLanes) {
    /** Returns the number of issued lanes, including idle ones. */
    public long lanes() {
      return instructions * width;
    }
  }

  /**
   * Arithmetic operations, summed over work-items.
   *
   * @param floating floating-point operations; a multiply-add counts as two
   * @param integer integer operations except address computations; a multiply-add counts as two, a
   *     dot product of four elements as eight
   */
  public record Work(long floating, long integer) {
    public long total() {
      return floating + integer;
    }
  }

  /**
   * Bytes requested by work-items.
   *
   * @param bySpace bytes by memory; generic accesses count for the memory that they reached, texels
   *     as TEXTURE
   * @param touchedBytes number of distinct lines of device memory (global and constant), times 128
   *     bytes
   * @param isExact whether all touched lines were counted; otherwise there are more
   */
  public record Traffic(Map<Space, Long> bySpace, long touchedBytes, boolean isExact) {
    /** Returns the bytes of global memory and texels. */
    public long requested() {
      return bySpace.getOrDefault(Space.GLOBAL, 0L) + bySpace.getOrDefault(Space.TEXTURE, 0L);
    }
  }

  /**
   * The number of executions of a block.
   *
   * @param block index in the kernel
   * @param workItems executions by work-items
   * @param narrow executions by wavefronts of 32
   * @param wide executions by wavefronts of 64
   */
  public record BlockCount(int block, long workItems, long narrow, long wide) {}

  /**
   * A block end with several successors.
   *
   * @param block index in the kernel
   * @param line source line, 0 if unknown
   * @param workItems executions by work-items
   * @param narrow executions by wavefronts of 32
   * @param narrowParted number of these executions that diverged
   * @param wide executions by wavefronts of 64
   * @param wideParted number of these executions that diverged
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
   * The instructions of a source line.
   *
   * @param line number from 1; 0 for operations without a line
   * @param instructions executions by work-items
   * @param narrow executions by wavefronts of 32
   * @param wide executions by wavefronts of 64
   * @param source text of the line, or empty if it cannot be read
   */
  public record Line(int line, long instructions, long narrow, long wide, String source) {}
}
