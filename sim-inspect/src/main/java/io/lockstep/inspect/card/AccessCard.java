// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.run.Numbers;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.Cells;
import java.util.Locale;
import java.util.Map;

/**
 * The accesses of one static memory operation, evaluated with wavefronts of 64 lanes.
 *
 * <p>A request is one execution by one wavefront. If a generic operation reaches several memories
 * at once, its lanes count as one request to each.
 *
 * @param site the operation in the kernel
 * @param executions number of executions
 * @param shape the patterns of its addresses
 * @param device requests to device memory
 * @param local requests to local memory
 * @param atomic address collisions of work-items; null unless the operation is atomic
 */
public record AccessCard(
    Site site, Executions executions, Shape shape, Device device, Local local, Contention atomic) {
  /**
   * A memory operation in its kernel.
   *
   * @param block index of its block
   * @param index position in the block, from 0
   * @param line source line, 0 if unknown
   * @param space memory named by the operation
   * @param bytes bytes per work-item; 0 for textures
   */
  public record Site(int block, int index, int line, Op op, Space space, int bytes) {}

  /**
   * The executions of an operation.
   *
   * @param requests executions by wavefronts with an active lane; helper pixels do not write
   * @param workItems executions by work-items
   */
  public record Executions(long requests, long workItems) {}

  /**
   * The patterns of an operation's addresses.
   *
   * @param patterns requests by pattern; empty for textures
   * @param pattern the most frequent pattern, or null if there is none
   * @param strideX bytes from lane to lane (for {@link Pattern#TWO_D} along x) in the most frequent
   *     variant of that pattern, among the first {@value AccessMeter#SHAPES} variants seen
   * @param strideY bytes along y
   * @param strideZ bytes along z
   */
  public record Shape(
      Map<Pattern, Long> patterns, Pattern pattern, long strideX, long strideY, long strideZ) {
    /** Returns the strides along x, y and z. */
    public long[] strides() {
      return new long[] {strideX, strideY, strideZ};
    }
  }

  private static final String USED = "Requested share of the bytes of touched lines.";
  private static final String PASSES = "Passes over banks / passes with evenly distributed words.";

  /** Declares the fields of a memory access, and the columns of its row in the table. */
  public static final Answer<AccessCard> ANSWER =
      Answer.<AccessCard>part()
          .integer("block", "", AccessCard::block)
          .integer("line", "Line of the kernel's source; 0 if unknown.", AccessCard::line)
          .text("operation", "", a -> lower(a.site.op))
          .text("space", "Memory named by the operation.", a -> lower(a.site.space))
          .integer("bytes", "Bytes per work-item; 0 for textures.", AccessCard::bytes)
          .integer("requests", "Executions by wavefronts of 64.", AccessCard::requests)
          .integer("work_items", "Executions by work-items.", AccessCard::workItems)
          .text("pattern", "The most frequent pattern.", a -> a.shape.pattern.text())
          .counts("patterns", "Requests by pattern.", a -> a.shape.patterns, Pattern::text)
          .integers("strides", "Along x, y and z.", a -> a.shape.strides())
          .whenLast(3, a -> a.shape.pattern != null)
          .integer("lines", "Touched lines of 128 bytes, by request.", a -> a.device.lines)
          .ratio("lines_per_request", "", a -> a.device.lines, a -> a.device.requests)
          .ratio("coalescing", USED, a -> a.device.distinctBytes, a -> a.device.lineBytes())
          .whenLast(3, a -> a.device.requests > 0)
          .ratio("bank_conflicts_16", PASSES, a -> a.local.passes16, a -> a.local.fewest16)
          .ratio("bank_conflicts_32", PASSES, a -> a.local.passes32, a -> a.local.fewest32)
          .whenLast(2, a -> a.local.workItems > 0)
          .ratio("work_items_per_address", "", AccessCard::workItems, a -> a.atomic.addresses)
          .ratio(
              "busiest_address",
              "Work-items at the most frequent address of a request, on average.",
              a -> a.atomic.chains,
              AccessCard::requests)
          .whenLast(2, a -> a.atomic != null)
          .column("access", a -> "line " + a.site.line + " " + lower(a.site.op).replace('_', '-'))
          .columnsOf("memory=space")
          .columnOf(">bytes", "bytes", c -> c.numerator() == 0 ? "" : c.text())
          .columnOf(">requests", "requests", Cells.Cell::grouped)
          .column("pattern", AccessCard::patternText)
          .column(">of them", AccessCard::patternShare)
          .columnOf(">lines/req", "lines_per_request", c -> c.rounded(2))
          .columnOf(">used", "coalescing", Cells.Cell::percent)
          .columnOf(">16 banks", "bank_conflicts_16", c -> c.rounded(2))
          .columnOf(">32 banks", "bank_conflicts_32", c -> c.rounded(2))
          .columnOf(">items/addr", "work_items_per_address", c -> c.rounded(2))
          .lessImportant("items/addr", "of them", "16 banks", "lines/req", "requests", "32 banks");

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Returns index of the block. */
  public int block() {
    return site.block;
  }

  /** Returns position in the block. */
  public int index() {
    return site.index;
  }

  /** Returns the source line, 0 if unknown. */
  public int line() {
    return site.line;
  }

  /** Returns the operation. */
  public Op op() {
    return site.op;
  }

  /** Returns the memory named by the operation. */
  public Space space() {
    return site.space;
  }

  /** Returns bytes per work-item; 0 for textures. */
  public int bytes() {
    return site.bytes;
  }

  /** Returns the number of executions by wavefronts. */
  public long requests() {
    return executions.requests;
  }

  /** Returns the number of executions by work-items. */
  public long workItems() {
    return executions.workItems;
  }

  /** Returns the most frequent pattern, or null if there is none. */
  public Pattern pattern() {
    return shape.pattern;
  }

  /**
   * Describes the most frequent access pattern and its strides; empty if the access was never
   * executed.
   */
  public String patternText() {
    if (shape.pattern == null) {
      return "";
    }
    return switch (shape.pattern) {
      case STRIDED -> "strided by " + shape.strideX + " B";
      case TWO_D ->
          "2-D (x "
              + shape.strideX
              + " B, y "
              + shape.strideY
              + " B"
              + (shape.strideZ == 0 ? ")" : ", z " + shape.strideZ + " B)");
      default -> shape.pattern.text();
    };
  }

  private String patternShare() {
    return Numbers.percent(
        shape.patterns.getOrDefault(shape.pattern, 0L),
        shape.patterns.values().stream().mapToLong(Long::longValue).sum());
  }

  /**
   * Requests to global and constant memory; for textures and surfaces only work-items and bytes are
   * counted.
   *
   * @param requests executions by wavefronts that reach this memory
   * @param workItems executions by work-items
   * @param bytes bytes requested by work-items
   * @param distinctBytes bytes requested, each byte counted once per request
   * @param lines 128-byte lines touched, each line counted once per request
   */
  public record Device(long requests, long workItems, long bytes, long distinctBytes, long lines) {
    private long lineBytes() {
      return LineSet.LINE_BYTES * lines;
    }
  }

  /**
   * Requests to local memory: the number of passes over 4-byte banks, when as many lanes as there
   * are banks are served together, and the number of passes with evenly distributed words.
   *
   * @param workItems executions by work-items
   * @param passes16 passes with 16 banks, for 16 lanes at a time
   * @param fewest16 passes with 16 banks if the words were evenly distributed
   * @param passes32 passes with 32 banks, for 32 lanes at a time
   * @param fewest32 passes with 32 banks if the words were evenly distributed
   */
  public record Local(long workItems, long passes16, long fewest16, long passes32, long fewest32) {}

  /**
   * Address collisions within requests.
   *
   * @param addresses distinct addresses, summed over requests
   * @param chains maximum number of work-items at one address, summed over requests
   */
  public record Contention(long addresses, long chains) {}
}
