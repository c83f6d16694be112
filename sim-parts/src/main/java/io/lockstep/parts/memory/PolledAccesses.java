// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

/**
 * The accesses of a memory unit to polled words, by the token of their instruction. The unit owns
 * the access of a token until the instruction's first request is sent, and again when the
 * instruction is complete; in between, the memory side owns it. Otherwise not thread-safe.
 */
public final class PolledAccesses {
  private final PolledAccess[] byToken;
  private boolean used; // accessed only by the unit

  /**
   * Creates an empty table.
   *
   * @param tokens number of tokens of the unit
   */
  public PolledAccesses(int tokens) {
    byToken = new PolledAccess[tokens];
  }

  /**
   * Registers an access for a token, which the memory side then consults.
   *
   * @param token token of an instruction without transactions so far
   * @return the access, without polled words
   */
  public PolledAccess begin(int token) {
    used = true;
    PolledAccess access = byToken[token];
    if (access == null) {
      access = new PolledAccess();
      byToken[token] = access;
    }
    access.clear();
    return access;
  }

  /**
   * Removes the access of a token whose instruction begins or ends.
   *
   * @param token token of the instruction
   */
  public void clear(int token) {
    if (used && byToken[token] != null) {
      byToken[token].clear();
    }
  }

  /**
   * {@return the access of a token; null if it has none}
   *
   * @param token token of an instruction
   */
  public PolledAccess of(int token) {
    PolledAccess access = byToken[token];
    return access == null || access.isEmpty() ? null : access;
  }

  /** {@return whether a change of a polled word is on its way to the memory side} */
  public boolean isChangeUnderWay() {
    for (PolledAccess access : byToken) {
      if (access != null && access.isChangeUnderWay()) {
        return true;
      }
    }
    return false;
  }
}
