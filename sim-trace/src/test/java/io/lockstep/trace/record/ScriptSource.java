// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import io.lockstep.trace.file.RandomPrograms.Script;

/** Delivers a script. */
public final class ScriptSource implements ProgramSource {
  private final Script script;
  private int next;
  boolean closed;

  public ScriptSource(Script script) {
    this.script = script;
  }

  @Override
  public Program program() {
    return script.program();
  }

  @Override
  public ProgramItem next() {
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
