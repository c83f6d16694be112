// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.observe.line.LinePlaces;
import io.lockstep.run.RunResult;
import io.lockstep.study.StudyListener;
import io.lockstep.study.point.Request;
import io.lockstep.study.point.WorkloadSource;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;

/** Finds the sources of kernels beside each workload. Thread-safe once all results are done. */
public final class LineSources implements StudyListener {
  private final StudyListener next;
  private final Map<RunResult, Path> asked = new IdentityHashMap<>(); // lookup only; never iterated
  private final Map<String, Path> named =
      new HashMap<>(); // by workload name, for results that were recreated

  public LineSources(StudyListener next) {
    this.next = next;
  }

  @Override
  public void done(Request request, RunResult result) {
    synchronized (asked) {
      if (request.workload() instanceof WorkloadSource.File file) {
        asked.put(result, file.path());
        named.putIfAbsent(result.workload(), file.path());
      }
    }
    next.done(request, result);
  }

  public Function<RunResult, LinePlaces> places(Function<Path, LinePlaces> beside) {
    Map<Path, LinePlaces> known = new HashMap<>();
    return result -> {
      synchronized (asked) {
        Path workload = asked.getOrDefault(result, named.get(result.workload()));
        return workload == null ? LinePlaces.NOWHERE : known.computeIfAbsent(workload, beside);
      }
    };
  }
}
