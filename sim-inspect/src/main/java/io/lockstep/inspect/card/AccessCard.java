// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import java.util.Map;

/**
 * The accesses of one static memory operation, evaluated with wavefronts of 64 lanes.
 *
 * <p>A request is one execution by one wavefront. If a generic operation reaches several memories
 * at once, its lanes count as one request to each.
 *
 * @param block index of its block
 * @param index position in the block, from 0
 * @param line source line, 0 if unknown
 * @param space memory named by the operation
 * @param bytes bytes per work-item; 0 for textures
 * @param requests executions by wavefronts with an active lane; helper pixels do not write
 * @param workItems executions by work-items
 * @param patterns requests by pattern; empty for textures
 * @param pattern the most frequent pattern, or null if there is none
 * @param strideX bytes from lane to lane (for {@link Pattern#TWO_D} along x) in the most frequent
 *     variant of that pattern, among the first {@value AccessMeter#SHAPES} variants seen
 * @param strideY bytes along y
 * @param strideZ bytes along z
 * @param device requests to device memory
 * @param local requests to local memory
 * @param atomic address collisions of work-items; null unless the operation is atomic
 */
public record AccessCard(
    int block,
    int index,
    int line,
    Op op,
    Space space,
    int bytes,
    long requests,
    long workItems,
    Map<Pattern, Long> patterns,
    Pattern pattern,
    long strideX,
    long strideY,
    long strideZ,
    Device device,
    Local local,
    Contention atomic) {

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
  public record Device(long requests, long workItems, long bytes, long distinctBytes, long lines) {}

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
