package io.lockstep.parts.access;

/** How long the banks of a local memory are busy with one operation of a wavefront. */
public interface LocalMemoryRule {
  /**
   * Clocks of the local memory for one operation, conflicts included.
   *
   * @param access the whole wavefront's accesses, byte offsets in local memory; may be narrowed by
   *     the rule and must be widened again
   * @param write whether it stores
   * @param atomic whether it reads, modifies and writes
   */
  int clocks(Access access, boolean write, boolean atomic);

  /** Clocks the same operation would take without any conflict; the rest is conflict cycles. */
  int conflictFree(Access access, boolean write, boolean atomic);
}
