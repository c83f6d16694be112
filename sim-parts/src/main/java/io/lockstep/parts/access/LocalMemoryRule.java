package io.lockstep.parts.access;

/**
 * The rule for the number of clocks that the banks of a local memory take for one operation of a
 * wavefront.
 */
public interface LocalMemoryRule {
  /**
   * {@return clocks of the local memory for one operation, conflicts included}
   *
   * @param access the whole wavefront's accesses, byte offsets in local memory; may be narrowed by
   *     the rule and must be widened again
   * @param write whether it stores
   * @param atomic whether it reads, modifies and writes
   */
  int clocks(Access access, boolean write, boolean atomic);

  /**
   * Clocks that the operation would take without conflicts; the difference is conflict cycles.
   *
   * @param access the whole wavefront's accesses, byte offsets in local memory
   * @param write whether it stores
   * @param atomic whether it reads, modifies and writes
   * @return clocks of the local memory without conflicts
   */
  int conflictFree(Access access, boolean write, boolean atomic);
}
