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
 * What a worker process does: takes its setup and then requests, a line each, and answers, in lines
 * of a word and what belongs to it. {@code ready}; of a request {@code key}, then {@code done} with
 * the result, {@code memory} (no result; the process is to be replaced), {@code full} or {@code
 * wrong} (nothing can be done any more).
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
   * @param catalogue devices that requests name
   * @param frontends readers of kernels
   * @param generator makes the kernels of workloads that are no files
   * @param out takes the answers
   * @param notes receives notes for people, on any thread
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
   * Works until the driver ends or nothing more can be computed.
   *
   * @param in where requests come from
   * @param gone called when that ends, whatever goes on
   * @throws InterruptedException if the process is to end
   * @throws IOException if a line is no setup or request
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
                Thread.currentThread().interrupt(); // the same as its end
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

  /** Whether this process can do more. */
  private boolean work(PointComputer computer, String line)
      throws InterruptedException, IOException {
    try {
      PointComputer.Computed computed = computer.compute(requests.read(line), false, keys);
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
