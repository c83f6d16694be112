package io.lockstep.sweep.work;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.study.point.PointRequests;
import io.lockstep.study.program.ProgramPool;
import io.lockstep.study.work.PointComputer;
import io.lockstep.study.work.Worker;
import io.lockstep.study.work.WorkerLoop;
import io.lockstep.sweep.point.PointLimits;
import io.lockstep.sweep.store.SegmentFile;
import io.lockstep.sweep.store.SweepFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * A worker process, from its driver's words. Immutable.
 *
 * @param sweep the folder
 * @param part name of the part of the sweep that its driver computes
 * @param limits of a point
 * @param kept patterns of statistics to keep; none for all
 */
public record WorkerMain(SweepFolder sweep, String part, PointLimits limits, List<String> kept) {
  /**
   * Works until there is no driver any more, or nothing more can be done.
   *
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   * @param run how each point is run, but for its limits
   * @param in where tasks come from; at its end the process is halted
   * @param out takes the answers
   * @param notes receives notes for people, on any thread
   */
  public void run(
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      RunOptions run,
      InputStream in,
      PrintWriter out,
      Consumer<String> notes) {
    RunOptions limited = Driver.limited(run, limits);
    try (ProgramPool pool =
            new ProgramPool(catalogue, frontends, limited, Driver.traces(sweep.root()), notes);
        SegmentFile rows = new SegmentFile(sweep, part)) {
      new WorkerLoop(
              new PointComputer(pool, rows, limited, kept),
              new PointRequests(catalogue),
              Worker.here(part),
              out)
          .run(
              new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)),
              WorkerMain::halt);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The driver has ended, so no process would store what is being computed. */
  private static void halt() {
    io.lockstep.io.output.ProcessFiles.deleteAll();
    Runtime.getRuntime().halt(0);
  }
}
