// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.plugin.ModelThread;
import io.lockstep.study.point.WorkloadSource;
import io.lockstep.study.program.ProgramPool;
import io.lockstep.study.store.ResultStore;
import io.lockstep.study.store.ResultText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Consumer;

/**
 * The main loop of a worker process. It reads its setup and then requests, one line each, and
 * answers in lines that start with a keyword: {@code ready}; for each request {@code key}, then
 * {@code done} with the result, {@code memory} (no result; the process has to be replaced), or
 * {@code full} or {@code wrong} (no further request can be computed).
 */
public final class WorkerLoop {
  private static final JsonFactory JSON = new JsonFactory();
  private static final ResultStore KEYED = outcome -> {}; // the driver's process stores results

  private final Catalogue catalogue;
  private final List<KernelFrontend> frontends;
  private final RequestLine requests;
  private final PrintWriter out;
  private final Consumer<String> notes;
  private final PointComputer.Listener keys =
      new PointComputer.Listener() {
        @Override
        public void keyed(String key) {
          say("key " + key);
        }
      };

  /**
   * Creates a loop.
   *
   * @param generator generates the kernels of generated workloads
   * @param notes receives messages for users, on any thread
   */
  public WorkerLoop(
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      WorkloadSource.Generator generator,
      PrintWriter out,
      Consumer<String> notes) {
    this.catalogue = catalogue;
    this.frontends = frontends;
    requests = new RequestLine(catalogue, generator);
    this.out = out;
    this.notes = notes;
  }

  /**
   * Works until the driver ends or no further request can be computed.
   *
   * @param gone called when the source ends, at any time
   * @throws InterruptedException if the thread is interrupted
   * @throws IOException if a line is neither setup nor request
   */
  public void run(BufferedReader in, Runnable gone) throws InterruptedException, IOException {
    SynchronousQueue<String> lines = new SynchronousQueue<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                  lines.put(line);
                }
              } catch (IOException | InterruptedException e) {
                Thread.currentThread().interrupt(); // treated as the end of input
              }
              gone.run();
            },
            "lockstep-driver");
    reader.setDaemon(true);
    reader.start();
    WorkerSetup setup = WorkerSetup.read(lines.take());
    try (ProgramPool pool =
        new ProgramPool(catalogue, frontends, setup.run(), setup.store(), notes)) {
      PointComputer computer =
          new PointComputer(
              pool, setup.keyed() ? KEYED : ResultStore.NONE, setup.run(), setup.kept());
      say("ready");
      boolean on = true;
      while (on) {
        on = work(computer, lines.take());
      }
    }
  }

  /** Computes a request; returns whether this process can compute another one. */
  private boolean work(PointComputer computer, String line)
      throws InterruptedException, IOException {
    try {
      PointComputer.Computed computed = computer.compute(requests.read(line), keys);
      RunResult result = computed.result();
      boolean on = !ModelThread.anyAbandoned() && result.failure() != Failure.MEMORY;
      say("done " + done(result, computed.wallMicros(), on));
      return on;
    } catch (OutputException e) {
      say("full " + e.getMessage());
      return false;
    } catch (InputException e) {
      say("wrong " + e.getMessage());
      return false;
    } catch (OutOfMemoryError e) {
      say("memory");
      return false;
    }
  }

  private static String done(RunResult result, long micros, boolean on) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("micros", micros);
      json.writeBooleanField("on", on);
      json.writeFieldName("result");
      ResultText.write(result, json);
      json.writeEndObject();
    }
    return text.toString();
  }

  private void say(String line) {
    out.println(line.replace('\n', ' '));
    out.flush();
  }
}
