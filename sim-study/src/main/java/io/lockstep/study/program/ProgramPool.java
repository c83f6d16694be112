// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.program;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.program.Runner;
import io.lockstep.study.point.ProgramKey;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Programs by {@link ProgramKey}. Each program is read once, and executed once or taken from
 * another process's trace, regardless of the number of points that use it. A few unused programs
 * are kept. Thread-safe; closing deletes stored executions.
 */
public final class ProgramPool implements AutoCloseable {
  /** Maximum number of unused programs, which may hold records in memory and temporary files. */
  private static final int MOST_UNUSED = 2;

  private final PooledProgram.Setting setting;
  // least recently used first
  private final Map<ProgramKey, PooledProgram> programs = new LinkedHashMap<>();

  /**
   * Creates an empty pool.
   *
   * @param options options of each execution, and the defaults of simulations
   * @param traces store of executions shared by processes
   * @param notes receives messages for users, one line each, on any thread
   */
  public ProgramPool(
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      RunOptions options,
      TraceStore traces,
      Consumer<String> notes) {
    setting =
        new PooledProgram.Setting(
            new Runner(catalogue, frontends).telling(notes),
            new RequestText(catalogue, frontends, options),
            options,
            traces);
  }

  /** Returns the runner of programs whose execution is not stored. */
  public Runner runner() {
    return setting.runner();
  }

  /** Returns a program, which the caller must {@link #release}. Its use may throw its errors. */
  public synchronized PooledProgram use(ProgramKey key) {
    PooledProgram program = programs.remove(key); // moves the program to the end of the order
    program = program == null ? new PooledProgram(setting, key) : program;
    programs.put(key, program);
    program.users++;
    return program;
  }

  public synchronized void release(PooledProgram program) {
    program.users--;
    long unused = programs.values().stream().filter(p -> p.users == 0).count();
    for (Iterator<PooledProgram> i = programs.values().iterator();
        unused > MOST_UNUSED && i.hasNext(); ) {
      PooledProgram oldest = i.next();
      if (oldest.users == 0) {
        i.remove();
        oldest.close();
        unused--;
      }
    }
  }

  @Override
  public synchronized void close() {
    programs.values().forEach(PooledProgram::close);
    programs.clear();
  }
}
