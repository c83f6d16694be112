// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.Design;
import io.lockstep.sweep.file.DesignChoices;
import io.lockstep.sweep.file.DesignCoordinate;
import io.lockstep.sweep.file.Item;
import io.lockstep.sweep.file.Listed;
import io.lockstep.sweep.file.Named;
import io.lockstep.sweep.file.Span;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.file.SweepSection;
import io.lockstep.sweep.file.WorkloadEntry;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.search.algorithm.PlaceSpace;
import io.lockstep.sweep.search.algorithm.SearchAxis;
import io.lockstep.sweep.search.algorithm.SearchPlace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The search space of a sweep file. Lists, ranges, zips and devices are axes; continuous ranges are
 * divided into steps. Conditions, and constraints that need no simulation, define the legal places.
 * Not thread-safe.
 */
public final class SearchSpace {
  /** Maximum number of steps into which a continuous range is divided. */
  public static final int STEPS = 256;

  private final SweepFile file; // with resolved names
  private final List<Choice> axes = new ArrayList<>();
  private final List<Choice> fidelity = new ArrayList<>();
  private final List<Own> own = new ArrayList<>();
  private final PlaceSpace space;
  private final Predicate<Point> allowed;
  private final Map<SearchPlace, Boolean> known = new HashMap<>(); // lookup only
  private InputException problem; // error of the first illegal place that had an error, or null

  /** A choice that only one workload has. */
  private record Own(int workload, Choice choice) {}

  private SearchSpace(SweepFile file, Predicate<Point> allowed) {
    this.file = file;
    this.allowed = allowed;
    for (WorkloadEntry entry : file.workloads()) {
      for (Choice choice : Choice.of(entry.own())) {
        boolean isFidelity =
            choice.kind() == Choice.Kind.PARAMETER
                && file.search().fidelity().stream().anyMatch(f -> f.key().equals(choice.name()));
        add(choice, isFidelity ? fidelity : axes);
      }
    }
    requireOneLength();
    takeOwn();
    if (axes.isEmpty() && !own.isEmpty()) {
      throw new InputException(
          own.get(0).choice().where(),
          "nothing is to be chosen for several workloads together: each value is of one alone;"
              + " 'lockstep sweep' and 'sweep best' find the best of each");
    }
    if (axes.isEmpty()) {
      throw new InputException(
          file.workloads().get(0).file().where(),
          "nothing is to be chosen: no parameter, figure or device has several values");
    }
    space =
        new PlaceSpace(
            axes.stream().map(c -> new SearchAxis(c.name(), c.size(), c.isOrdered())).toList(),
            this::isLegal,
            fidelity.isEmpty() ? 1 : fidelity.get(0).size());
  }

  /**
   * Builds the space of a sweep file.
   *
   * @param file the sweep, with the options of the command line applied
   * @throws InputException if the file is wrong, or no quantity has several values
   */
  public static SearchSpace of(SweepFile file, Catalogue catalogue) {
    SweepFile whole = legal(file, SweepPlan.of(stepped(file), catalogue).file(), catalogue);
    return new SearchSpace(whole, new KnownConstraints(whole, catalogue)::allow);
  }

  /** Moves the steps of figures with continuous ranges to legal values. */
  private static SweepFile legal(SweepFile asked, SweepFile stepped, Catalogue catalogue) {
    Set<String> spans = new HashSet<>(); // never iterated
    Stream.concat(
            asked.common().settings().stream(),
            asked.workloads().stream().flatMap(w -> w.own().settings().stream()))
        .filter(named -> named.values() instanceof Span)
        .forEach(named -> spans.add(named.key()));
    return new SweepFile(
        stepped.workloads().stream()
            .map(w -> new WorkloadEntry(w.file(), w.folder(), legal(w.own(), spans, catalogue)))
            .toList(),
        stepped.common(),
        stepped.variables(),
        stepped.design(),
        stepped.work(),
        stepped.search());
  }

  private static SweepSection legal(SweepSection section, Set<String> spans, Catalogue catalogue) {
    List<Item> devices = section.devices().orElse(List.of());
    return new SweepSection(
        section.devices(),
        section.parameters(),
        section.settings().stream()
            .map(
                named ->
                    spans.contains(named.key()) && named.values() instanceof Listed
                        ? SpanSteps.legal(named, devices, catalogue)
                        : named)
            .toList(),
        section.zips(),
        section.conditions());
  }

  /** Replaces continuous ranges by lists of steps, and adds fidelities as parameters. */
  private static SweepFile stepped(SweepFile file) {
    SweepSection top =
        new SweepSection(
            Optional.empty(), file.search().fidelity(), List.of(), List.of(), List.of());
    return new SweepFile(
        file.workloads().stream()
            .map(w -> new WorkloadEntry(w.file(), w.folder(), stepped(top.over(w.own()))))
            .toList(),
        stepped(file.common()),
        file.variables(),
        Design.GRID,
        file.work(),
        file.search());
  }

  private static SweepSection stepped(SweepSection section) {
    return new SweepSection(
        section.devices(),
        section.parameters().stream().map(SearchSpace::stepped).toList(),
        section.settings().stream().map(SearchSpace::stepped).toList(),
        section.zips(),
        section.conditions());
  }

  private static Named stepped(Named named) {
    if (!(named.values() instanceof DesignCoordinate coordinate)) {
      return named;
    }
    List<Item> items = new ArrayList<>();
    if (coordinate instanceof DesignChoices choices) {
      items.addAll(choices.items());
    } else {
      Map<String, Item> steps = new LinkedHashMap<>();
      for (int i = 0; i < STEPS; i++) {
        String text = coordinate.at((i + 0.5) / STEPS);
        steps.putIfAbsent(text, new Item(text, coordinate.where()));
      }
      items.addAll(steps.values());
    }
    return new Named(
        named.name(), named.ifThere(), named.where(), new Listed(coordinate.where(), "", items));
  }

  private static void add(Choice choice, List<Choice> to) {
    for (Choice there : to) {
      if (there.name().equals(choice.name()) && there.kind() == choice.kind()) {
        if (!there.isSame(choice)) {
          throw new InputException(
              choice.where(),
              ("'%s' has other values here than at %s; a search chooses one for all" + " workloads")
                  .formatted(choice.name(), there.where()));
        }
        return;
      }
    }
    to.add(choice);
  }

  /**
   * Removes the parameters and figures that only one of several workloads has from the axes. As
   * axes they would multiply the places without effect on the other workloads; instead, each place
   * covers all their values.
   */
  private void takeOwn() {
    int workloads = file.workloads().size();
    for (Choice axis : List.copyOf(axes)) {
      List<Integer> having = new ArrayList<>();
      for (int i = 0; i < workloads; i++) {
        boolean has =
            Choice.of(file.workloads().get(i).own()).stream()
                .anyMatch(c -> c.kind() == axis.kind() && c.name().equals(axis.name()));
        if (has) {
          having.add(i);
        }
      }
      if (workloads > 1 && having.size() == 1 && axis.kind() != Choice.Kind.DEVICE) {
        axes.remove(axis);
        own.add(new Own(having.get(0), axis));
      }
    }
  }

  private void requireOneLength() {
    for (Named named : file.search().fidelity()) {
      Choice first = fidelity.isEmpty() ? null : fidelity.get(0);
      if (((Listed) named.values()).items().size() < 2 || first == null) {
        throw new InputException(
            named.where(), "a fidelity wants several values, cheap ones first");
      }
      if (((Listed) named.values()).items().size() != first.size()) {
        throw new InputException(
            named.where(),
            "fidelities go in step: " + first.name() + " has " + first.size() + " values");
      }
    }
  }

  /** Returns the space as search algorithms see it. */
  public PlaceSpace space() {
    return space;
  }

  public SweepFile file() {
    return file;
  }

  /**
   * Returns the maximum number of points of a place: the sum over workloads of the combinations of
   * values that only this workload varies, times the launch phases.
   */
  public int pointsOfPlace() {
    long points = 0;
    for (int i = 0; i < file.workloads().size(); i++) {
      long variants = 1;
      for (Own one : own) {
        variants = Math.multiplyExact(variants, one.workload() == i ? one.choice().size() : 1L);
      }
      points = Math.addExact(points, variants);
    }
    return Math.toIntExact(Math.multiplyExact(points, file.work().phases().size()));
  }

  /** Returns the choices that only one workload has, for example {@code tile (matmul)}. */
  public List<String> ownNames() {
    return own.stream().map(this::name).toList();
  }

  private String name(Own one) {
    String file = this.file.workloads().get(one.workload()).file().text();
    String name = Path.of(file).getFileName().toString().replaceFirst("\\.[^.]*$", "");
    return one.choice().name() + " (" + name + ")";
  }

  /**
   * Returns the best values of choices that only one workload has, by {@link #ownNames}.
   *
   * @param chosen points of each workload in order; empty for an infeasible place
   */
  public Map<String, String> ownWords(List<List<Point>> chosen) {
    Map<String, String> words = new LinkedHashMap<>();
    for (Own one : own) {
      List<String> values = new ArrayList<>();
      if (!chosen.isEmpty()) {
        Point point = chosen.get(one.workload()).get(0);
        for (String key : one.choice().names()) {
          String value = point.parameters().get(key);
          values.add(value == null ? point.settings().get(key) : value);
        }
      }
      words.put(name(one), String.join("+", values));
    }
    return words;
  }

  /** Returns names and values of a place's choices, in the order of the axes. */
  public Map<String, String> words(SearchPlace place) {
    Map<String, String> words = new LinkedHashMap<>();
    for (int i = 0; i < axes.size(); i++) {
      words.put(axes.get(i).name(), axes.get(i).text(place.at(i)));
    }
    return words;
  }

  /**
   * Returns names and values of the fidelity parameters; empty if the file has none.
   *
   * @param rung index of the fidelity, 0 for the cheapest
   */
  public Map<String, String> words(int rung) {
    Map<String, String> words = new LinkedHashMap<>();
    fidelity.forEach(f -> words.put(f.name(), f.text(rung)));
    return words;
  }

  /**
   * Returns the points of a place for each workload: at each launch phase, with each value that
   * only this workload varies.
   *
   * @param place a legal place
   * @param rung index of the fidelity
   * @param first index of the first point
   */
  public List<List<Point>> points(SearchPlace place, int rung, long first) {
    List<List<Point>> all = new ArrayList<>();
    long index = first;
    for (SweepPlan plan : pinned(place, rung)) {
      List<Point> points = new ArrayList<>();
      for (Point p : plan) {
        if (own.isEmpty() || allowed.test(p)) {
          points.add(
              new Point(
                  index++, p.workload(), p.parameters(), p.device(), p.settings(), p.phase()));
        }
      }
      all.add(points);
    }
    return all;
  }

  /** Returns the plan of a place for each workload. */
  private List<SweepPlan> pinned(SearchPlace place, int rung) {
    List<SweepPlan> plans = new ArrayList<>();
    for (WorkloadEntry entry : file.workloads()) {
      SweepSection section = entry.own();
      for (int i = 0; i < axes.size(); i++) {
        section = axes.get(i).pinned(section, place.at(i));
      }
      for (Choice choice : fidelity) {
        section = choice.pinned(section, rung);
      }
      WorkloadEntry pinned = new WorkloadEntry(entry.file(), entry.folder(), section);
      plans.add(
          SweepPlan.frozen(
              new SweepFile(
                  List.of(pinned),
                  file.common(),
                  file.variables(),
                  Design.GRID,
                  file.work(),
                  file.search())));
    }
    return plans;
  }

  private boolean isLegal(SearchPlace place) {
    Boolean legal = known.get(place);
    if (legal == null) {
      legal = decide(place);
      known.put(place, legal);
    }
    return legal;
  }

  private boolean decide(SearchPlace place) {
    try {
      List<SweepPlan> plans = pinned(place, space.rungs() - 1);
      for (int i = 0; i < plans.size(); i++) {
        if (!isLegal(i, plans.get(i))) {
          return false;
        }
      }
      return true;
    } catch (InputException e) {
      problem = problem == null ? e : problem;
      return false;
    }
  }

  /** Returns whether a workload has a variant that is legal at all launch phases. */
  private boolean isLegal(int workload, SweepPlan plan) {
    boolean chooses = own.stream().anyMatch(o -> o.workload() == workload);
    int phases = file.work().phases().size();
    // Number of legal launch phases by variant; the iteration order has no effect.
    Map<Object, Integer> variants = new HashMap<>();
    for (Point point : plan) {
      if (allowed.test(point)) {
        variants.merge(point.variant(), 1, Integer::sum);
      } else if (!chooses) {
        return false;
      }
    }
    return variants.containsValue(phases);
  }

  /** Returns an error that states why no place is legal. */
  InputException nothingLegal() {
    return problem != null
        ? problem
        : new InputException(
            file.workloads().get(0).file().where(),
            "no combination of values fulfils the constraints "
                + String.join(", ", new TreeSet<>(constraints())));
  }

  private List<String> constraints() {
    return file.search().constraints().stream().map(Object::toString).toList();
  }
}
