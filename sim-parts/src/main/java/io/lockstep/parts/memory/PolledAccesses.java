package io.lockstep.parts.memory;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;

/**
 * The accesses of a memory unit to polled words, by the token of their instruction. A token's
 * access belongs to the unit until its first request is sent, then to the memory side, and to the
 * unit again when the instruction is complete. Not thread-safe otherwise.
 */
public final class PolledAccesses implements Stateful {
  private final PolledAccess[] byToken;
  private boolean used; // by the unit alone

  /**
   * None.
   *
   * @param tokens of the unit
   */
  public PolledAccesses(int tokens) {
    byToken = new PolledAccess[tokens];
  }

  /**
   * The access of a token, which the memory side looks at from now on.
   *
   * @param token of an instruction none of whose transactions were given
   * @return its access, empty
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
   * An instruction begins, or is over: its token has no access.
   *
   * @param token the instruction's
   */
  public void clear(int token) {
    if (used && byToken[token] != null) {
      byToken[token].clear();
    }
  }

  /**
   * {@return the access of a token; null where it has none}
   *
   * @param token of an instruction
   */
  public PolledAccess of(int token) {
    PolledAccess access = byToken[token];
    return access == null || access.isEmpty() ? null : access;
  }

  /** {@return whether a change of a polled word has not arrived at the memory side} */
  public boolean isChangeUnderWay() {
    for (PolledAccess access : byToken) {
      if (access != null && access.isChangeUnderWay()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void save(StateWriter out) {
    out.writeBoolean(used);
    if (!used) {
      return;
    }
    for (int t = 0; t < byToken.length; t++) {
      PolledAccess access = of(t);
      out.writeBoolean(access != null);
      if (access != null) {
        access.save(out);
      }
    }
  }

  @Override
  public void load(StateReader in) {
    used = in.readBoolean();
    for (int t = 0; t < byToken.length; t++) {
      byToken[t] = null;
      if (used && in.readBoolean()) {
        begin(t).load(in);
      }
    }
  }
}
