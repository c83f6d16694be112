package io.lockstep.run.variant;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.Runner;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * A pool of programs for simulating the points of a sweep. Each program is read once, and executed
 * once or loaded from another process's trace. A few unused programs are kept. Thread-safe; closing
 * it deletes stored executions.
 */
public final class ProgramPool implements AutoCloseable {
  /** Each may hold a window of records in memory, and any number in a temporary file. */
  private static final int MOST_UNUSED = 2;

  private final PooledProgram.Setting setting;
  private final Map<List<Object>, PooledProgram> programs = new LinkedHashMap<>(); // oldest first

  /**
   * Creates an empty pool.
   *
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   * @param options of each simulation, and of each execution
   * @param traces executions shared with other processes
   * @param notes receives notes for people, one line each, on any thread
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

  /**
   * {@return a program, which the caller must release} Its errors are reported on use.
   *
   * @param workload a workload file, or a trace
   * @param parameters of the workload, as given
   */
  public PooledProgram use(Path workload, SortedMap<String, String> parameters) {
    List<Object> key = List.of(workload, parameters);
    synchronized (this) {
      PooledProgram program = programs.remove(key); // to be put last
      program = program == null ? new PooledProgram(setting, workload, parameters) : program;
      programs.put(key, program);
      program.users++;
      return program;
    }
  }

  /**
   * Gives one back.
   *
   * @param program that {@link #use} has given
   */
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
