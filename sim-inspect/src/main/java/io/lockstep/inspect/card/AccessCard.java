package io.lockstep.inspect.card;

import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import java.util.Map;

/**
 * The accesses of one static memory operation, by wavefronts of 64.
 *
 * <p>A request is one execution by one wavefront; where a generic operation reaches several
 * memories at once, its lanes count as a request of each.
 *
 * @param block number of its block
 * @param index its place in the block, from 0
 * @param line its source line, 0 if unknown
 * @param op load, store or atomic operation
 * @param space which memory it names
 * @param bytes bytes a work-item touches; of a texture 0
 * @param requests executions by wavefronts with an active lane (helper pixels write nothing)
 * @param workItems executions by work-items
 * @param patterns requests by pattern, those of textures in none
 * @param pattern the most frequent pattern, or null if there is none
 * @param strideX bytes from lane to lane (of {@link Pattern#TWO_D}: along x) in the most frequent
 *     form of that pattern, among the first {@value AccessMeter#SHAPES} forms seen
 * @param strideY bytes along y
 * @param strideZ bytes along z
 * @param device its requests to device memory
 * @param local its requests to local memory
 * @param atomic collisions of its work-items; null unless it is an atomic
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
   * Requests to global and constant memory; of textures and surfaces only work-items and bytes.
   *
   * @param requests executions by wavefronts that reach it
   * @param workItems executions by work-items
   * @param bytes requested by work-items
   * @param distinctBytes the same, each byte once in a request
   * @param lines of 128 bytes, each once in a request
   */
  public record Device(long requests, long workItems, long bytes, long distinctBytes, long lines) {}

  /**
   * Requests to local memory: the number of passes over banks of 4 bytes, with as many lanes
   * together as there are banks, and the number with evenly spread words.
   *
   * @param workItems executions by work-items
   * @param passes16 passes of 16 banks, by 16 lanes together
   * @param fewest16 passes of 16 banks if the words lay evenly
   * @param passes32 passes of 32 banks, by 32 lanes together
   * @param fewest32 passes of 32 banks if the words lay evenly
   */
  public record Local(long workItems, long passes16, long fewest16, long passes32, long fewest32) {}

  /**
   * How the work-items of a request meet.
   *
   * @param addresses distinct addresses, summed over requests
   * @param chains the most work-items at one address, summed over requests
   */
  public record Contention(long addresses, long chains) {}
}
