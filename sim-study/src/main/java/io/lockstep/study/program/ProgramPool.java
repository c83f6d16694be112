package io.lockstep.study.program;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.Runner;
import io.lockstep.study.point.ProgramKey;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Executed programs by {@link ProgramKey}: each is read once, and executed once or taken from the
 * trace of another process, however many points use it. A small number of unused programs is kept.
 * Thread-safe; closing deletes stored executions.
 */
public final class ProgramPool implements AutoCloseable {
  /** Each may hold a window of records in memory, and any number in a temporary file. */
  private static final int MOST_UNUSED = 2;

  private final PooledProgram.Setting setting;
  private final Map<ProgramKey, PooledProgram> programs = new LinkedHashMap<>(); // oldest first

  /**
   * Creates an empty pool.
   *
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   * @param options of each execution, and of each simulation if it has none of its own
   * @param traces store of executions that processes share
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
   * @param key of the program
   */
  public synchronized PooledProgram use(ProgramKey key) {
    PooledProgram program = programs.remove(key); // to be put last
    program = program == null ? new PooledProgram(setting, key) : program;
    programs.put(key, program);
    program.users++;
    return program;
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
