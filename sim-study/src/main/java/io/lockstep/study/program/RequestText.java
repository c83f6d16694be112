// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.program;

import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.AdaptedFrontend;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.policy.Policies;
import io.lockstep.study.point.Request;
import io.lockstep.study.point.WorkloadSource;
import io.lockstep.trace.file.TraceDigest;
import io.lockstep.workload.BoundWorkload;
import io.lockstep.workload.WorkloadExecution;
import io.lockstep.workload.step.KernelFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/** Formats requests as text: contents, values and versions, but no paths. Thread-safe. */
record RequestText(Catalogue catalogue, List<KernelFrontend> frontends, RunOptions options) {
  private static final int VERSION = 1; // version of the text; incremented when its meaning changes

  String of(Request request, String program) {
    StringBuilder text = new StringBuilder("request " + VERSION + "\n").append(program);
    line(text, "engine", CodeVersion.of(Runner.class));
    line(text, "module", CodeVersion.of(catalogue.provider(request.spec().family()).getClass()));
    for (Policies.Offer offer : catalogue.policies().ofPlugins()) {
      line(text, "policy", CodeVersion.of(offer.policy().getClass()));
    }
    line(text, "family", request.spec().family());
    line(text, "device", request.spec().id() + " " + request.spec().name());
    line(text, "specification", request.spec().hash());
    line(text, "problem", request.problem());
    line(text, "phase", options.phase() + request.phase() + " and " + options.phases());
    line(
        text,
        "statistics",
        (options.perUnit() ? "per-unit" : "")
            + (options.byCause() ? " by-cause" : "")
            + (options.perLaunch() ? " per-launch" : ""));
    if (options.sampling().isWanted()) {
      line(text, "sample", options.sampling().text());
    }
    line(text, "budget", Long.toString(options.instructionBudget()));
    line(text, "patience", options.progressTimeout().toString());
    return text.toString();
  }

  /** Returns the text of a program; equal texts imply equal traces. */
  String program(WorkloadSource source, SharedProgram program) {
    if (program.trace().isPresent()) {
      return line(new StringBuilder(), "trace", program.trace().get()).toString();
    }
    WorkloadExecution execution = program.execution().orElseThrow();
    BoundWorkload bound = execution.workload();
    StringBuilder text = new StringBuilder();
    line(text, "workload", Digests.sha256(YamlText.of(source.yaml())));
    bound.parameters().forEach((name, value) -> line(text, "parameter " + name, value));
    line(text, "program", TraceDigest.of(execution.program()));
    TreeSet<String> readers = new TreeSet<>();
    for (KernelFile kernels : bound.workload().kernels()) {
      for (KernelFrontend frontend : frontends) {
        if (frontend.extensions().contains(kernels.extension())) {
          readers.add(
              frontend.id()
                  + " "
                  + CodeVersion.of(reader(frontend).getClass())
                  + compiler(frontend, kernels.name().text()));
        }
      }
    }
    readers.forEach(reader -> line(text, "front-end", reader));
    for (Path data : bound.dataFiles()) {
      line(text, "data", digest(data));
    }
    return text.toString();
  }

  /** Returns the underlying front-end of adapters that add options. */
  private static KernelFrontend reader(KernelFrontend frontend) {
    return frontend instanceof AdaptedFrontend adapted ? reader(adapted.of()) : frontend;
  }

  private static String compiler(KernelFrontend frontend, String file) {
    String version = frontend.compiler(file);
    return version.isEmpty() ? "" : " " + version;
  }

  private static String digest(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return Digests.sha256(in);
    } catch (IOException e) {
      throw new InputException(file.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  private static StringBuilder line(StringBuilder text, String name, String value) {
    return text.append(name).append(": ").append(value).append('\n');
  }
}
