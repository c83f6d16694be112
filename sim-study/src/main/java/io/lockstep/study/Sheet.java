// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import io.lockstep.study.point.Schedulable;
import io.lockstep.study.work.LaneListener;
import io.lockstep.study.work.PointComputer;
import io.lockstep.trace.record.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;

/** Collects the results of one call in the order of its requests. Thread-safe. */
final class Sheet implements LaneListener<Sheet.Place> {
  /**
   * A request with its index.
   *
   * @param index index in the list of requests
   */
  record Place(long index, Request request) implements Schedulable {
    @Override
    public ProgramKey program() {
      return request.program();
    }

    @Override
    public String device() {
      return request.spec().id();
    }
  }

  private final List<Request> requests;
  private final RunResult[] results;
  private final StudyListener listener;
  private final Map<ProgramKey, Program> programs =
      new HashMap<>(); // programs read so far; never iterated
  private LongConsumer ending; // null if errors do not end the run
  private RuntimeException wrong; // the error of the first faulty request in order
  private long wrongIndex = Long.MAX_VALUE;

  Sheet(List<Request> requests, StudyListener listener) {
    this.requests = List.copyOf(requests);
    this.listener = listener;
    results = new RunResult[requests.size()];
  }

  /**
   * Makes the first input error in order end the run.
   *
   * @param after receives the index of the faulty request
   */
  void ending(LongConsumer after) {
    ending = after;
  }

  List<Place> places() {
    List<Place> places = new ArrayList<>();
    for (Request r : requests) {
      places.add(new Place(places.size(), r));
    }
    return places;
  }

  @Override
  public synchronized boolean isStrict() {
    return ending != null;
  }

  @Override
  public synchronized void read(Request request, Program program) {
    programs.put(request.program(), program);
  }

  @Override
  public void computed(Place place, PointComputer.Computed computed) {
    synchronized (this) {
      results[(int) place.index()] = computed.result();
      if (ending != null && computed.wrong().isPresent() && place.index() < wrongIndex) {
        wrongIndex = place.index();
        wrong = computed.wrong().get();
        ending.accept(wrongIndex);
      }
    }
    synchronized (listener) {
      listener.done(place.request(), computed.result());
    }
  }

  /** Returns the results of some requests that have been computed, given by index. */
  synchronized List<RunResult> results(List<Integer> places) {
    return places.stream().map(i -> results[i]).filter(Objects::nonNull).toList();
  }

  /** Throws the error of the first faulty request, if there is one. */
  synchronized void rethrow() {
    if (wrong != null) {
      throw wrong;
    }
  }

  /** Returns the current results in order, except for workloads that have not been read. */
  synchronized List<RunResult> standing() {
    List<RunResult> all = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      Request request = requests.get(i);
      Program program = programs.get(request.program());
      if (results[i] != null) {
        all.add(results[i]);
      } else if (program != null) {
        all.add(
            RunResult.failed(
                program.name(),
                program.parameters(),
                request.spec(),
                Failure.INTERRUPTED,
                "interrupted"));
      }
    }
    return all;
  }
}
