// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import io.lockstep.trace.file.RandomPrograms.Script;
import java.util.function.BooleanSupplier;

/** Delivers a script; starved and failing when told to be. */
public final class ScriptSource implements ProgramSource {
  private final Script script;
  private final BooleanSupplier starved;
  private final int failAt;
  private int next;
  boolean closed;

  public ScriptSource(Script script) {
    this(script, () -> false, -1);
  }

  ScriptSource(Script script, BooleanSupplier starved, int failAt) {
    this.script = script;
    this.starved = starved;
    this.failAt = failAt;
  }

  /** Number of items that were pulled. */
  int pulled() {
    return next;
  }

  @Override
  public Program program() {
    return script.program();
  }

  @Override
  public ProgramItem next() {
    if (starved.getAsBoolean()) {
      return ProgramItem.STARVED;
    }
    if (next == failAt) {
      throw new IllegalArgumentException("the kernel went wrong");
    }
    return next == script.items().size() ? ProgramItem.END : script.items().get(next++);
  }

  @Override
  public Outcome outcome() {
    return script.outcome();
  }

  @Override
  public void close() {
    closed = true;
  }
}
